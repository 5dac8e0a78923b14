import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'

/** Fields of products that decide what shipping and tax cost. */
describeShop('requires_shipping, weight_grams and tax_class of products', ({ service, shop }) => {
  const send = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
    service.request(method, path, { headers: shop.owner.headers, ...(body !== undefined && { body }) })
  const importFile = async (type: string, payload: string) => {
    const headers = { ...shop.owner.headers, 'content-type': type }
    const { created, updated, unchanged, failed, errors } = (
      await service.request('POST', '/admin/products/import', { headers, payload })
    ).body.data
    return { counts: [created, updated, unchanged, failed], errors }
  }
  const fieldsOf = (product: Record<string, unknown>) => [
    product['requires_shipping'],
    product['weight_grams'],
    product['tax_class'],
  ]
  const make = async (fields = {}) => {
    const body = { sku: unique('SKU'), name: unique('Voucher'), price: 5, on_hand: 1, category: unique('C'), ...fields }
    const answer = await send('POST', '/admin/products', body)
    assert.equal(answer.status, 201)
    return answer.body.data
  }

  it('POST /admin/products without them answers 201 with the defaults, and PATCH changes and clears them', async () => {
    const made = await make()
    assert.deepEqual(fieldsOf(made), [true, null, 'standard'])
    const change = { requires_shipping: false, weight_grams: 0, tax_class: 'zero-rated_2' }
    const changed = (await send('PATCH', `/admin/products/${made.id}`, change)).body.data
    assert.deepEqual([fieldsOf(changed), changed.version], [Object.values(change), 2])
    const cleared = (await send('PATCH', `/admin/products/${made.id}`, { weight_grams: null })).body.data
    assert.deepEqual([fieldsOf(cleared), cleared.version], [[false, null, 'zero-rated_2'], 3])
    assert.equal((await send('PATCH', `/admin/products/${made.id}`, change)).body.data.version, 4)
    const same = (await send('PATCH', `/admin/products/${made.id}`, change)).body.data
    assert.equal(same.version, 4)
    const log = await send('GET', '/admin/audit-log?action=product.updated&limit=3')
    assert.deepEqual(
      log.body.data.items.map((entry: { changes: unknown }) => entry.changes),
      [
        { weight_grams: [null, 0] },
        { weight_grams: [0, null] },
        { requires_shipping: [true, false], weight_grams: [null, 0], tax_class: ['standard', 'zero-rated_2'] },
      ],
    )
    const events = await service.deps.db
      .selectFrom('events')
      .select('body')
      .where('name', '=', 'product.updated')
      .execute()
    assert.deepEqual(
      events.map(({ body }) => fieldsOf(JSON.parse(body.toString()).data.product)),
      [
        [false, 0, 'zero-rated_2'],
        [false, null, 'zero-rated_2'],
        [false, 0, 'zero-rated_2'],
      ],
    )
  })

  it('are in every answer, and a change of them in the next page of a list that was known', async () => {
    const { id, category, name } = await make({ weight_grams: 20 })
    const shown = async () => {
      const pages = [
        `/catalog/products?category=${category}`,
        `/marketplace/search?q=${name}`,
        `/admin/products?category=${category}`,
        `/admin/products?q=${name}`,
      ]
      const answers = await Promise.all(pages.map((path) => send('GET', path)))
      const alone = await Promise.all(['/catalog', '/admin'].map((path) => send('GET', `${path}/products/${id}`)))
      return [
        ...answers.map((answer) => fieldsOf(answer.body.data.items[0])),
        ...alone.map((answer) => fieldsOf(answer.body.data)),
      ]
    }
    assert.deepEqual(await shown(), Array(6).fill([true, 20, 'standard']))
    await send('PATCH', `/admin/products/${id}`, { tax_class: 'food' })
    assert.deepEqual(await shown(), Array(6).fill([true, 20, 'food']))
  })

  it('POST /admin/products/import sets, leaves and clears them, and reports a wrong one', async () => {
    const [one, two] = [unique('ONE'), unique('TWO')]
    const csv = (rows: string[], header = 'sku,name,price,requires_shipping,weight_grams,tax_class') =>
      importFile('text/csv', [header, ...rows].join('\n'))
    const known = async () => {
      const answers = await Promise.all([one, two].map((sku) => send('GET', `/admin/products?q=${sku}`)))
      return answers.map((answer) => fieldsOf(answer.body.data.items[0]))
    }
    assert.deepEqual((await csv([`${one},One,1,FALSE,350,food`, `${two},Two,1,,,`])).counts, [2, 0, 0, 0])
    assert.deepEqual(await known(), [
      [false, 350, 'food'],
      [true, null, 'standard'],
    ])
    // An empty cell clears the weight alone.
    assert.deepEqual((await csv([`${one},One,1,,,`, `${two},Two,1,True,,standard`])).counts, [0, 1, 1, 0])
    assert.deepEqual(await known(), [
      [false, null, 'food'],
      [true, null, 'standard'],
    ])
    const lines = [
      { sku: one, requires_shipping: true, tax_class: 'books' },
      { sku: two, weight_grams: 7 },
    ]
    const ndjson = lines.map((row) => JSON.stringify(row)).join('\n')
    assert.deepEqual((await importFile('application/x-ndjson', ndjson)).counts, [0, 2, 0, 0])
    assert.deepEqual(await known(), [
      [true, null, 'books'],
      [true, 7, 'standard'],
    ])
    assert.deepEqual(
      (await importFile('application/x-ndjson', `{"sku":"${two}","weight_grams":null}`)).counts,
      [0, 1, 0, 0],
    )
    assert.deepEqual((await importFile('application/x-ndjson', `{"sku":"${two}"}`)).counts, [0, 0, 1, 0])
    const wrong = await csv([`${one},One,1,maybe,,`, `${two},Two,1,,heavy,`, `${unique('S')},Three,1,,,VAT 20`])
    const faults = wrong.errors.map(({ row, field }: { row: number; field: string }) => `${row} ${field}`)
    assert.deepEqual([...new Set(faults)], ['2 requires_shipping', '3 weight_grams', '4 tax_class'])
    assert.deepEqual(await known(), [
      [true, null, 'books'],
      [true, null, 'standard'],
    ])
  })
})
