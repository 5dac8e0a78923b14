import assert from 'node:assert/strict'
import { numberInvoices } from '#src/modules/papers/number-invoices.ts'
import type { TestApp } from './app.ts'
import { makeMerchant, type TestMerchant } from './factories.ts'
import { makeShopper, staffOn } from './orders.ts'
import { makeProduct } from './products.ts'
import { until } from './until.ts'

export const invoiceSettings = {
  prefix: 'INV-',
  seller_name: 'Analytical Engines GmbH',
  seller_address: { line1: 'Friedrichstraße 1', city: 'Berlin', postal_code: '10117', country: 'DE' },
  vat_id: 'DE 136695976',
  notes: 'HRB 1',
}

/** A shop in Berlin that issues invoices; its prices contain 20 % and, of the class `reduced`, 7 %. */
export async function makeInvoicingShop(
  service: TestApp,
  settings: object = {},
  more: object = {},
): Promise<TestMerchant> {
  const shop = await makeMerchant(service, { currency: 'EUR' })
  const { headers } = shop.owner
  const set = { invoices: { ...invoiceSettings, ...settings }, support_email: 'shop@example.com', ...more }
  const { status, body } = await service.request('PATCH', '/admin/merchant', { headers, body: set })
  assert.equal(status, 200, JSON.stringify(body))
  const rate = { country: 'DE', region: null, name: 'VAT' }
  const rates = [
    { ...rate, tax_class: 'standard', rate: 20 },
    { ...rate, tax_class: 'reduced', rate: 7 },
    { ...rate, tax_class: 'shipping', rate: 20 },
  ]
  const taxed = await service.request('PUT', '/admin/tax-rates', { headers, body: { rates } })
  assert.equal(taxed.status, 200, JSON.stringify(taxed.body))
  return shop
}

export const berlin = { name: 'Ada Lovelace', line1: 'Allee 2', city: 'Berlin', postal_code: '10115', country: 'DE' }

export type OrderedLine = NonNullable<Parameters<typeof makeProduct>[2]> & { quantity?: number }

/** An unpaid order at a shop, and what shopper and staff do with it. */
export async function makeOrder(
  service: TestApp,
  shop: TestMerchant,
  lines: readonly OrderedLine[] = [{}],
  more: object = {},
) {
  const shopper = await makeShopper(service, shop)
  const products = await Promise.all(
    lines.map(({ quantity: _, ...options }) => makeProduct(service, shop, { onHand: 50, ...options })),
  )
  const items = products.map(({ id }, index) => ({ product_id: id, quantity: lines[index]?.quantity ?? 1 }))
  const placed = await shopper.order(items, { shipping_address: berlin, ...more })
  assert.equal(placed.status, 201, JSON.stringify(placed.body))
  const { id } = placed.body.data
  const { headers } = shop.owner
  const path = `/admin/orders/${id}`
  const staff = staffOn(service, shop, id)
  /** What was paid by hand, staff has paid back as well. */
  async function payBack() {
    const { refunds } = await staff.current()
    for (const refund of refunds) if (refund.status === 'pending') await staff.done(refund.id)
  }
  return {
    id,
    shopper,
    products,
    items,
    order: placed.body.data,
    ...staff,
    payBack,
    refund: async (body: unknown) => {
      const refunded = await staff.refund(body)
      await payBack()
      return refunded
    },
    move: async (status: string) => {
      const moved = await staff.move(status)
      await payBack()
      return moved
    },
    /** A payment that staff has received. */
    pay: async () => {
      const paid = await service.request('POST', `${path}/payments`, { headers, body: { method: 'manual' } })
      assert.equal(paid.status, 201, JSON.stringify(paid.body))
    },
    invoice: (body?: unknown) => service.request('POST', `${path}/invoice`, { headers, body }),
    correct: (body: unknown) => service.request('POST', `${path}/invoice/correct`, { headers, body }),
    papers: async () => (await service.request('GET', `${path}/invoices`, { headers })).body.data.invoices,
    page: (query = '') => service.request('GET', `${path}/invoice${query}`, { headers }),
  }
}

/** An invoice with its files, and the credit note of a refund, of a shop of their own. */
export async function makeCreditedInvoice(service: TestApp): Promise<void> {
  const shop = await makeInvoicingShop(service)
  const order = await makeOrder(service, shop)
  await order.pay()
  assert.equal((await order.refund({ amount: 1 })).status, 201)
  await numberAll(service, shop)
  assert.equal((await order.page('?format=pdf')).status, 200)
}

/** Numbers all that is due, without the wait for earlier payments. */
export async function numberAll({ deps }: Pick<TestApp, 'deps'>, shop: { id: string }): Promise<void> {
  await until(async () => {
    await numberInvoices(deps.shop(shop.id), shop.id, 0)
    const { rows } = await deps.pool.query('select from invoice_requests where merchant_id = $1', [shop.id])
    return rows.length === 0
  }, 'all papers to be numbered')
}

/** The numbers of a series, in the order of what caused them. */
export async function numbersOf({ deps }: Pick<TestApp, 'deps'>, shop: { id: string }, kind = 'invoice') {
  const { rows } = await deps.pool.query(
    'select number::int from invoices where merchant_id = $1 and kind = $2 order by caused_at, number',
    [shop.id, kind],
  )
  return rows.map(({ number }) => number as number)
}

/** The UBL of the newest invoice, and what its elements of a name say. */
export async function readUbl(order: Pick<Awaited<ReturnType<typeof makeOrder>>, 'page'>, query = '') {
  const { status, body: xml } = await order.page(`?format=ubl${query}`)
  assert.equal(status, 200, JSON.stringify(xml))
  const values = (name: string) =>
    [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, value]) => value)
  return { xml, values }
}
