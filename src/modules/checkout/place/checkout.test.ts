import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeUser } from '#test/support/factories.ts'
import { assertRefused, makeShopper, stockOf } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { berlin, london, makeAddress, makeShippingMethod, setSelling, setTaxRates } from '#test/support/selling.ts'
import { eventsOf } from '#test/support/shop-rows.ts'

const nowhere = { company: null, line2: null, region: null, phone: null }

describeShop('POST /user/orders with addresses, shipping and tax', ({ service, shop }) => {
  before(async () => {
    await setSelling(service, shop, { shipping_required: true })
  })

  const one = (product: { id: string }, quantity = 1) => [{ product_id: product.id, quantity }]

  /** A shop that ships for 4.80 and taxes 20 %, shipping too, and a shopper there. */
  async function taxedShop(settings: { prices_include_tax?: boolean } = {}) {
    const merchant = await makeMerchant(service)
    await setSelling(service, merchant, { shipping_required: true, ...settings })
    const method = await makeShippingMethod(service, merchant, { price: 4.8, countries: ['GB'] })
    await setTaxRates(service, merchant, [{ rate: 20 }, { taxClass: 'shipping', rate: 20 }])
    return { merchant, method, shopper: await makeShopper(service, merchant) }
  }

  it('with included tax answers 201 with totals and tax lines, as it is read and told afterwards', async () => {
    const { merchant, method, shopper } = await taxedShop()
    const mug = await makeProduct(service, merchant, { price: 12 })
    const more = { email: 'ada@example.com', shipping_address: london, shipping_method_id: method }
    const answer = await shopper.order(one(mug, 2), { ...more, expected_total: 28.8 })
    assert.equal(answer.status, 201)
    const { data } = answer.body
    assert.deepEqual(
      [data.subtotal, data.shipping_total, data.tax_total, data.tax_included, data.total],
      [24, 4.8, 4.8, true, 28.8],
    )
    assert.deepEqual(data.tax_lines, [{ name: 'VAT', rate: 20, taxable: 28.8, amount: 4.8 }])
    assert.deepEqual(data.shipping_method, { id: method, name: 'Standard', price: 4.8 })
    assert.deepEqual(
      [data.email, data.shipping_address, data.billing_address],
      ['ada@example.com', { ...nowhere, ...london }, null],
    )
    assert.deepEqual((await shopper.get(`/user/orders/${data.id}`)).body.data, data)
    const [created] = await eventsOf(service, merchant.id, 'order.created')
    assert.deepEqual(created?.data.order, data)
  })

  it('with added tax answers 201 with a total that holds it', async () => {
    const { merchant, method, shopper } = await taxedShop({ prices_include_tax: false })
    const mug = await makeProduct(service, merchant, { price: 10.03 })
    const more = { shipping_address: london, shipping_method_id: method }
    const { data } = (await shopper.order(one(mug), { ...more, expected_total: 17.8 })).body
    assert.deepEqual(
      [data.subtotal, data.shipping_total, data.tax_total, data.tax_included, data.total],
      [10.03, 4.8, 2.97, false, 17.8],
    )
    assert.deepEqual(data.tax_lines, [{ name: 'VAT', rate: 20, taxable: 14.83, amount: 2.97 }])
  })

  it('keeps which tax line taxes each item and the shipping', async () => {
    const merchant = await makeMerchant(service)
    await setTaxRates(service, merchant, [
      { rate: 20 },
      { taxClass: 'reduced', name: 'VAT reduced', rate: 5 },
      { taxClass: 'shipping', name: 'VAT reduced', rate: 5 },
    ])
    const shopper = await makeShopper(service, merchant)
    const method = await makeShippingMethod(service, merchant)
    const [taxed, reduced, untaxed] = [
      await makeProduct(service, merchant),
      await makeProduct(service, merchant, { taxClass: 'reduced' }),
      await makeProduct(service, merchant, { taxClass: 'none' }),
    ]
    const items = [...one(untaxed), ...one(reduced), ...one(taxed)]
    const { data } = (await shopper.order(items, { shipping_address: london, shipping_method_id: method })).body
    assert.deepEqual(data.tax_lines, [
      { name: 'VAT', rate: 20, taxable: 10, amount: 1.67 },
      { name: 'VAT reduced', rate: 5, taxable: 13, amount: 0.62 },
    ])
    const { db } = service.deps
    const lines = await db.selectFrom('order_items').select('tax_line').where('order_id', '=', data.id).orderBy('line')
    assert.deepEqual(
      (await lines.execute()).map((line) => line.tax_line),
      [null, 1, 0],
    )
    const order = db.selectFrom('orders').select('shipping_tax_line').where('id', '=', data.id)
    assert.deepEqual(await order.execute(), [{ shipping_tax_line: 1 }])
  })

  it('taxes by the shipping address, else by the billing address, else not', async () => {
    const merchant = await makeMerchant(service)
    await setTaxRates(service, merchant, [{ rate: 20 }, { country: 'DE', name: 'MwSt', rate: 19 }])
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { price: 100 })
    const namesAt = async (addresses: Record<string, unknown>) =>
      (await shopper.order(one(product), addresses)).body.data.tax_lines.map((line: { name: string }) => line.name)
    assert.deepEqual(await namesAt({ shipping_address: london, billing_address: berlin }), ['VAT'])
    assert.deepEqual(await namesAt({ billing_address: berlin }), ['MwSt'])
    assert.deepEqual(await namesAt({}), [])
  })

  it('keeps its tax lines and method when rates and methods change', async () => {
    const { merchant, method, shopper } = await taxedShop()
    const product = await makeProduct(service, merchant)
    const order = await shopper.order(one(product), { shipping_address: london, shipping_method_id: method })
    await setTaxRates(service, merchant, [{ rate: 25 }])
    await service.deps.db.deleteFrom('shipping_methods').where('id', '=', method).execute()
    assert.deepEqual((await shopper.get(`/user/orders/${order.body.data.id}`)).body.data, order.body.data)
  })

  it('with ids of the address book copies the addresses', async () => {
    const merchant = await makeMerchant(service)
    const shopper = await makeShopper(service, merchant)
    const id = await makeAddress(service, shopper)
    const product = await makeProduct(service, merchant)
    const key = unique('key')
    const more = { key, shipping_address_id: id.toUpperCase(), billing_address: london }
    const order = await shopper.order(one(product), more)
    const found = { ...nowhere, ...berlin, postal_code: '10117' }
    assert.deepEqual([order.status, order.body.data.shipping_address], [201, found])
    assert.deepEqual(order.body.data.billing_address, { ...nowhere, ...london })

    await sql`delete from addresses where id = ${id}`.execute(service.deps.db)
    assert.deepEqual((await shopper.get(`/user/orders/${order.body.data.id}`)).body.data.shipping_address, found)
    assert.deepEqual((await shopper.order(one(product), more)).body, order.body)
    assertRefused(await shopper.order(one(product), { ...more, key: unique('key') }), 404, 'NOT_FOUND')
  })

  it('with an address of another user, or none, answers 404 NOT_FOUND naming the fields', async () => {
    const shopper = await makeShopper(service, shop)
    const product = await makeProduct(service, shop)
    const others = await makeAddress(service, await makeUser(service))
    const answer = await shopper.order(one(product), { shipping_address_id: others, billing_address_id: newId() })
    assertRefused(answer, 404, 'NOT_FOUND')
    assert.deepEqual(answer.body.error.details, { fields: ['shipping_address_id', 'billing_address_id'] })
  })

  it('with wrong addresses, or one twice, answers 400 VALIDATION_ERROR naming every field', async () => {
    const shopper = await makeShopper(service, shop)
    const product = await makeProduct(service, shop)
    const wrong: [Record<string, unknown>, ...string[]][] = [
      [{ shipping_address: london, shipping_address_id: newId() }, 'shipping_address_id'],
      [
        {
          shipping_address: { ...london, country: 'XX' },
          billing_address: { ...london, postal_code: '99999' },
          billing_address_id: newId(),
        },
        'shipping_address.country',
        'billing_address_id',
        'billing_address.postal_code',
      ],
      [{ billing_address: { ...london, name: ' ' } }, 'billing_address.name'],
      [{ billing_address: { ...london, phone: '1' } }, 'billing_address.phone'],
      [{ shipping_address: { ...london, city: undefined } }, 'shipping_address.city'],
      [{ email: 'ada' }, 'email'],
      [{ shipping_method_id: 'x' }, 'shipping_method_id'],
    ]
    for (const [more, ...fields] of wrong)
      for (const answer of [await shopper.order(one(product), more), await shopper.quote(one(product), more)])
        assertFields(answer, fields)
    assert.deepEqual(await stockOf(service, product.id), [100, 0])
  })

  it('without address or method, where the shop requires them, answers 400 VALIDATION_ERROR', async () => {
    const { merchant, method, shopper } = await taxedShop()
    const shipped = await makeProduct(service, merchant)
    const download = await makeProduct(service, merchant, { requiresShipping: false })
    const order = (more: Record<string, unknown>) => shopper.order(one(shipped), more)
    assertFields(await order({}), ['shipping_address', 'shipping_method_id'])
    assertFields(await order({ billing_address: london }), ['shipping_address', 'shipping_method_id'])
    assertFields(await order({ shipping_address: london }), ['shipping_method_id'])
    assertFields(await order({ shipping_method_id: method }), ['shipping_address'])
    assert.equal((await shopper.order(one(download))).status, 201)
    assertFields(await shopper.order([...one(download), ...one(shipped)]), ['shipping_address', 'shipping_method_id'])
    assert.deepEqual(await stockOf(service, shipped.id), [100, 0])
  })

  it('with a method not for its address, weight or shop answers 409 SHIPPING_UNAVAILABLE', async () => {
    const merchant = await makeMerchant(service)
    const rival = await makeMerchant(service)
    const shopper = await makeShopper(service, merchant)
    const [heavy, light, download] = [
      await makeProduct(service, merchant, { weightGrams: 600 }),
      await makeProduct(service, merchant),
      await makeProduct(service, merchant, { requiresShipping: false, weightGrams: 5000 }),
    ]
    const refusal = async (method: string, more: Record<string, unknown> = {}, items = one(heavy, 2)) => {
      const answer = await shopper.order(items, { shipping_address: london, shipping_method_id: method, ...more })
      return [answer.status, answer.body.error?.code, answer.body.error?.details]
    }
    assert.deepEqual(await refusal(newId()).then(([status]) => status), 409, 'of a shop without methods')
    const anywhere = await makeShippingMethod(service, merchant, { name: 'Anywhere' })
    const refused = (method: string, available = [anywhere]) => [
      409,
      'SHIPPING_UNAVAILABLE',
      { shipping_method_id: method, available },
    ]
    const abroad = await makeShippingMethod(service, merchant, { countries: ['DE'] })
    const letter = await makeShippingMethod(service, merchant, { maxWeight: 1199 })
    const ended = await makeShippingMethod(service, merchant, { active: false })
    const others = await makeShippingMethod(service, rival)
    for (const method of [abroad, letter, ended, others, newId()])
      assert.deepEqual(await refusal(method), refused(method))
    assert.deepEqual(await refusal(abroad, { shipping_address: undefined }), refused(abroad))
    assert.deepEqual(await refusal(anywhere, {}, one(download)), refused(anywhere, []))

    for (const [method, items, more] of [
      [abroad, one(heavy, 2), { shipping_address: berlin }],
      [letter, [...one(heavy), ...one(light, 5), ...one(download)], {}],
      [anywhere, one(heavy), { shipping_address: undefined }],
    ] as const)
      assert.deepEqual(await refusal(method, more, [...items]), [201, undefined, undefined])
  })

  it('above the threshold of its method ships for nothing', async () => {
    const merchant = await makeMerchant(service)
    const shopper = await makeShopper(service, merchant)
    const product = await makeProduct(service, merchant, { price: 10 })
    const method = await makeShippingMethod(service, merchant, { price: 3.5, freeFrom: 20 })
    const totals = async (quantity: number) => {
      const { data } = (await shopper.order(one(product, quantity), { shipping_method_id: method })).body
      return [data.subtotal, data.shipping_total, data.total, data.shipping_method.price]
    }
    assert.deepEqual(
      [await totals(1), await totals(2)],
      [
        [10, 3.5, 13.5, 3.5],
        [20, 0, 20, 0],
      ],
    )
  })

  it('of more than the largest amount with shipping and tax answers 400 VALIDATION_ERROR', async () => {
    const { merchant, method, shopper } = await taxedShop({ prices_include_tax: false })
    const product = await makeProduct(service, merchant, { price: 1_000_000_000 })
    const none = await makeProduct(service, merchant, {
      price: 1_000_000_000,
      taxClass: 'none',
      requiresShipping: false,
    })
    assert.equal((await shopper.order(one(none), { shipping_address: london })).status, 201)
    assertFields(await shopper.order(one(product), { shipping_address: london, shipping_method_id: method }), ['items'])
  })
})

function assertFields(answer: TestAnswer, fields: readonly string[]): void {
  assertRefused(answer, 400, 'VALIDATION_ERROR')
  assert.deepEqual(
    answer.body.error.details.map((fault: { field: string }) => fault.field),
    fields,
  )
}
