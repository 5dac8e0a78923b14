import assert from 'node:assert/strict'
import { test } from 'node:test'
import { header, transactionsOf } from './sample-file.ts'
import { readTransactions } from './transactions.ts'

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
