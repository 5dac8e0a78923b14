import assert from 'node:assert/strict'
import fc from 'fast-check'
import { planFulfillment } from '#src/modules/orders/fulfil/rules.ts'
import { leftOf } from '#src/modules/orders/rules.ts'
import type { RefundableItem, RefundableOrder, RefundPlan } from '#src/modules/settlement/refund/rules.ts'
import { shareOf } from '#src/platform/lib/money.ts'

/** An order that was paid, with its taxes frozen as the checkout does. */
export interface Draft {
  currency: string
  included: boolean
  rates: number[]
  lines: { price: number; quantity: number; tax: number | null }[]
  shipping: number
  shippingTax: number | null
  /** Of the way to pay. */
  fee?: number
  feeTax?: number | null
  /** Minor units that amounts are multiples of. */
  unit: number
}

const taxOf = fc.option(fc.nat(2), { nil: null })
export const draft: fc.Arbitrary<Draft> = fc.record({
  currency: fc.constantFrom('GBP', 'JPY', 'KWD'),
  included: fc.boolean(),
  // In hundredths of a percent.
  rates: fc.array(fc.oneof(fc.constantFrom(2_000, 1_900, 700, 500, 0), fc.integer({ min: 0, max: 10_000 })), {
    minLength: 3,
    maxLength: 3,
  }),
  lines: fc.array(
    fc.record({
      price: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 1_000_000_000 })),
      quantity: fc.integer({ min: 1, max: 7 }),
      tax: taxOf,
    }),
    { minLength: 1, maxLength: 5 },
  ),
  // 0: the threshold of free shipping was reached.
  shipping: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5_000 })),
  shippingTax: taxOf,
  fee: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2_000 })),
  feeTax: taxOf,
  unit: fc.constantFrom(1, 10, 100),
})

export function orderOf({
  currency,
  included,
  rates,
  lines,
  shipping: ofShipping,
  shippingTax,
  fee: ofFee = 0,
  feeTax = null,
  unit,
}: Draft): RefundableOrder {
  const [shipping, fee] = [ofShipping * unit, ofFee * unit]
  const items = lines.map(
    ({ price, quantity, tax }, index): RefundableItem => ({
      line: index + 1,
      product_id: `product-${index}`,
      quantity,
      price_minor: price * unit,
      tax_line: tax,
      quantity_fulfilled: 0,
      quantity_cancelled: 0,
      quantity_returned: 0,
    }),
  )
  const tax_lines = rates.map((rate, index) => {
    const ofItems = items.filter((item) => item.tax_line === index)
    const others = (shippingTax === index ? shipping : 0) + (feeTax === index ? fee : 0)
    const taxable = ofItems.reduce((sum, item) => sum + item.price_minor * item.quantity, 0) + others
    return {
      name: `VAT ${index}`,
      rate: rate / 100,
      taxable_minor: taxable,
      amount_minor: shareOf(taxable, rate, included ? 10_000 + rate : 10_000, unit),
      ...(fee > 0 && feeTax === index && { fee_minor: fee }),
    }
  })
  const subtotal = items.reduce((sum, item) => sum + item.price_minor * item.quantity, 0)
  const tax = tax_lines.reduce((sum, line) => sum + line.amount_minor, 0)
  return {
    status: 'paid',
    payment_status: 'paid',
    paid_at: new Date(),
    fulfillment_status: 'unfulfilled',
    currency,
    total_minor: subtotal + shipping + fee + (included ? 0 : tax),
    refunded_total_minor: 0,
    shipping_total_minor: shipping,
    payment_fee_total_minor: fee,
    tax_included: included,
    tax_lines,
    shipping_tax_line: shippingTax,
    items,
    refunds: null,
    charge_unit: unit,
  }
}

export function after(order: RefundableOrder, plan: RefundPlan): RefundableOrder {
  return {
    ...order,
    status: plan.status,
    fulfillment_status: plan.fulfillmentStatus,
    items: plan.items,
    refunded_total_minor: order.refunded_total_minor + plan.amountMinor,
    refunds: [...(order.refunds ?? []), { shipping_minor: plan.shippingMinor }],
  }
}

/** What an operator does next. `units` picks for each line how many of those left it takes. */
type Step = { do: 'refund' | 'fulfil'; units: number[]; shipping: boolean; amount: number | null }
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('refund' as const, 'refund' as const, 'fulfil' as const),
  units: fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }),
  shipping: fc.boolean(),
  amount: fc.option(fc.nat(3_000_000), { nil: null }),
})
export const steps = fc.array(step, { maxLength: 12 })

export const refundableOf = (order: RefundableOrder, item: RefundableItem) =>
  leftOf(order, item) + item.quantity_fulfilled - item.quantity_returned

export const pick = (order: RefundableOrder, units: number[], most: (item: RefundableItem) => number) =>
  order.items
    .map((item, index) => ({ product_id: item.product_id, quantity: Math.min(units[index] ?? 0, most(item)) }))
    .filter(({ quantity }) => quantity > 0)

export const canFulfil = ({ status }: RefundableOrder) => status === 'paid' || status === 'processing'

export function fulfil(order: RefundableOrder, units: number[]): RefundableOrder {
  const items = pick(order, units, (item) => leftOf(order, item))
  if (!canFulfil(order) || items.length === 0) return order
  const plan = planFulfillment(order, items)
  const counted = plan.items as RefundableItem[]
  return { ...order, status: plan.status, fulfillment_status: plan.fulfillmentStatus, items: counted }
}

export const isShippingLeft = ({ refunds, shipping_total_minor }: RefundableOrder) =>
  shipping_total_minor > 0 && !refunds?.some(({ shipping_minor }) => shipping_minor > 0)

/** Checks what holds after every step. */
export function checkCounts(order: RefundableOrder): void {
  assert.ok(order.refunded_total_minor >= 0 && order.refunded_total_minor <= order.total_minor)
  for (const item of order.items) {
    assert.ok(item.quantity_fulfilled + item.quantity_cancelled <= item.quantity)
    assert.ok(item.quantity_returned <= item.quantity_fulfilled)
  }
  const left = order.items.reduce((sum, item) => sum + leftOf(order, item), 0)
  const sent = order.items.some((item) => item.quantity_fulfilled > 0)
  const expected = left > 0 ? [sent ? 'processing' : 'paid'] : [sent ? 'completed' : 'cancelled']
  assert.deepEqual([order.status], expected)
}
