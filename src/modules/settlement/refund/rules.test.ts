import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#src/platform/lib/errors.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import {
  after,
  checkCounts,
  type Draft,
  draft,
  fulfil,
  isShippingLeft,
  orderOf,
  pick,
  refundableOf,
  steps,
} from '#test/support/refundable-orders.ts'
import { planRefund, type RefundableOrder, type RefundInput } from './rules.ts'

const runs = 1_000

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
  assert.deepEqual(plan.lines, [{ line: 1, productId: 'product-0', cancelled: 2, returned: 1, restock: false }])
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
  assert.deepEqual(one.lines, [{ line: 1, productId: 'product-0', cancelled: 0, returned: 1, restock: true }])
  const products = [{ product_id: 'product-0', line: 1, requested: 3, refundable: 2 }]
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
