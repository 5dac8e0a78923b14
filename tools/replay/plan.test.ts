import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxIn } from './countries.ts'
import { totalLeftOut } from './ledger.ts'
import { waitsFor } from './order-of-steps.ts'
import { planReplay } from './plan.ts'
import type { Plan, Step } from './steps.ts'
import { readTransactions } from './transactions.ts'

type Cells = [invoice: string, code: string, quantity: number | string, price: string, customer?: string]

const header = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'

function transactionsOf(...lines: Cells[]) {
  const rows = lines.map(
    ([invoice, code, quantity, price, customer = '17850']) =>
      `${invoice},${code},WHITE METAL LANTERN,${quantity},12/1/10 8:26,${price},${customer},United Kingdom`,
  )
  return readTransactions([header, ...rows].join('\n'))
}

const planOf = (...lines: Cells[]) => planReplay(transactionsOf(...lines))
const reasons = (...lines: Cells[]) => planOf(...lines).leftOut.map((entry) => entry.reason)

/** A step in few words. */
function brief(step: Step): string {
  if (step.type === 'vat') return `vat ${step.perMille}`
  if (step.type === 'price') return `price ${step.sku} ${step.pence}`
  if (step.type === 'stock') return `stock ${step.note.sku} ${step.note.units}`
  return `${step.type} ${step.order.invoice}`
}

test('readTransactions takes prices as whole pence, from the text', () => {
  const { invoices } = transactionsOf(['1', 'a', 3, '2.1'], ['1', 'b', 1, '1.15'], ['1', 'c', 1, '569'])
  assert.deepEqual(
    invoices[0]?.lines.map(({ sku, pence }) => [sku, pence]),
    [
      ['A', 210],
      ['B', 115],
      ['C', 56_900],
    ],
  )
})

test('readTransactions leaves out what it cannot read, says why, and counts it', () => {
  const { unreadable, sums } = transactionsOf(
    ['1', 'A', 1, '1.00'],
    ['1', 'A', 1, '0.001'],
    ['1', 'A', '1.5', '1'],
    ['1', 'A', 0, '1'],
    ['2', 'A', 1, 'free'],
  )
  assert.deepEqual(
    unreadable.map(({ reason, invoices, lines }) => [reason, invoices, lines]),
    [
      ['a price that is not in whole pence', 0, 2],
      ['a quantity that is no number of units', 0, 2],
      ['no line of it can be read', 1, 0],
    ],
  )
  assert.deepEqual(sums.sale, { invoices: 2, lines: 5, units: 1, pence: 100 })
})

test('readTransactions refuses a file that is another table', () => {
  assert.throws(() => readTransactions(`${header}\n1,A,LANTERN,1,yesterday,2,1,UK`), /date of another form: yesterday/)
  assert.throws(() => readTransactions('a,b\n1,2\n'), /InvoiceNo/)
  assert.throws(() => readTransactions(''), /InvoiceNo/)
})

test('readTransactions holds a given total against quantity times price', () => {
  const rows = [
    `${header},TotalPrice`,
    '1,A,LANTERN,3,12/1/10 8:26,2.55,1,UK,7.65',
    '1,A,LANTERN,3,12/1/10 8:26,2.55,1,UK,7.66',
  ]
  assert.deepEqual(
    readTransactions(rows.join('\n')).unreadable.map((entry) => entry.reason),
    ['a total that is not quantity times price'],
  )
})

test('a product is first sold at its first price, and staff changes it before an order at another', () => {
  const plan = planOf(['1', 'A', 1, '2'], ['2', 'A', 1, '2'], ['3', 'A', 1, '1.5'], ['4', 'A', 1, '2'])
  assert.deepEqual(
    plan.products.map(({ sku, pence, stock }) => [sku, pence, stock]),
    [['A', 200, 4]],
  )
  assert.deepEqual(
    plan.steps.map(brief).filter((step) => !step.startsWith('settle')),
    ['vat 175', 'place 1', 'place 2', 'price A 150', 'place 3', 'price A 200', 'place 4'],
  )
})

test('a second price of a code on one invoice, and goods given away, are products of their own', () => {
  const plan = planOf(
    ['1', 'A', 6, '2.55'],
    ['2', 'A', 1, '2.95'],
    ['2', 'A', 2, '2.55'],
    ['2', 'A', 3, '0'],
    ['2', 'A', 4, '2.95'],
  )
  assert.deepEqual(
    plan.orders[1]?.lines.map(({ sku, quantity, pence }) => [sku, quantity, pence]),
    [
      ['A@2.95', 5, 295],
      ['A', 2, 255],
      ['A@0.00', 3, 0],
    ],
  )
  assert.ok(!plan.steps.some((step) => step.type === 'price'))
})

