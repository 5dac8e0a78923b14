import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { PricedLine } from '#src/modules/pricing/taxed-goods-rules.ts'
import { totalsOf } from '#src/modules/pricing/total-rules.ts'
import type { TaxRateRow } from '#src/modules/taxes/index.ts'
import { planRefund, type RefundableOrder } from './rules.ts'

const classes = ['a', 'b', 'untaxed']
const rates = fc.uniqueArray(
  fc.record<TaxRateRow>({
    country: fc.constant('CA'),
    region: fc.constant(null),
    postal_codes: fc.constant(null),
    tax_class: fc.constantFrom('a', 'b', 'shipping'),
    name: fc.constantFrom('GST', 'QST', 'Levy'),
    rate: fc.constantFrom(5, 9.975, 7, 20, 0),
    compound: fc.boolean(),
  }),
  { selector: ({ tax_class, name }) => `${tax_class} ${name}`, maxLength: 7 },
)
const lines = fc.array(
  fc.record<PricedLine>({
    price_minor: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 1_000_000 })),
    quantity: fc.integer({ min: 1, max: 6 }),
    requires_shipping: fc.boolean(),
    weight_grams: fc.constant(null),
    tax_class: fc.constantFrom(...classes),
  }),
  { minLength: 1, maxLength: 5 },
)
const fee = fc.option(
  fc.record({ amountMinor: fc.integer({ min: 1, max: 900 }), taxClass: fc.constantFrom(...classes) }),
  {
    nil: undefined,
  },
)
/** What each refund takes of each line, and whether it gives shipping back. */
const steps = fc.array(
  fc.record({ units: fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }), shipping: fc.boolean() }),
  { maxLength: 8 },
)

for (const currency of ['GBP', 'JPY', 'KWD'])
  test(`refunds of several taxes sum to price and taxes, whatever their parts, in ${currency}`, () => {
    fc.assert(
      fc.property(
        ...[lines, rates, fc.nat(5_000), fc.boolean(), fc.constantFrom('goods', 'class'), steps, fee],
        (lines, rates, shipping, included, shippingTax, steps, fee) => {
          const place = { country: 'CA', region: null }
          const totals = totalsOf(lines, shipping, { rates, place, included, shippingTax }, currency, 1, fee)
          let order: RefundableOrder = {
            status: 'paid',
            payment_status: 'paid',
            paid_at: new Date(0),
            fulfillment_status: 'unfulfilled',
            currency,
            ...totals,
            refunded_total_minor: 0,
            refunds: [],
            items: lines.map(({ price_minor, quantity }, index) => ({
              line: index + 1,
              product_id: `product-${index}`,
              price_minor,
              quantity,
              tax_line: totals.taxLineOf[index] ?? null,
              quantity_fulfilled: 0,
              quantity_cancelled: 0,
              quantity_returned: 0,
            })),
          }
          let isShippingLeft = shipping > 0
          for (const { units, shipping: withShipping } of [...steps, { units: Array(5).fill(6), shipping: true }]) {
            const items = order.items
              .map((item, index) => ({
                product_id: item.product_id,
                quantity: Math.min(units[index] ?? 0, item.quantity - item.quantity_cancelled),
              }))
              .filter(({ quantity }) => quantity > 0)
            const gives = withShipping && isShippingLeft
            if (items.length === 0 && !gives) continue
            const plan = planRefund(order, { shipping: gives, ...(items.length > 0 && { items }) })
            isShippingLeft &&= !gives
            assert.ok(plan.amountMinor >= 0)
            const isLast = plan.items.every((item) => item.quantity_cancelled === item.quantity) && items.length > 0
            assert.equal(plan.feeMinor > 0, isLast && fee !== undefined)
            order = {
              ...order,
              items: plan.items,
              refunded_total_minor: order.refunded_total_minor + plan.amountMinor,
              refunds: [...(order.refunds ?? []), { shipping_minor: plan.shippingMinor, tax_lines: plan.taxLines }],
            }
          }
          assert.equal(order.refunded_total_minor, order.total_minor)
          for (const [index, line] of (order.tax_lines ?? []).entries()) {
            const given = (order.refunds ?? []).map(({ tax_lines }) => tax_lines?.[index])
            const sum = (of: 'amount_minor' | 'taxable_minor') =>
              given.reduce((total, one) => total + (one?.[of] ?? 0), 0)
            assert.deepEqual([sum('amount_minor'), sum('taxable_minor')], [line.amount_minor, line.taxable_minor])
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })
