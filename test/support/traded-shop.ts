import fc from 'fast-check'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'
import { makeShopper, staffOn } from './orders.ts'
import { makePaymentFee } from './payment-fees.ts'
import { makeProducts } from './products.ts'
import { makePromotion } from './promotions.ts'
import { berlin, london, makeShippingMethod, setSelling, setTaxRates } from './selling.ts'
import { grantCredit, makeCardProduct, makeGiftCard, payWith } from './stored-value.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
export type Row = Record<string, any>

const step = fc.record({
  quantities: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 4, maxLength: 4 }),
  to: fc.constantFrom(london, berlin),
  withCode: fc.boolean(),
  paidBy: fc.constantFrom('card', 'card', 'gift card', 'both', 'credit', 'nobody'),
  acts: fc.array(fc.constantFrom('unit', 'amount', 'shipping', 'fewer', 'more', 'cancel', 'rest', 'send', 'broken'), {
    maxLength: 4,
  }),
  pick: fc.nat(1_000),
})

/** Orders that are paid, sent, edited and refunded in every way, then spread over forty days. */
export async function trade(service: TestApp, shop: TestMerchant): Promise<void> {
  await setSelling(service, shop, { prices_include_tax: true, shipping_tax: 'class' })
  await setTaxRates(service, shop, [
    { country: 'GB', rate: 20 },
    { country: 'GB', taxClass: 'reduced', rate: 5 },
    { country: 'DE', rate: 19 },
    { country: 'DE', taxClass: 'reduced', rate: 7 },
  ])
  const method = await makeShippingMethod(service, shop, { price: 3.95 })
  const paying = await makePaymentFee(service, shop, { kind: 'card', name: 'Card', fee: { amount: 1.29 } })
  await makePromotion(service, shop, { name: 'Ten', code: 'TEN-1' })
  const products = await makeProducts(service, shop, [
    { price: 9.99, onHand: 10_000, columns: { unit_cost_minor: 417 } },
    { price: 33.33, onHand: 10_000, columns: { tax_class: 'reduced' } },
    { price: 12.5, onHand: 10_000, columns: { requires_shipping: false, unit_cost_minor: 0 } },
  ])
  const ids = [...products, await makeCardProduct(service, shop)].map(({ id }) => id)
  const edited = {
    quantities: [3, 1, 1, 0],
    to: berlin,
    withCode: true,
    paidBy: 'card',
    acts: ['fewer', 'send', 'broken'],
    pick: 0,
  }
  for (const { quantities, to, withCode, paidBy, acts, pick } of [
    edited,
    ...fc.sample(step, { numRuns: 30, seed: 7 }),
  ]) {
    const shopper = await makeShopper(service, shop)
    const items = ids
      .map((product_id, i) => ({ product_id, quantity: quantities[i] ?? 0 }))
      .filter((item) => item.quantity > 0)
    const more = {
      shipping_address: to,
      shipping_method_id: method,
      ...(pick % 3 === 0 && { payment_method_id: paying }),
      ...(withCode && { discount_codes: ['TEN-1'] }),
    }
    const placed = await shopper.order(items, more)
    if (placed.status !== 201) continue
    const { id, total } = placed.body.data
    const card = async (amount: number) =>
      payWith(service, shopper.headers, id, (await makeGiftCard(service, shop, amount)).code)
    if (paidBy === 'gift card') await card(500)
    if (paidBy === 'both') await card(Math.max(1, Math.round(total / 2)))
    if (paidBy === 'credit') {
      await grantCredit(service, shop, shopper.id, 400)
      await payWith(service, shopper.headers, id)
    }
    if (paidBy === 'card' || paidBy === 'both') await shopper.pay(id)
    const staff = staffOn(service, shop, id)
    for (const act of acts) {
      if (act === 'unit') await staff.refund({ items: [{ line: 1, quantity: 1 }] })
      if (act === 'broken') await staff.refund({ items: [{ line: 1, quantity: 1, restock: false }] })
      if (act === 'send') await staff.move('completed')
      if (act === 'amount') await staff.refund({ amount: 1 + (pick % 300) / 100 })
      if (act === 'shipping') await staff.refund({ shipping: true })
      if (act === 'fewer') await staff.edit({ set: [{ line: 1, quantity: 1 }] })
      if (act === 'more') await staff.edit({ add: [{ product_id: ids[pick % 3], quantity: 1 + (pick % 2) }] })
      if (act === 'cancel') await staff.move('cancelled')
      if (act === 'rest') await shopper.pay(id)
    }
  }
  // What was written just now is spread over forty days, by the row.
  const spread = (column: string) =>
    sql`${sql.ref(column)} - make_interval(mins => (abs(hashtext(${sql.ref('id')}::text)) % 57600))`
  for (const [table, column] of [
    ['orders', 'paid_at'],
    ['refunds', 'settled_at'],
    ['payments', 'settled_at'],
  ] as const) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${spread(column)}
               where merchant_id = ${shop.id} and ${sql.ref(column)} is not null`.execute(service.deps.db)
  }
  await sql`update stored_value_entries
               set created_at = created_at - make_interval(mins => (abs(hashtext(account_id::text)) % 57600))
             where merchant_id = ${shop.id}`.execute(service.deps.db)
}

export const minor = (amount: number) => Math.round(amount * 100)
export const sum = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)

const counts = ['orders', 'units', 'refunded_units', 'payments', 'edits', 'returned_units', 'units_without_cost']
/** Amounts of a report in minor units; counts stay. */
export const asMinor = (report: string, measures: Row) =>
  Object.fromEntries(
    Object.entries(measures).map(([name, value]) => [
      name,
      counts.includes(name) || (name === 'refunds' && ['refunds', 'payments'].includes(report)) ? value : minor(value),
    ]),
  )
