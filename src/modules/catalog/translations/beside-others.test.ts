import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { holdLocks, lockWaits } from '#test/support/locks.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makePicture } from '#test/support/pictures.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

describeShop('texts beside pictures and collections', { DATA_DIR: temporaryFolder() }, ({ service, shop }) => {
  const admin = (method: 'PUT' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, at = shop) =>
    service.request(method, `/admin${path}`, { headers: at.owner.headers, ...(body !== undefined && { body }) })
  const upload = async ({ owner }: TestMerchant) => {
    const headers = { ...owner.headers, 'content-type': 'image/png' }
    return (await service.request('POST', '/admin/media', { headers, payload: await makePicture('png') })).body.data
  }
  const shownBy = (src: string) => `<p>Aus Glas. <img src="${src}" alt="" /></p>`
  const collection = async (body: object) => (await admin('POST', '/collections', body)).body.data

  it('a text shows pictures of its shop alone, which are in use as long as it does', async () => {
    const product = await makeProduct(service, shop)
    const [own, other] = [await upload(shop), await upload(await makeMerchant(service))]
    const path = `/translations/product/${product.id}/de`
    const refused = await admin('PUT', path, { description_html: shownBy(other.url) })
    assertRefused(refused, 400, 'VALIDATION_ERROR')
    assert.equal(refused.body.error.details[0].field, 'description_html[0]')
    assert.equal((await admin('PUT', path, { description_html: shownBy(own.url) })).status, 200)
    assertRefused(await admin('DELETE', `/media/${own.id}`), 409, 'CONFLICT')
    assert.equal((await admin('PUT', path, {})).status, 200)
    assert.equal((await admin('DELETE', `/media/${own.id}`)).status, 200)
  })

  it('a picture that is no file yet is left out, as nobody would tell the text of it', async () => {
    const product = await makeProduct(service, shop)
    const owner = (await upload(shop)).id.replaceAll('-', '')
    for (const src of [`/media/${owner}`, `/media/${owner}-failed`]) {
      const answer = await admin('PUT', `/translations/product/${product.id}/de`, { description_html: shownBy(src) })
      assert.equal(answer.body.data.description_html, '<p>Aus Glas. </p>')
    }
    await sql`update products set description_html = ${shownBy(`/media/${owner}-failed`)}
               where id = ${product.id}`.execute(service.deps.db)
    const { source } = (await admin('PUT', `/translations/product/${product.id}/de`, {})).body.data
    assert.equal(source.description_html, '<p>Aus Glas. </p>')
  })

  it('a slug that leads to a collection in another language is no other’s', async () => {
    const first = await collection({ name: 'Lights' })
    await admin('PUT', `/translations/collection/${first.id}/de`, { slug: 'leuchten' })
    assertRefused(await admin('POST', '/collections', { name: 'Leuchten', slug: 'leuchten' }), 409, 'CONFLICT')
    const second = await collection({ name: 'Leuchten' })
    assert.equal(second.slug, 'leuchten-2')
    assertRefused(await admin('PATCH', `/collections/${second.id}`, { slug: 'leuchten' }), 409, 'CONFLICT')
    assert.equal((await admin('PUT', `/translations/collection/${first.id}/nl`, { slug: 'lights' })).status, 200)
    const again = await admin('PUT', `/translations/collection/${first.id}/fr`, { slug: 'leuchten' })
    assert.equal(again.body.error.message, 'the slug leuchten belongs to this collection in another language')
    assert.equal((await admin('PATCH', `/collections/${first.id}`, { slug: 'leuchten' })).status, 200)
  })

  it('slugs of a collection that change at once wait for each other', async () => {
    const { id } = await collection({ name: 'Baskets' })
    const key = `collections:${shop.id}`
    const held = await holdLocks(service, sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    const waits = (count: number) => until(async () => (await lockWaits(service)) === count, `${count} changes to wait`)
    const own = admin('PATCH', `/collections/${id}`, { slug: 'wicker' })
    await waits(1)
    const german = admin('PUT', `/translations/collection/${id}/de`, { slug: 'koerbe' })
    await waits(2)
    await held.commit()
    assert.deepEqual(
      (await Promise.all([own, german])).map(({ status }) => status),
      [200, 200],
    )
    const { rows } = await sql`
      select deadlocks::int from pg_stat_database where datname = current_database()`.execute(service.deps.db)
    assert.deepEqual(rows, [{ deadlocks: 0 }])
  })

  it('of what is being deleted no text is written', async () => {
    const { id } = await collection({ name: 'Gone' })
    const deletion = await holdLocks(service, sql`delete from collections where id = ${id}`)
    let answered = false
    const answer = admin('PUT', `/translations/collection/${id}/de`, { name: 'Weg' }).finally(() => {
      answered = true
    })
    await until(async () => answered || (await lockWaits(service)) > 0, 'the collection to be looked for')
    await deletion.commit()
    assertRefused(await answer, 404, 'NOT_FOUND')
  })

  it('once the shop writes in another language, its own market is read in that', async () => {
    const at = await makeMerchant(service)
    await admin('POST', '/markets', { name: 'France', countries: ['FR'], locales: ['fr'] }, at)
    await admin('PATCH', '/merchant', { locale: 'de' }, at)
    const { id } = await makeProduct(service, at, { name: 'Windlicht' })
    const read = (path: string) =>
      service.request('GET', `${path}?merchant_id=${at.id}`, { headers: { ...shop.owner.headers } })
    const { headers, body } = await read(`/catalog/products/${id}`)
    assert.deepEqual([headers['content-language'], body.data.name], ['de', 'Windlicht'])
    assert.deepEqual((await read('/shop')).body.data.locales, ['de', 'en'])
  })

  it('where the shop’s own texts are of a region, those of the language alone are before them', async () => {
    const at = await makeMerchant(service)
    await admin('PATCH', '/merchant', { locale: 'de-AT' }, at)
    await admin('POST', '/markets', { name: 'Germany', countries: ['DE'], locales: ['de'] }, at)
    const { id } = await makeProduct(service, at, { name: 'Sackerl' })
    const nameOf = async () => {
      const path = `/catalog/products/${id}?merchant_id=${at.id}&country=DE`
      return (await service.request('GET', path, { headers: shop.owner.headers })).body.data.name
    }
    assert.equal(await nameOf(), 'Sackerl')
    await admin('PUT', `/translations/product/${id}/de`, { name: 'Tüte' }, at)
    assert.equal(await nameOf(), 'Tüte')
  })

  it('texts in what is the shop’s language by now can be deleted, not written', async () => {
    const at = await makeMerchant(service)
    const [{ id }, other] = [await makeProduct(service, at), await makeProduct(service, at)]
    const put = (to: string, body: object) => admin('PUT', `/translations/product/${to}/de`, body, at)
    assert.equal((await put(id, { name: 'Licht' })).status, 200)
    await admin('PATCH', '/merchant', { locale: 'de' }, at)
    for (const body of [{ name: 'Lampe' }, { slug: 'lampe' }])
      assertRefused(await put(id, body), 400, 'VALIDATION_ERROR')
    const deleted = await put(id, {})
    assert.deepEqual([deleted.status, deleted.body.data.name], [200, null])
    assert.equal((await admin('PATCH', `/products/${other.id}`, { slug: 'lampe' }, at)).status, 200)
  })

  it('markets have the new currency of their shop', async () => {
    const at = await makeMerchant(service)
    await admin('POST', '/markets', { name: 'France', countries: ['FR'], locales: ['fr'] }, at)
    assert.equal((await admin('PATCH', '/merchant', { currency: 'SEK' }, at)).status, 200)
    const { items } = (await service.request('GET', '/admin/markets', { headers: at.owner.headers })).body.data
    assert.deepEqual(
      items.map(({ currency }: { currency: string }) => currency),
      ['SEK', 'SEK'],
    )
  })

  it('PUT /admin/translations with the expected_version of before another’s change answers 409 CONFLICT', async () => {
    const { id } = await collection({ name: 'Lamps' })
    const path = `/translations/collection/${id}/de`
    const headers = shop.owner.headers
    const read = async () => (await service.request('GET', `/admin${path}`, { headers })).body.data
    assert.equal((await read()).version, 0)
    const put = (body: object, expected: number) => admin('PUT', path, { ...body, expected_version: expected })
    assert.equal((await put({ name: 'Leuchten' }, 0)).body.data.version, 1)
    const late = await put({ name: 'Lampen' }, 0)
    assertRefused(late, 409, 'CONFLICT')
    assert.deepEqual(late.body.error.details, { version: 1 })
    assert.deepEqual([(await read()).name, (await put({ name: 'Leuchten' }, 0)).status], ['Leuchten', 200])
    // What is taken away and written anew is not what the first reader knows.
    assert.equal((await put({}, 1)).body.data.version, 2)
    const { name, updated_at } = await read()
    assert.deepEqual([name, updated_at], [null, null])
    assert.equal((await put({ name: 'Lichter' }, 2)).body.data.version, 3)
    assertRefused(await put({ name: 'Lampen' }, 1), 409, 'CONFLICT')
    assert.equal((await admin('PUT', path, { name: 'Lampen' })).body.data.version, 4)
    assertRefused(await put({ name: 'Lampen' }, -1), 400, 'VALIDATION_ERROR')
  })
})