test('a price waits for the orders at the one before, an order for its prices, and nothing else', () => {
  const { steps } = planOf(
    ['1', 'A', 1, '2'],
    ['2', 'A', 1, '2'],
    ['2', 'X', 1, '1'],
    ['3', 'A', 1, '3'],
    ['4', 'X', 1, '1'],
    ['C5', 'A', -1, '3'],
    ['C6', 'X', -1, '1'],
    ['C7', 'X', -1, '1'],
    ['8', 'X', -1, '0'],
  )
  const waits = waitsFor(steps).map((needed) => needed.map((at) => brief(steps[at] as Step)))
  assert.deepEqual(
    steps.map((step, index) => [brief(step), waits[index]]),
    [
      ['vat 175', []],
      ['place 1', ['vat 175']],
      ['settle 1', ['place 1']],
      ['place 2', ['vat 175']],
      ['settle 2', ['place 2']],
      ['price A 300', ['place 1', 'place 2']],
      ['place 3', ['vat 175', 'price A 300']],
      ['settle 3', ['place 3']],
      ['place 4', ['vat 175']],
      ['settle 4', ['place 4']],
      ['cancel 3', ['settle 3']],
      ['cancel 4', ['settle 4']],
      ['refund 2', ['settle 2']],
      ['stock X -1', []],
    ],
  )
})

test('the rate of VAT changes with the day: orders before are placed before, all others wait for it', () => {
  const rows = [
    '1,A,LANTERN,1,1/3/11 23:59,2,17850,United Kingdom',
    '2,X,LANTERN,1,2011-01-04 00:00:00,2,17850,EIRE',
    '3,Y,LANTERN,1,1/5/2011 9:00,2,17850,European Community',
  ]
  const { steps, orders } = planReplay(readTransactions([header, ...rows].join('\n')))
  const waits = waitsFor(steps).map((needed) => needed.map((at) => brief(steps[at] as Step)))
  assert.deepEqual(
    steps.map((step, index) => [brief(step), waits[index]]).filter(([step]) => !step?.includes('settle')),
    [
      ['vat 175', []],
      ['place 1', ['vat 175']],
      ['vat 200', ['vat 175', 'place 1']],
      ['place 2', ['vat 200']],
      ['place 3', ['vat 200']],
    ],
  )
  assert.deepEqual(
    orders.map(({ country, vat }) => [country, vat]),
    [
      ['GB', 175],
      ['IE', 200],
      [undefined, 200],
    ],
  )
})

test('tax in a price is half up to the penny, within the EU', () => {
  assert.equal(taxIn(10_499, 'GB', 200), 1_750)
  assert.equal(taxIn(3_564, 'FR', 175), 531)
  assert.equal(taxIn(3, 'GB', 200), 1)
  assert.equal(taxIn(3_564, 'NO', 175), 0)
  assert.equal(taxIn(3_564, undefined, 175), 0)
})

test('a cancellation takes back the latest equal order of its customer, each order once', () => {
  const plan = planOf(
    ['1', 'A', 2, '2'],
    ['1', 'X', 1, '1'],
    ['2', 'X', 1, '1'],
    ['2', 'A', 2, '2'],
    ['3', 'A', 2, '2', '13047'],
    ['3', 'X', 1, '1', '13047'],
    ['C4', 'A', -1, '2'],
    ['C4', 'A', -1, '2'],
    ['C4', 'X', -1, '1'],
    ['C5', 'A', -2, '2'],
    ['C5', 'X', -1, '1'],
    ['C6', 'A', -2, '2'],
    ['C6', 'X', -1, '1'],
  )
  assert.deepEqual(
    plan.steps.filter((step) => step.type === 'cancel').map((step) => [step.invoice, step.order.invoice]),
    [
      ['C4', '2'],
      ['C5', '1'],
    ],
  )
  assert.deepEqual(
    plan.leftOut.map(({ reason, invoices, units, pence }) => [reason, invoices, units, pence]),
    [['of an order before the file begins', 1, -3, -500]],
  )
})

/** What a refund takes of an order, in few words. */
const refundsOf = (plan: Plan) =>
  plan.steps
    .filter((step) => step.type === 'refund')
    .map(({ refund: { invoice, order, lines, goodwill } }) => {
      const units = lines.map(({ sku, quantity, pence }) => `${quantity} ${sku} at ${pence}`)
      return [invoice, order.invoice, ...units, ...(goodwill > 0 ? [`goodwill ${goodwill}`] : [])].join(' ')
    })

