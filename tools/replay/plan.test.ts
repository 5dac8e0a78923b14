import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taxIn } from './countries.ts'
import { totalLeftOut } from './ledger.ts'
import { waitsFor } from './order-of-steps.ts'
import { planReplay } from './plan.ts'
import { brief, header, planOf, reasons } from './sample-file.ts'
import type { Step } from './steps.ts'
import { readTransactions } from './transactions.ts'

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
