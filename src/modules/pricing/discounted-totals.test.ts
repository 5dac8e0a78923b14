import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Candidate } from '#src/modules/promotions/rules.ts'
import { planRefund, type RefundableOrder } from '#src/modules/settlement/refund/rules.ts'
import { chooseBest } from '#test/support/discounts.ts'
import { type RandomBasket, randomBasket } from '#test/support/random-baskets.ts'
import type { TaxTerms } from './taxed-goods-rules.ts'
import { totalOfRest, totalsOf } from './total-rules.ts'

const runs = 10_000
const place = { country: 'GB', region: null }
const rates = [
  { tax_class: 'standard', rate: 19 },
  { tax_class: 'reduced', rate: 7 },
  { tax_class: 'shipping', rate: 19 },
].map((row, position) => ({
  country: 'GB',
  region: null,
  region_key: '',
  postal_codes: null,
  compound: false,
  name: 'VAT',
  position,
  ...row,
}))

/** The totals of a basket, as an order gets them. */
function price({ lines, shipping, included, shippingTax, unit, currency }: RandomBasket, candidates: Candidate[]) {
  const tax: TaxTerms = { rates, place, included, shippingTax }
  // Prices are multiples of the unit; amounts of promotions need not be.
  const priced = lines.map((line) => ({
    price_minor: line.price_minor * unit,
    quantity: line.quantity,
    tax_class: line.taxClass,
    requires_shipping: true,
    weight_grams: null,
  }))
  const totalOf = totalOfRest(priced, tax, unit)
  const found = chooseBest({ lines: priced, shippingMinor: shipping * unit, totalOf }, candidates)
  const discounted = priced.map((line, index) => ({
    ...line,
    discount_minor: line.price_minor * line.quantity - (found.left[index] ?? 0),
  }))
  const totals = totalsOf(discounted, found.shippingLeft, tax, currency, unit)
  return { found, discounted, totals, compared: totalOf(found.left, found.shippingLeft) }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

test('random baskets: lines, discounts, shipping, tax and total sum, and nothing is negative', () => {
  let discountedOnes = 0
  fc.assert(
    fc.property(randomBasket, (basket) => {
      const { found, discounted, totals, compared } = price(basket, basket.candidates)
      for (const line of discounted) {
        assert.ok(line.discount_minor >= 0 && line.discount_minor <= line.price_minor * line.quantity)
        assert.ok(Number.isSafeInteger(line.discount_minor))
      }
      const { discounts } = found
      assert.equal(totals.subtotal_minor, sum(discounted.map((line) => line.price_minor * line.quantity)))
      assert.equal(totals.discount_total_minor, sum(discounted.map((line) => line.discount_minor)))
      assert.equal(totals.discount_total_minor, sum(discounts.map(({ amount_minor }) => amount_minor)))
      const offShipping = sum(discounts.map(({ shipping_minor }) => shipping_minor))
      assert.equal(totals.shipping_total_minor, basket.shipping * basket.unit - offShipping)
      assert.ok(totals.shipping_total_minor >= 0)
      const taxes = totals.tax_lines ?? []
      assert.equal(totals.tax_total_minor, sum(taxes.map(({ amount_minor }) => amount_minor)))
      const { subtotal_minor, discount_total_minor, shipping_total_minor, rounding_total_minor } = totals
      const added = basket.included ? 0 : totals.tax_total_minor
      const exact = subtotal_minor - discount_total_minor + shipping_total_minor + added
      assert.equal(totals.total_minor, exact + rounding_total_minor)
      assert.equal(compared, exact)
      assert.ok(totals.total_minor >= 0)
      assert.equal(totals.total_minor % basket.unit, 0)
      assert.ok(Math.abs(rounding_total_minor) < basket.unit)
      const members = discounts.length
      const known = basket.candidates.filter(({ id }) => discounts.some(({ promotion_id }) => promotion_id === id))
      assert.ok(members < 2 || known.every(({ combines }) => combines))
      if (members > 0) discountedOnes += 1
    }),
    { numRuns: runs },
  )
  assert.ok(discountedOnes > runs / 4)
})

test('random baskets: one more promotion, or a better one, never makes an order dearer', () => {
  fc.assert(
    fc.property(randomBasket, fc.nat(3), fc.integer({ min: 1, max: 5_000 }), (basket, at, more) => {
      const { candidates } = basket
      const [without, all] = [price(basket, candidates.toSpliced(at, 1)), price(basket, candidates)]
      assert.ok(all.compared <= without.compared)
      const one = candidates[at]
      if (one?.kind !== 'amount' || !basket.included) return
      const better = { ...one, terms: { ...one.terms, amount_minor: (one.terms.amount_minor ?? 0) + more } }
      assert.ok(price(basket, candidates.with(at, better)).compared <= all.compared)
    }),
    { numRuns: runs },
  )
})

test('random baskets: refunds of units in any parts and order sum to what was paid', () => {
  fc.assert(
    fc.property(randomBasket, fc.infiniteStream(fc.nat(100)), fc.constantFrom(1, 10), (basket, picks, refundUnit) => {
      const { discounted, totals } = price(basket, basket.candidates)
      if (refundUnit > basket.unit) return
      const { taxLineOf, ...charge } = totals
      let order: RefundableOrder = {
        ...charge,
        currency: basket.currency,
        status: 'paid',
        payment_status: 'paid',
        paid_at: new Date(),
        fulfillment_status: 'unfulfilled',
        refunded_total_minor: 0,
        refunds: null,
        charge_unit: refundUnit,
        items: discounted.map((line, index) => ({
          line: index + 1,
          product_id: `product-${index}`,
          tax_line: taxLineOf[index] ?? null,
          price_minor: line.price_minor,
          quantity: line.quantity,
          discount_minor: line.discount_minor,
          quantity_fulfilled: 0,
          quantity_cancelled: 0,
          quantity_returned: 0,
        })),
      }
      let isShippingLeft = order.shipping_total_minor > 0
      for (;;) {
        const left = order.items.filter((item) => item.quantity_cancelled < item.quantity)
        const pick = picks.next().value
        const shipping = isShippingLeft && (left.length === 0 || pick % 5 === 0)
        const item = left[pick % (left.length || 1)]
        if (item === undefined && !shipping) break
        // What is left of shipping may be less than can be refunded: the rounding has taken it.
        if (item === undefined && order.refunded_total_minor === order.total_minor) break
        const units = item && 1 + (pick % (item.quantity - item.quantity_cancelled))
        const items = item && units ? [{ product_id: item.product_id, quantity: units }] : undefined
        const plan = planRefund(order, { shipping, ...(items && { items }) })
        assert.ok(plan.amountMinor >= 0)
        assert.equal(plan.amountMinor % refundUnit, 0)
        if (shipping) isShippingLeft = false
        order = {
          ...order,
          items: plan.items,
          refunded_total_minor: order.refunded_total_minor + plan.amountMinor,
          refunds: [...(order.refunds ?? []), { shipping_minor: shipping ? 1 : 0, tax_lines: plan.taxLines }],
        }
      }
      assert.equal(order.refunded_total_minor, order.total_minor)
      const given = (index: number) =>
        sum((order.refunds ?? []).map(({ tax_lines }) => tax_lines?.[index]?.amount_minor ?? 0))
      for (const [index, line] of (order.tax_lines ?? []).entries()) assert.equal(given(index), line.amount_minor)
    }),
    { numRuns: runs },
  )
})