test('a cancellation of units gives them back of the latest orders at its price, then at another', () => {
  const plan = planOf(
    ['1', 'A', 3, '2'],
    ['2', 'A', 2, '3'],
    ['3', 'A', 1, '2'],
    ['3', 'X', 1, '1'],
    ['4', 'A', 9, '2', '13047'],
    ['C5', 'A', -2, '2'],
    ['C6', 'X', -1, '1'],
    ['C6', 'A', -5, '2'],
  )
  assert.deepEqual(refundsOf(plan), [
    'C5 3 1 A at 200',
    'C5 1 1 A at 200',
    'C6 3 1 X at 100',
    'C6 1 2 A at 200',
    'C6 2 2 A at 200',
  ])
  // Of seven units six were bought.
  assert.deepEqual(
    plan.leftOut.map(({ reason, invoices, units, pence }) => [reason, invoices, units, pence]),
    [['of an order before the file begins', 0, -1, -200]],
  )
})

test('an order of which something was given back is not cancelled as a whole', () => {
  const plan = planOf(['1', 'A', 2, '2'], ['C2', 'A', -1, '2'], ['C3', 'A', -2, '2'])
  assert.deepEqual(refundsOf(plan), ['C2 1 1 A at 200', 'C3 1 1 A at 200'])
  assert.ok(!plan.orders.some((order) => order.cancelled))
})

test('a discount is goodwill on the latest orders, never more than is left of them', () => {
  const plan = planOf(
    ['1', 'A', 2, '2'],
    ['2', 'X', 2, '1'],
    ['C3', 'X', -1, '1'],
    ['C4', 'D', -1, '2.5'],
    ['C5', 'X', -1, '1'],
    ['C6', 'D', -1, '2.6'],
  )
  assert.deepEqual(refundsOf(plan), ['C3 2 1 X at 100', 'C4 2 goodwill 100', 'C4 1 goodwill 150'])
  assert.deepEqual(
    plan.leftOut.map(({ reason, invoices, units, pence }) => [reason, invoices, units, pence]),
    [
      ['the units of discounts, which are refunds of money only', 0, -1, 0],
      ['of an order before the file begins', 2, -2, -360],
    ],
  )
})

test('what a cancellation cannot take back is left out with the reason', () => {
  const reason = (...lines: Cells[]) => reasons(['1', 'A', 2, '2'], ...lines)[0]
  assert.equal(reason(['C2', 'A', -1, '2']), undefined)
  assert.match(reason(['C2', 'A', -2, '2', '13047']) ?? '', /^of an order before the file/)
  assert.match(reason(['C2', 'X', -2, '2']) ?? '', /^of an order before the file/)
  assert.match(reason(['C2', 'D', -1, '27.5']) ?? '', /^of an order before the file/)
  assert.match(reason(['C2', 'A', -2, '2', '']) ?? '', /^no customer/)
  assert.match(reason(['C2', 'A', 2, '2']) ?? '', /^a line that takes nothing back/)
  assert.match(reason(['C2', 'AMAZONFEE', -1, '13541.33', '']) ?? '', /^a fee/)
})

test('an order that lost a line is not the whole invoice: its units are refunded, and it is not cancelled', () => {
  const plan = planOf(
    ['1', 'A', 2, '2'],
    ['1', 'BANK CHARGES', 1, '15'],
    ['C2', 'A', -2, '2'],
    ['C2', 'BANK CHARGES', -1, '15'],
  )
  assert.deepEqual(refundsOf(plan), ['C2 1 2 A at 200'])
  assert.ok(!plan.orders.some((order) => order.cancelled))
})

test('an invoice without any price is a stock note; on a code that is not sold it is left out', () => {
  const plan = planOf(['1', 'A', 2, '2'], ['2', 'A', -5, '0', ''], ['3', 'A', 7, '0', ''], ['4', 'Z', -1, '0', ''])
  assert.deepEqual(
    plan.notes.map(({ sku, units }) => [sku, units]),
    [
      ['A', -5],
      ['A', 7],
    ],
  )
  // What is found is not counted on: it may be written down after the last sale.
  assert.equal(plan.products[0]?.stock, 2 + 5)
  assert.deepEqual(totalLeftOut(plan.leftOut, 'stock'), { invoices: 1, lines: 1, units: -1, pence: 0 })
})

test('fees, corrections and entries of the accountant are sold to nobody', () => {
  assert.deepEqual(
    reasons(
      ['1', 'AMAZONFEE', 1, '13541.33', ''],
      ['2', 'A', -1, '2'],
      ['3', 'D', 1, '1'],
      ['A4', 'B', 1, '-11062.06', ''],
    ),
    [
      "a bank's or marketplace's fee, sold to nobody",
      'a negative quantity on an invoice that is no cancellation',
      'a discount, correction or test entry',
      "an accountant's entry",
    ],
  )
})
