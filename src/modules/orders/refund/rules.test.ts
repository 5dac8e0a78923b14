import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#src/platform/lib/errors.ts'
import { shareOf, toMajor } from '#src/platform/lib/money.ts'
import { planFulfillment } from '../fulfil/rules.ts'
import { leftOf } from '../rules.ts'
import { planRefund, type RefundableItem, type RefundableOrder, type RefundInput, type RefundPlan } from './rules.ts'

const runs = 1_000

/** An order that was paid, with its taxes frozen as the checkout does. */
interface Draft {
  currency: string
  included: boolean
  rates: number[]
  lines: { price: number; quantity: number; tax: number | null }[]
  shipping: number
  shippingTax: number | null
  /** Minor units that amounts are multiples of. */
  unit: number
}

const taxOf = fc.option(fc.nat(2), { nil: null })
const draft: fc.Arbitrary<Draft> = fc.record({
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
  unit: fc.constantFrom(1, 10, 100),
})

function orderOf({
  currency,
  included,
  rates,
  lines,
  shipping: ofShipping,
  shippingTax,
  unit,
}: Draft): RefundableOrder {
  const shipping = ofShipping * unit
  const items = lines.map(
    ({ price, quantity, tax }, index): RefundableItem => ({
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
    const taxable =
      ofItems.reduce((sum, item) => sum + item.price_minor * item.quantity, 0) + (shippingTax === index ? shipping : 0)
    return {
      name: `VAT ${index}`,
      rate: rate / 100,
      taxable_minor: taxable,
      amount_minor: shareOf(taxable, rate, included ? 10_000 + rate : 10_000, unit),
    }
  })
  const subtotal = items.reduce((sum, item) => sum + item.price_minor * item.quantity, 0)
  const tax = tax_lines.reduce((sum, line) => sum + line.amount_minor, 0)
  return {
    status: 'paid',
    ...{ payment_status: 'paid', paid_at: new Date() },
    fulfillment_status: 'unfulfilled',
    currency,
    total_minor: subtotal + shipping + (included ? 0 : tax),
    refunded_total_minor: 0,
    shipping_total_minor: shipping,
    tax_included: included,
    tax_lines,
    shipping_tax_line: shippingTax,
    items,
    refunds: null,
    charge_unit: unit,
  }
}

function after(order: RefundableOrder, plan: RefundPlan): RefundableOrder {
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
const steps = fc.array(step, { maxLength: 12 })

const refundableOf = (order: RefundableOrder, item: RefundableItem) =>
  leftOf(order, item) + item.quantity_fulfilled - item.quantity_returned

const pick = (order: RefundableOrder, units: number[], most: (item: RefundableItem) => number) =>
  order.items
    .map((item, index) => ({ product_id: item.product_id, quantity: Math.min(units[index] ?? 0, most(item)) }))
    .filter(({ quantity }) => quantity > 0)

const canFulfil = ({ status }: RefundableOrder) => status === 'paid' || status === 'processing'

function fulfil(order: RefundableOrder, units: number[]): RefundableOrder {
  const items = pick(order, units, (item) => leftOf(order, item))
  if (!canFulfil(order) || items.length === 0) return order
  const plan = planFulfillment(order, items)
  const counted = plan.items as RefundableItem[]
  return { ...order, status: plan.status, fulfillment_status: plan.fulfillmentStatus, items: counted }
}

const isShippingLeft = ({ refunds, shipping_total_minor }: RefundableOrder) =>
  shipping_total_minor > 0 && !refunds?.some(({ shipping_minor }) => shipping_minor > 0)

/** Checks what holds after every step. */
function checkCounts(order: RefundableOrder): void {
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

test('any partial refunds of an order, in any order, sum to what was paid', () => {
  fc.assert(
    fc.property(draft, steps, (one, all) => {
      let order = orderOf(one)
      for (const { do: kind, units, shipping } of all) {
        if (kind === 'fulfil') order = fulfil(order, units)
        else {
          const items = pick(order, units, (item) => refundableOf(order, item))
          const withShipping = shipping && isShippingLeft(order)
          if (items.length === 0 && !withShipping) continue
          const input: RefundInput = { shipping: withShipping, ...(items.length > 0 && { items }) }
          const plan = planRefund(order, input)
          assert.ok(plan.amountMinor >= plan.shippingMinor && plan.shippingMinor >= 0)
          assert.equal(plan.amountMinor % one.unit, 0)
          order = after(order, plan)
        }
        checkCounts(order)
      }
      const rest = pick(order, Array(5).fill(7), (item) => refundableOf(order, item))
      const shipping = isShippingLeft(order)
      if (rest.length > 0 || shipping) {
        order = after(order, planRefund(order, { shipping, ...(rest.length > 0 && { items: rest }) }))
      }
      assert.equal(order.refunded_total_minor, order.total_minor)
    }),
    { numRuns: runs },
  )
})

test('refunds with amounts of the operator never exceed what was paid, and are refused only if they would', () => {
  let tooLarge = 0
  fc.assert(
    fc.property(draft, steps, (one, all) => {
      let order = orderOf(one)
      for (const { do: kind, units, amount } of all) {
        if (kind === 'fulfil') order = fulfil(order, units)
        else {
          const items = pick(order, units, (item) => refundableOf(order, item))
          if (items.length === 0 && !amount) continue
          const input: RefundInput = {
            ...(items.length > 0 && { items }),
            ...(amount !== null && { amount: toMajor(amount * one.unit, order.currency) }),
          }
          try {
            const plan = planRefund(order, input)
            if (amount !== null) assert.equal(plan.amountMinor, amount * one.unit)
            order = after(order, plan)
          } catch (error) {
            assert.ok(error instanceof AppError && error.code === 'REFUND_TOO_LARGE')
            const details = error.details as { amount: number; refundable: number }
            assert.ok(details.amount > details.refundable)
            tooLarge += 1
          }
        }
        checkCounts(order)
      }
    }),
    { numRuns: runs },
  )
  assert.ok(tooLarge > 100)
})

const sold = (more: Partial<Draft>): Draft => ({
  currency: 'GBP',
  included: false,
  rates: [2_000, 500, 0],
  lines: [{ price: 1_999, quantity: 3, tax: 0 }],
  shipping: 0,
  shippingTax: null,
  unit: 1,
  ...more,
})

test('two of three units give back their price and tax, and shipping that was free is not charged after', () => {
  const order = orderOf(sold({}))
  assert.equal(order.total_minor, 7_196)
  const two = planRefund(order, { items: [{ product_id: 'product-0', quantity: 2 }] })
  // 39.98, and 8.00 of the 11.99 tax.
  assert.deepEqual([two.amountMinor, two.shippingMinor], [4_797, 0])
  const last = planRefund(after(order, two), { items: [{ product_id: 'product-0', quantity: 1 }] })
  assert.equal(two.amountMinor + last.amountMinor, 7_196)
})

test('with tax included units give back their price, in a currency of any decimals', () => {
  for (const currency of ['GBP', 'JPY', 'KWD']) {
    const order = orderOf(sold({ currency, included: true, shipping: 395, shippingTax: 0 }))
    const plan = planRefund(order, { items: [{ product_id: 'product-0', quantity: 1 }], shipping: true })
    assert.deepEqual([plan.amountMinor, plan.shippingMinor], [1_999 + 395, 395])
    const tooMuch = toMajor(order.total_minor + 1, currency)
    assert.throws(() => planRefund(order, { amount: tooMuch }), { code: 'REFUND_TOO_LARGE' })
  }
})

test('units that were not sent are cancelled before others are returned', () => {
  const order = fulfil(orderOf(sold({})), [1])
  const plan = planRefund(order, { items: [{ product_id: 'product-0', quantity: 3, restock: false }] })
  assert.deepEqual(plan.lines, [{ productId: 'product-0', cancelled: 2, returned: 1, restock: false }])
  assert.equal(plan.status, 'completed')
})

test('what cannot be refunded is refused with the reason, and what is left is not', () => {
  const line = { product_id: 'product-0', quantity: 1 }
  const order = orderOf(sold({ shipping: 395 }))
  const refused = (of: RefundableOrder, input: RefundInput, expected: unknown) =>
    assert.throws(
      () => planRefund(of, input),
      (error) => {
        assert.ok(error instanceof AppError)
        assert.deepEqual({ code: error.code, details: error.details }, expected)
        return true
      },
    )
  const code = 'INVALID_TRANSITION'
  for (const payment_status of ['unpaid', 'failed', 'refunded'] as const) {
    const unpaid = { ...order, status: 'cancelled', payment_status, paid_at: null } as const
    refused(unpaid, { amount: 1 }, { code, details: { status: 'cancelled', payment_status } })
  }
  refused(orderOf(sold({})), { shipping: true }, { code, details: undefined })
  const shipped = after(order, planRefund(order, { shipping: true }))
  refused(shipped, { items: [line], shipping: true }, { code, details: undefined })
  assert.equal(planRefund(shipped, { items: [line] }).amountMinor, 2_399)
  assert.throws(() => planRefund(order, { amount: 1.005 }), { code: 'VALIDATION_ERROR' })

  const sent = fulfil(order, [3])
  const one = planRefund(sent, { items: [line] })
  assert.deepEqual(one.lines, [{ productId: 'product-0', cancelled: 0, returned: 1, restock: true }])
  const products = [{ product_id: 'product-0', requested: 3, refundable: 2 }]
  refused(after(sent, one), { items: [{ ...line, quantity: 3 }] }, { code, details: { products } })
})

test('amounts and units give back no more tax than there was, and all of it with the last', () => {
  fc.assert(
    fc.property(draft, steps, (one, all) => {
      let order = orderOf(one)
      const give = (input: RefundInput) => {
        const { taxLines, ...plan } = planRefund(order, input)
        const before = order.refunds ?? []
        order = after(order, { ...plan, taxLines })
        order = { ...order, refunds: [...before, { shipping_minor: plan.shippingMinor, tax_lines: taxLines }] }
      }
      const given = (index: number) =>
        (order.refunds ?? []).reduce((sum, { tax_lines }) => sum + (tax_lines?.[index]?.amount_minor ?? 0), 0)
      const hasAmount = all.some(({ amount }) => amount !== null)
      for (const { units, amount } of all) {
        const items = pick(order, units, (item) => refundableOf(order, item))
        const left = order.total_minor - order.refunded_total_minor
        if (amount !== null && left > 0)
          give({ amount: toMajor(((amount % (left / one.unit)) + 1) * one.unit, order.currency) })
        else if (amount === null && items.length > 0 && !hasAmount) give({ items })
        for (const [index, line] of (order.tax_lines ?? []).entries()) assert.ok(given(index) <= line.amount_minor)
      }
      if (hasAmount) return
      const rest = pick(order, Array(5).fill(7), (item) => refundableOf(order, item))
      const shipping = isShippingLeft(order)
      if (rest.length > 0 || shipping) give({ shipping, ...(rest.length > 0 && { items: rest }) })
      for (const [index, line] of (order.tax_lines ?? []).entries()) assert.equal(given(index), line.amount_minor)
    }),
    { numRuns: runs },
  )
})

test('a goodwill amount is split over the rates by what is left of each', () => {
  // 26.66 with 20 % and 29.69 with 7 %: of 5.00 2.37 and 2.63.
  const order = orderOf(
    sold({
      included: true,
      rates: [2_000, 700, 0],
      lines: [
        { price: 2_666, quantity: 1, tax: 0 },
        { price: 2_969, quantity: 1, tax: 1 },
      ],
    }),
  )
  const lines = planRefund(order, { amount: 5 }).taxLines ?? []
  assert.deepEqual(
    lines.map(({ taxable_minor, amount_minor }) => [taxable_minor, amount_minor]),
    [
      [237, 39],
      [263, 17],
      [0, 0],
    ],
  )
})
