import assert from 'node:assert/strict'
import { test } from 'node:test'
import { totalLeftOut } from './ledger.ts'
import { waitsFor } from './order-of-steps.ts'
import { planReplay, type Step } from './plan.ts'
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
  assert.throws(() => readTransactions('a,b\n1,2\n'), /InvoiceNo/)
  assert.throws(() => readTransactions(''), /InvoiceNo/)
})

test('readTransactions holds a given total against quantity times price', () => {
  const rows = [`${header},TotalPrice`, '1,A,LANTERN,3,d,2.55,1,UK,7.65', '1,A,LANTERN,3,d,2.55,1,UK,7.66']
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
    ['place 1', 'place 2', 'price A 150', 'place 3', 'price A 200', 'place 4'],
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
    ['6', 'X', -1, '0'],
  )
  const waits = waitsFor(steps).map((needed) => needed.map((at) => brief(steps[at] as Step)))
  assert.deepEqual(
    steps.map((step, index) => [brief(step), waits[index]]),
    [
      ['place 1', []],
      ['settle 1', ['place 1']],
      ['place 2', []],
      ['settle 2', ['place 2']],
      ['price A 300', ['place 1', 'place 2']],
      ['place 3', ['price A 300']],
      ['settle 3', ['place 3']],
      ['place 4', []],
      ['settle 4', ['place 4']],
      ['cancel 3', ['settle 3']],
      ['stock X -1', []],
    ],
  )
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
    [['not the whole of one order: the API cancels whole orders only', 1, -3, -500]],
  )
})

test('a cancellation that is no whole order is left out with the reason', () => {
  const sale: Cells = ['1', 'A', 2, '2']
  const reason = (...lines: Cells[]) => reasons(sale, ...lines)[0]
  assert.match(reason(['C2', 'A', -1, '2']) ?? '', /^not the whole of one order/)
  assert.match(reason(['C2', 'A', -2, '2', '13047']) ?? '', /^bought in no order/)
  assert.match(reason(['C2', 'X', -2, '2']) ?? '', /^bought in no order/)
  assert.match(reason(['C2', 'A', -2, '2', '']) ?? '', /^no customer/)
  assert.match(reason(['C2', 'D', -1, '27.5']) ?? '', /^a discount/)
  assert.match(reason(['C2', 'AMAZONFEE', -1, '13541.33', '']) ?? '', /^a fee/)
})

test('an order that lost a line is not the whole invoice, so no cancellation takes it back', () => {
  const plan = planOf(
    ['1', 'A', 2, '2'],
    ['1', 'BANK CHARGES', 1, '15'],
    ['C2', 'A', -2, '2'],
    ['C2', 'BANK CHARGES', -1, '15'],
  )
  assert.deepEqual(
    plan.orders.map((order) => order.cancelled),
    [false],
  )
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
