import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { bySystem } from '#src/platform/audit/index.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { importProducts } from './import-products.ts'

describeService('product files', ({ service }) => {
  let shop: TestMerchant
  const newShop = async () => {
    shop = await makeMerchant(service)
  }

  const send = (type: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
    service.request('POST', '/admin/products/import', {
      headers: { ...shop.owner.headers, 'content-type': type, ...headers },
      payload,
    })
  const csv = (payload: string | Buffer, headers = {}) => send('text/csv', payload, headers)
  const ndjson = (rows: unknown[], headers = {}) =>
    send('application/x-ndjson', rows.map((row) => JSON.stringify(row)).join('\n'), headers)
  const counts = ({ body: { data } }: { body: { data: Record<string, unknown> } }) => [
    data['created'],
    data['updated'],
    data['unchanged'],
    data['failed'],
  ]
  const products = async () => {
    const { body } = await service.request('GET', '/admin/products?limit=100', { headers: shop.owner.headers })
    return new Map<string, Record<string, unknown>>(
      body.data.items.map((product: { sku: string }) => [product.sku, product]),
    )
  }
  const eventNames = async () => {
    const rows = await service.deps.db
      .selectFrom('events')
      .select('name')
      .where('merchant_id', '=', shop.id)
      .orderBy('id')
      .execute()
    return rows.map((row) => row.name).filter((name) => !name.startsWith('user.'))
  }

  it('POST /admin/products/import with NDJSON creates new products and updates changed ones', async () => {
    await newShop()
    const rows = [
      { sku: 'A', name: 'Lamp', price: 1.5, category: 'Light', description: 'Old', on_hand: 3 },
      { sku: 'B', name: 'Bowl', price: 2, status: 'draft' },
    ]
    const first = await ndjson(rows)
    assert.equal(first.status, 200)
    assert.deepEqual(counts(first), [2, 0, 0, 0])
    assert.deepEqual([first.body.data.status, first.body.data.last_row, first.body.data.errors], ['completed', 2, []])
    assert.deepEqual(await eventNames(), ['product.created', 'product.created', 'inventory.updated'])
    assert.deepEqual(counts(await ndjson(rows)), [0, 0, 2, 0])
    assert.equal((await eventNames()).length, 3)
    const changes = [
      { sku: 'A', price: 9, description: null },
      { sku: 'B', on_hand: 7 },
    ]
    assert.deepEqual(counts(await ndjson(changes)), [0, 2, 0, 0])
    assert.deepEqual((await eventNames()).slice(3).sort(), ['inventory.updated', 'product.updated'])
    const seen = await products()
    const { name, price, category, description, available, status } = seen.get('A') ?? {}
    assert.deepEqual(
      { name, price, category, description, available, status },
      { name: 'Lamp', price: 9, category: 'Light', description: null, available: 3, status: 'active' },
    )
    assert.deepEqual([seen.get('B')?.['available'], seen.get('B')?.['status']], [7, 'draft'])
  })

  it('POST /admin/products/import with faulty CSV rows reports each and imports the others', async () => {
    await newShop()
    const file = Buffer.concat([
      Buffer.from('\ufeffSKU,Name,Price,On_Hand,Description\r\n'), // 1
      Buffer.from('85123A,"WHITE ""HANGING"" HEART",2.55,6,"two\nlines"\r\n'), // 2
      Buffer.from('85123A,CREAM HANGING HEART,2.95,1,\r\n'), // 3: duplicate SKU
      Buffer.from('POST,POSTAGE,18.005,,\r\n'), // 4: too many decimals
      Buffer.from('22423,,12.75,,\r\n'), // 5: no name
      Buffer.from('21730,GLASS STAR,-4.25,,\r\n'), // 6: below zero
      Buffer.from('22752,SET 7 BABUSHKA,seven,,\r\n'), // 7: not a number
      Buffer.from([0x37, 0x31, 0x2c, 0xff, 0xfe, 0x2c, 0x31, 0x2c, 0x2c, 0x0a]), // 8: not UTF-8
      Buffer.from('84029G,KNITTED\u0000FLAG,3.39,,\r\n'), // 9: NUL
      Buffer.from('84029E,"RED WOOLLY,3.39,,\r\n'), // 10: quote not closed
      Buffer.from('84406B,"CREAM" CUPID,2.75,,\r\n'), // 11: text after a closing quote
      Buffer.from('22633,HAND WARMER\r\n'), // 12: too few fields
      Buffer.from('\r\n'), // 13: empty
      Buffer.from(',NO CODE,1,,\r\n'), // 14: no SKU
      Buffer.from('22745,POPPYS PLAYHOUSE,2.1,-5,\r\n'), // 15: stock below zero
      Buffer.from('22748,"POPPY, KITCHEN",2.1,8,'), // 16: valid, without a line end
    ])
    const answer = await csv(file)
    assert.equal(answer.status, 200)
    const faults = answer.body.data.errors.map((error: Record<string, unknown>) => [
      error['row'],
      error['sku'],
      error['field'],
    ])
    assert.deepEqual(faults, [
      [3, '85123A', 'sku'],
      [4, 'POST', 'price'],
      [5, '22423', 'name'],
      [6, '21730', 'price'],
      [7, '22752', 'price'],
      [8, null, 'row'],
      [9, '84029G', 'name'],
      [10, null, 'row'],
      [11, null, 'row'],
      [12, null, 'row'],
      [14, '', 'sku'],
      [15, '22745', 'on_hand'],
    ])
    assert.deepEqual(counts(answer), [2, 0, 0, 12])
    const seen = await products()
    assert.deepEqual([...seen.keys()].sort(), ['22748', '85123A'])
    assert.deepEqual(
      [seen.get('85123A')?.['name'], seen.get('85123A')?.['description'], seen.get('22748')?.['name']],
      ['WHITE "HANGING" HEART', 'two\nlines', 'POPPY, KITCHEN'],
    )
  })

  it('POST /admin/products/import with faulty NDJSON lines reports each and imports the others', async () => {
    await newShop()
    const lines = [
      '{"sku":"A","name":"A","price":1}',
      '',
      'no json',
      '[1]',
      'null',
      '{"sku":"B","name":"B","price":1,"color":"red"}',
      `{"sku":"C","name":"${'x'.repeat(70_000)}","price":1}`,
      '{"sku":"D","price":1}',
      '{"sku":"E","name":"E","price":1}',
    ]
    const answer = await send('application/x-ndjson', lines.join('\n'))
    assert.deepEqual(
      answer.body.data.errors.map((error: Record<string, unknown>) => [error['row'], error['field']]),
      [
        [3, 'row'],
        [4, 'row'],
        [5, 'row'],
        [6, 'color'],
        [7, 'row'],
        [8, 'name'],
      ],
    )
    assert.deepEqual([...(await products()).keys()].sort(), ['A', 'E'])
  })

  it('POST /admin/products/import with names and SKUs no database stores reports the rows', async () => {
    await newShop()
    const lines = ['{"sku":"A","name":"A","price":1,"\\ud800":1}', '{"sku":"\\u0000","name":"B","price":1,"\\u0000":1}']
    const answer = await send('application/x-ndjson', lines.join('\n'))
    assert.equal(answer.status, 200)
    assert.deepEqual(
      answer.body.data.errors.map((error: Record<string, unknown>) => [error['row'], error['sku'], error['field']]),
      [
        [1, 'A', '\ufffd'],
        [2, '\ufffd', '\ufffd'],
        [2, '\ufffd', 'sku'],
      ],
    )
  })

  it('POST /admin/products/import with stock below the reserved quantity reports the row', async () => {
    await newShop()
    await ndjson([{ sku: 'A', name: 'A', price: 1, on_hand: 5 }])
    await sql`update stock set reserved = 4 where merchant_id = ${shop.id}`.execute(service.deps.db)
    const answer = await ndjson([{ sku: 'A', name: 'Renamed', on_hand: 3 }])
    assert.deepEqual([counts(answer), answer.body.data.errors[0].field], [[0, 0, 0, 1], 'on_hand'])
    assert.equal((await products()).get('A')?.['name'], 'A')
  })

  it('POST /admin/products/import with a CSV whose header is wrong answers 400', async () => {
    await newShop()
    for (const file of ['', 'name,price\nA,1', 'sku,colour\nA,red', 'sku,sku\nA,A', '"sku\nA']) {
      const answer = await csv(file)
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'], file)
    }
    assert.equal((await csv('sku,name\n', { 'import-id': 'nonsense' })).status, 400)
  })

  it('POST /admin/products/import of what is no plain file answers 415, by a viewer 403, too large 413', async () => {
    await newShop()
    assert.equal((await send('application/json', '{}')).status, 415)
    const nothing = await service.request('POST', '/admin/products/import', { headers: shop.owner.headers })
    assert.deepEqual([nothing.status, nothing.body.error.code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
    const compressed = await csv(gzipSync('sku,name,price\nA,Lamp,1\n'), { 'content-encoding': 'gzip' })
    assert.deepEqual([compressed.status, compressed.body.error.code], [415, 'UNSUPPORTED_MEDIA_TYPE'])
    assert.match(compressed.body.error.message, /content-encoding/)
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const refused = await csv('sku\n', viewer.headers)
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
    const large = await csv('sku\n', { 'content-length': '1073741825' })
    assert.deepEqual([large.status, large.body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
  })

  it('an import sent again after a lost connection resumes after the last committed chunk', async () => {
    await newShop()
    const rows = Array.from({ length: 3_500 }, (_, n) => `{"sku":"S${n}","name":"N${n}","price":1,"on_hand":1}\n`)
    const target = {
      merchantId: shop.id,
      userId: shop.owner.id,
      cause: bySystem,
      currency: 'GBP',
      importId: randomUUID(),
    }
    async function* broken() {
      yield Buffer.from(rows.slice(0, 2_300).join(''))
      throw new Error('connection lost')
    }
    await assert.rejects(importProducts(service.deps.db, target, 'ndjson', broken()), /connection lost/)
    const path = `/admin/products/imports/${target.importId}`
    const half = await service.request('GET', path, { headers: shop.owner.headers })
    assert.deepEqual(
      [half.body.data.status, half.body.data.last_row, half.body.data.created],
      ['running', 2_000, 2_000],
    )

    const headers = { 'import-id': target.importId }
    const other = await send('application/x-ndjson', rows.join('').replace('N7', 'X7'), headers)
    assert.deepEqual([other.status, other.body.error?.code], [409, 'CONFLICT'])
    assert.equal((await send('application/x-ndjson', rows.slice(0, 5).join(''), headers)).status, 409)
    // SKUs of the committed rows still count for duplicates.
    rows.push('{"sku":"S1","name":"again","price":1}\n')
    const rest = await send('application/x-ndjson', rows.join(''), headers)
    assert.equal(rest.status, 200)
    assert.deepEqual(counts(rest), [3_500, 0, 0, 1])
    assert.deepEqual(rest.body.data.errors[0].message, 'is already used in row 2')
    const repeated = await send('application/x-ndjson', rows.join(''), headers)
    assert.deepEqual(repeated.body, rest.body)
    const { rows: total } = await sql<{ products: number; events: number }>`
      select (select count(*) from products where merchant_id = ${shop.id}) as products,
             (select count(*) from events
               where merchant_id = ${shop.id} and name = 'product.created') as events`.execute(service.deps.db)
    assert.deepEqual(total[0], { products: 3_500, events: 3_500 })
  })

  it('POST /admin/products/import whose import is gone meanwhile answers 503 SERVICE_UNAVAILABLE', async () => {
    await newShop()
    const remove = () => service.deps.db.deleteFrom('product_imports').where('merchant_id', '=', shop.id).execute()
    for (const row of ['', '{"sku":"A","name":"Lamp","price":1}']) {
      const target = { merchantId: shop.id, userId: shop.owner.id, cause: bySystem, currency: 'GBP' }
      async function* file() {
        yield Buffer.from('\n')
        await remove()
        yield Buffer.from(row)
      }
      const importing = importProducts(service.deps.db, { ...target, importId: randomUUID() }, 'ndjson', file())
      await assert.rejects(importing, { code: 'SERVICE_UNAVAILABLE', retryAfter: 1 })
    }
  })

  it('one import sent twice concurrently is applied once', async () => {
    await newShop()
    const file = Array.from({ length: 2_500 }, (_, n) => `{"sku":"S${n}","name":"N","price":1}`).join('\n')
    const headers = { 'import-id': randomUUID() }
    const answers = await Promise.all([1, 2].map(() => send('application/x-ndjson', file, headers)))
    for (const answer of answers) assert.ok([200, 409].includes(answer.status))
    const last = await send('application/x-ndjson', file, headers)
    assert.deepEqual(counts(last), [2_500, 0, 0, 0])
  })

  it('concurrent imports of the same new SKUs neither fail nor create a product twice', async () => {
    await newShop()
    const file = (order: number) =>
      Array.from({ length: 1_500 }, (_, n) => `{"sku":"S${order > 0 ? n : 1_499 - n}","name":"N","price":1}`).join('\n')
    const singles = Array.from({ length: 20 }, (_, n) =>
      service.request('POST', '/admin/products', {
        headers: shop.owner.headers,
        body: { sku: `S${n * 70}`, name: 'N', price: 1 },
      }),
    )
    const answers = await Promise.all([1, -1, 1].map((order) => send('application/x-ndjson', file(order))))
    const made = (await Promise.all(singles)).filter((answer) => answer.status === 201).length
    for (const answer of answers) assert.equal(answer.status, 200)
    const created = answers.reduce((sum, answer) => sum + answer.body.data.created, 0)
    assert.equal(created + made, 1_500)
  })

  it('GET /admin/products/imports/{id} of another merchant, or with an unknown id, answers 404', async () => {
    await newShop()
    const { id } = (await ndjson([{ sku: 'A', name: 'A', price: 1 }])).body.data
    const stranger = await makeMerchant(service)
    for (const path of [id, shop.id, 'nonsense']) {
      const headers = stranger.owner.headers
      const answer = await service.request('GET', `/admin/products/imports/${path}`, { headers })
      assert.deepEqual([answer.status, answer.body.error.code], [404, 'NOT_FOUND'])
    }
  })
})
