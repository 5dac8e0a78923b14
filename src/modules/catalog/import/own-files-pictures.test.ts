import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { it } from 'node:test'
import { describeService, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { table } from '#test/support/foreign-files.ts'
import { countsOf } from '#test/support/imported-files.ts'
import { importedPicturesOf } from '#test/support/imported-pictures.ts'
import { makePicture } from '#test/support/pictures.ts'

describeService('pictures of own files', { DATA_DIR: temporaryFolder() }, ({ service }) => {
  const { server, send, at, productsOf, exported, waiting, fetching, fetchAll } = importedPicturesOf(service)

  it('GET /admin/products/export has the pictures, and an import of the file gives the same file', async () => {
    const shop = await makeMerchant(service)
    const titles = ['sku', 'name', 'price', 'group', 'option_1_name', 'option_1_value', 'media', 'group_media']
    const size = (value: string) => ({ group: 'coat', option_1_name: 'Size', option_1_value: value, name: 'Coat' })
    const file = table(
      titles,
      { sku: 'C-S', price: 9, ...size('S'), group_media: `${at('b')}, ${at('a')}` },
      { sku: 'C-M', price: 9, ...size('M'), media: at('c'), group_media: `${at('b')}, ${at('a')}` },
      { sku: 'BAG', name: 'Bag', price: 3, media: `${at('d')}, ${at('missing')}, ${at('d')}` },
    )
    await send(shop, 'sku,name,price,image_url\nBAG,Bag,3,https://example.com/bag.jpg\n')
    assert.deepEqual(countsOf(await send(shop, file)), [2, 1, 0, 0])
    await fetchAll(shop)
    for (const [format, type] of [
      ['own', 'text/csv'],
      ['ndjson', 'application/x-ndjson'],
    ] as const) {
      const own = await exported(shop, format)
      assert.match(own, new RegExp(`/media/[0-9a-f]{32}-400-.*${at('missing')}`), 'the address of one that failed')
      server.requests.length = 0
      const headers = { ...shop.owner.headers, 'content-type': type }
      const answer = await service.request('POST', '/admin/products/import', { headers, payload: own })
      assert.deepEqual([countsOf(answer.body.data), answer.body.data.pictures.asked], [[0, 0, 3, 0], 1])
      await fetchAll(shop)
      assert.deepEqual([[...new Set(server.requests)], await exported(shop, format)], [['/missing.png'], own])
      const other = await makeMerchant(service)
      const sent = { headers: { ...other.owner.headers, 'content-type': type }, payload: own }
      const copied = await service.request('POST', '/admin/products/import', sent)
      assert.deepEqual(countsOf(copied.body.data), [3, 0, 0, 0])
      // Products of one chunk are made in another order: variants first.
      const lines = (text: string) => text.split('\n').sort()
      assert.deepEqual(lines(await exported(other, format)), lines(own), 'a shop that has yet to fetch them')
    }
  })

  it('POST /admin/products/import of own files takes pictures of groups, and says what is wrong', async () => {
    const shop = await makeMerchant(service)
    const titles = ['sku', 'name', 'price', 'group', 'option_1_name', 'option_1_value', 'media']
    const rows = ['S', 'M'].map((size) => ({ sku: `T-${size}`, name: 'Top', price: 9, option_1_value: size }))
    const ofGroup = { group: 'top', option_1_name: 'Size' }
    const file = table(titles, ...rows.map((row, n) => ({ ...row, ...ofGroup, media: n === 0 ? '' : at('e') })))
    assert.deepEqual(countsOf(await send(shop, file)), [2, 0, 0, 0])
    await fetchAll(shop)
    const products = await productsOf(shop)
    const shown = ['T-S', 'T-M'].map((sku) => products.get(sku)?.media[0]?.id)
    assert.deepEqual([typeof shown[0], shown[0]], ['string', shown[1]], 'the first of a variant is the group’s')
    assert.deepEqual(countsOf(await send(shop, file)), [0, 0, 2, 0])
    const wrong = await send(
      shop,
      table(
        ['sku', 'name', 'price', 'image_url', 'media', 'group_media'],
        { sku: 'X', name: 'X', price: 1, image_url: 'https://example.com/x.jpg', media: at('a') },
        { sku: 'Y', name: 'Y', price: 1, group_media: at('a') },
        { sku: 'Z', name: 'Z', price: 1, media: Array.from({ length: 51 }, (_, n) => at(`${n}`)).join() },
        { sku: 'W', name: 'W', price: 1, media: 'nonsense' },
      ),
    )
    assert.deepEqual(
      [countsOf(wrong), wrong.errors.map(({ sku, field }: Record<string, string>) => `${sku} ${field}`)],
      [
        [1, 0, 0, 3],
        ['X image_url', 'Y group_media', 'Z media'],
      ],
    )
    assert.deepEqual(
      wrong.warnings.map(({ sku, field, row }: Record<string, unknown>) => [row, sku, field]),
      [[5, 'W', 'media']],
    )
    const plain = 'sku,media\nT-M,\n'
    assert.deepEqual(countsOf(await send(shop, plain)), [0, 1, 0, 0])
    assert.deepEqual(countsOf(await send(shop, 'sku,group_media\nT-M,\n')), [0, 1, 0, 0])
    assert.deepEqual((await productsOf(shop)).get('T-M')?.media, [])
  })

  it('a shop whose pictures come slowly does not hold up those of others', async () => {
    const [slow, quick] = [await makeMerchant(service), await makeMerchant(service)]
    const held: ServerResponse[] = []
    const bytes = await makePicture('png')
    const urls = Array.from({ length: 40 }, (_, n) => `${server.origin}/slow-${n}.png`)
    for (const url of urls) server.answers.set(new URL(url).pathname, (_, response) => void held.push(response))
    const rows = urls.map((media, n) => ({ sku: `S${n}`, name: 'S', price: 1, media }))
    const titles = ['sku', 'name', 'price', 'media']
    assert.equal((await send(slow, table(titles, ...rows))).pictures.asked, 40)
    await send(quick, table(titles, { sku: 'Q', name: 'Q', price: 1, media: at('a') }))
    await fetching(async () => {
      if (held.length < 2 || (await waiting(quick)) > 0) return false
      assert.deepEqual([held.length, await waiting(slow)], [2, 40])
      for (const url of urls) server.answers.set(new URL(url).pathname, (_, response) => void response.end(bytes))
      for (const response of held) response.end(bytes)
      return true
    })
    await fetchAll(slow)
    assert.equal((await productsOf(slow)).get('S39')?.media.length, 1)
  })
})
