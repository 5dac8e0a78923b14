import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { runChecks } from '#src/app/restore-check/run-checks.ts'
import { withSnapshot } from '#src/platform/db/snapshot.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { runSweep } from '#test/support/sweeps.ts'
import { loadDemoShop } from './load-shop.ts'

interface Shown {
  id: string
  price: number
  compare_at_price: number | null
  lowest_price_30d: number | null
  reduction: { from: number; percent: number } | null
  image_url: string | null
  media: { id: string; url: string; alt: string; sizes: { url: string; jpeg_url: string }[] }[]
  options: Record<string, string>
  version: number
}

describeService('the assortment of the demo shop', ({ service }) => {
  let headers: Record<string, string>
  before(async () => {
    await loadDemoShop(service.deps)
    const body = { email: 'admin@example.com', password: 'demo-password' }
    const signedIn = await service.request('POST', '/admin/login', { headers: { 'device-id': 'test' }, body })
    const { access_token, user } = signedIn.body
    headers = { 'device-id': 'test', 'access-token': access_token, 'merchant-id': user.merchant_id }
  })
  const read = async (path: string) => {
    const { status, body } = await service.request('GET', path, { headers })
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }
  const query = async (text: string, values: unknown[] = []) =>
    (await service.deps.pool.query<Record<string, unknown>>(text, values)).rows

  it('has a sale, whose reductions are from the lowest price of the 30 days before', async () => {
    await runSweep(service, 'catalog.refresh-collections')
    const { items } = await read(
      `/catalog/products?collection=sale&merchant_id=${headers['merchant-id']}&variants=all&limit=100`,
    )
    // Of a group the other variants may be at their usual price.
    const shown: Shown[] = await Promise.all(items.map(({ id }: Shown) => read(`/admin/products/${id}`)))
    const reduced = shown.filter(({ compare_at_price }) => compare_at_price !== null)
    assert.ok(reduced.length >= 30, `${reduced.length} products on sale`)
    for (const { id, price, compare_at_price, lowest_price_30d, reduction } of reduced) {
      const prices = (await read(`/admin/products/${id}/prices`)).items
      const [now, ...earlier] = prices
      assert.deepEqual([now.price, now.compare_at_price], [price, compare_at_price])
      const lowest = Math.min(...earlier.map((one: { price: number }) => one.price))
      assert.deepEqual([lowest_price_30d, reduction?.from], [lowest, lowest])
      assert.ok(earlier.every((one: { ends_at: string | null }, at: number) => one.ends_at === prices[at].starts_at))
    }
    // One that was made dearer before: its announced price is not what the reduction is from.
    assert.ok(reduced.some(({ compare_at_price: before, lowest_price_30d: lowest }) => lowest !== before))
  })

  it('has collections by rules and by hand, which agree with a recount', async () => {
    await runSweep(service, 'catalog.refresh-collections')
    const collections: { slug: string; status: string; rules: object | null; product_count: number }[] = (
      await read('/admin/collections')
    ).items
    assert.deepEqual(collections.map(({ slug }) => slug).sort(), [
      ...['christmas', 'favourites', 'little-presents', 'sale', 'spring', 'vintage'],
    ])
    for (const { slug, rules, product_count } of collections) {
      assert.ok(product_count >= 10, `${product_count} in ${slug}`)
      assert.equal(rules === null, slug === 'favourites')
    }
    const wrong: unknown[] = []
    await withSnapshot(service.databaseUrl, 'demo', async (snapshot) => {
      for await (const { check, differences, examples } of runChecks(snapshot))
        if (differences > 0) wrong.push([check.name, differences, examples])
    })
    assert.deepEqual(wrong, [])
  })

  it('is exported to a file whose import changes nothing', async () => {
    const file = await service.request('GET', '/admin/products/export?format=ndjson', { headers })
    const { body } = await service.request('POST', '/admin/products/import', {
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      payload: file.body,
    })
    const { created, updated, unchanged, failed } = body.data
    assert.ok(unchanged > 2_000)
    assert.deepEqual([created, updated, failed], [0, 0, 0])
  })

  it('shows pictures at once, whose files are in the store', async () => {
    const names = await query(`
      select distinct name from media cross join jsonb_array_elements(sizes) size,
             unnest(array[size ->> 'webp', size ->> 'jpeg']) name`)
    const [counted] = await query(`
      select count(*)::int as pictures, count(*) filter (where state = 'ready')::int as ready from media`)
    assert.ok(Number(counted?.['pictures']) > 200)
    assert.deepEqual([counted?.['ready'], names.length], [counted?.['pictures'], 2 * Number(counted?.['pictures'])])
    for (const { name } of names) assert.ok(await service.deps.blobs.sizeOf(String(name)), String(name))
    const [first] = (await read('/admin/collections')).items
    const [picture] = first.media as Shown['media']
    assert.match(picture?.alt ?? '', /^An? \w+ \w+/)
    for (const [address, type] of [
      [picture?.sizes[0]?.url, 'image/webp'],
      [picture?.sizes[0]?.jpeg_url, 'image/jpeg'],
    ]) {
      const { pathname } = new URL(address ?? '')
      const file = await service.app.inject({ url: pathname })
      assert.deepEqual([file.statusCode, file.headers['content-type']], [200, type])
    }
  })

  it('shows each variant of several colours its own picture', async () => {
    const [group] = await query(`
      select id, media from product_groups where cardinality(media) > 2 and 'Colour' = any (varies_by) limit 1`)
    const rows = await query('select media from products where group_id = $1 order by position', [group?.['id']])
    const own = rows.map(({ media }) => (media as string[])[0])
    assert.deepEqual([...new Set(own)], group?.['media'])
  })
})
