import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { EditedOrder } from '#src/modules/orders/edited-order.ts'
import { baseOf, taxLinesOfItem } from '#src/modules/pricing/tax-line-rules.ts'
import { planRefund, type RefundableOrder } from '#src/modules/settlement/refund/rules.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { shareOf } from '#src/platform/lib/money.ts'
import { after, type Draft, draft, orderOf } from '#test/support/refundable-orders.ts'
import { closeDraft, come, comeToday, leave, openDraft } from './draft.ts'

type Edited = RefundableOrder & EditedOrder & { payment_fee_total_minor: number }

/** An order with the columns of its row, and a discount of some lines. */
function editable(made: Draft, discounts: readonly number[]): Edited {
  const order = orderOf(made)
  const items = order.items.map((item, index) => {
    const discount = Math.min(discounts[index] ?? 0, item.price_minor * item.quantity)
    return {
      ...item,
      sku: 'sku',
      name: 'name',
      requires_shipping: true,
      withdrawal: null,
      discount_minor: discount,
      options: {},
    }
  })
  const whole = openDraft(
    { ...order, ...noTotals, discounts: null, items: items as EditedOrder['items'] } as Edited,
    made.unit,
  )
  // Discounts change what is taxed: the lines leave and come again.
  const lines = new Map(items.map((item) => [item.line, item.quantity]))
  const bare = { ...whole, items: whole.items.map((item) => ({ ...item, discount_minor: 0 })) }
  const coming = items.map(({ line, quantity, price_minor, discount_minor }) => ({
    line,
    quantity,
    price_minor,
    discount_minor,
  }))
  const base = { ...order, ...noTotals, discounts: null, items } as Edited
  return { ...base, ...closed(closeDraft(come(leave(bare, lines), coming), base)) }
}

const noTotals = { subtotal_minor: 0, discount_total_minor: 0, rounding_total_minor: 0, tax_total_minor: 0 }

function closed(edited: EditedOrder): Pick<Edited, keyof EditedOrder> {
  const counts = { quantity_fulfilled: 0, quantity_cancelled: 0, quantity_returned: 0 }
  return { ...edited, items: edited.items.map((item) => ({ ...item, ...counts })) } as never
}

function checkSums(order: Edited): void {
  const taxLines = order.tax_lines ?? []
  for (const [index, line] of taxLines.entries()) {
    const taxed = order.items.filter((item, position) => taxLinesOfItem(taxLines, item, position).includes(index))
    const goods = taxed.reduce((sum, item) => sum + item.price_minor * item.quantity - (item.discount_minor ?? 0), 0)
    const shipping = order.shipping_tax_line === index ? order.shipping_total_minor : (line.shipping_minor ?? 0)
    assert.equal(baseOf(line), goods + shipping + (line.fee_minor ?? 0))
    assert.ok(line.amount_minor >= 0 && line.taxable_minor >= 0)
  }
  for (const { quantity, price_minor, discount_minor } of order.items)
    assert.ok(quantity > 0 && discount_minor >= 0 && discount_minor <= price_minor * quantity)
}

const edits = fc.array(
  fc.record({
    leaving: fc.array(fc.nat(4), { minLength: 5, maxLength: 5 }),
    price: fc.option(fc.nat(5_000), { nil: null }),
    added: fc.record({
      quantity: fc.integer({ min: 1, max: 4 }),
      price: fc.nat(5_000),
      rate: fc.constantFrom(20, 7, 5),
    }),
    into: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
)

test('refunds of an order after any edits, in any partition, sum to what was paid', () => {
  fc.assert(
    fc.property(
      draft,
      fc.array(fc.nat(400), { minLength: 5, maxLength: 5 }),
      edits,
      fc.array(fc.nat(4), { minLength: 1, maxLength: 60 }),
      (made, discounts, steps, picks) => {
        const unit = made.unit
        const { order, isTooMuch } = editedBy(made, discounts, steps, unit)
        if (isTooMuch || order === undefined || order.items.length === 0) return
        const total = order.total_minor
        let rest: RefundableOrder = { ...order, paid_minor: total, charge_unit: unit }
        let left = order.items.flatMap(({ line, quantity }) => Array.from({ length: quantity }, () => line))
        for (const one of picks) {
          const line = left[one % left.length]
          if (line === undefined || left.length === 1) break
          rest = after(rest, planRefund(rest, { items: [{ line, quantity: 1 }] }))
          left = left.toSpliced(left.indexOf(line), 1)
        }
        const units = Map.groupBy(left, (line) => line)
        const last = [...units].map(([line, all]) => ({ line, quantity: all.length }))
        const isShipped = order.shipping_total_minor > 0
        const plan = planRefund(rest, { items: last, ...(isShipped && { shipping: true }) })
        assert.equal(after(rest, plan).refunded_total_minor, total)
      },
    ),
    { numRuns: 2_000 },
  )
})

function editedBy(made: Draft, discounts: readonly number[], steps: Parameters<typeof edit>[1][], unit: number) {
  let order: Edited | undefined
  try {
    order = editable(made, discounts)
    for (const step of steps) {
      order = edit(order, step, unit)
      checkSums(order)
    }
  } catch (error) {
    if (error instanceof AppError) return { order, isTooMuch: true }
    throw error
  }
  return { order, isTooMuch: false }
}

interface Step {
  leaving: number[]
  price: number | null
  added: { quantity: number; price: number; rate: number }
  into: boolean
}

function edit(order: Edited, { leaving, price, added, into }: Step, unit: number): Edited {
  const units = new Map(order.items.map(({ line, quantity }, at) => [line, Math.min(leaving[at] ?? 0, quantity)]))
  const first = order.items[0]
  let draft = openDraft(order, unit)
  if (first !== undefined && price !== null) {
    units.set(first.line, first.quantity)
    const coming = { line: first.line, quantity: first.quantity, price_minor: price * unit, discount_minor: 0 }
    draft = come(leave(draft, units), [coming])
  } else draft = leave(draft, units)
  const taxable = added.quantity * added.price * unit
  const { tax_included: included } = order
  const amount = shareOf(taxable, added.rate, included ? 100 + added.rate : 100, included ? 1 : unit)
  const item = {
    line: 1,
    product_id: 'added',
    sku: 'added',
    name: 'added',
    quantity: added.quantity,
    price_minor: added.price * unit,
    discount_minor: 0,
    requires_shipping: true,
    withdrawal: null,
    tax_line: 0,
    options: {},
  }
  const line = { name: 'VAT 0', rate: added.rate, taxable_minor: taxable, amount_minor: amount }
  const today = comeToday(draft, { items: [item], tax_lines: [line] }, [into ? order.items[0]?.line : undefined])
  return { ...order, ...closed(closeDraft(today, order)) }
}
