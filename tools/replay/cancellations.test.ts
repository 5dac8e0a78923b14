import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cells, planOf, reasons } from './sample-file.ts'
import type { Plan } from './steps.ts'

/** What a refund takes of an order, in few words. */
const refundsOf = (plan: Plan) =>
  plan.steps
    .filter((step) => step.type === 'refund')
    .map(({ refund: { invoice, order, lines, goodwill } }) => {
      const units = lines.map(({ sku, quantity, pence }) => `${quantity} ${sku} at ${pence}`)
      return [invoice, order.invoice, ...units, ...(goodwill > 0 ? [`goodwill ${goodwill}`] : [])].join(' ')
    })

/** Which cancellation takes back which order as a whole. */
const cancelsOf = (plan: Plan) =>
  plan.steps.filter((step) => step.type === 'cancel').map((step) => `${step.invoice} ${step.order.invoice}`)

const leftOutOf = (plan: Plan) =>
  plan.leftOut.map(({ reason, invoices, units, pence }) => [reason, invoices, units, pence])

const before = 'of an order before the file begins'
const tooFew = `${before}: less is left of the earlier orders of its customer`

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
  assert.deepEqual(cancelsOf(plan), ['C4 2', 'C5 1'])
  assert.deepEqual(leftOutOf(plan), [[tooFew, 1, -3, -500]])
})

test('an order that comes back as a whole is not taken back in part before, though it is the latest', () => {
  const plan = planOf(
    ['1', 'A', 2, '2'],
    ['2', 'A', 2, '2'],
    ['2', 'X', 1, '1'],
    ['C3', 'A', -1, '2'],
    ['C4', 'D', -1, '2.5'],
    ['C5', 'A', -2, '2'],
    ['C5', 'X', -1, '1'],
  )
  assert.deepEqual([cancelsOf(plan), refundsOf(plan)], [['C5 2'], ['C3 1 1 A at 200']])
  assert.deepEqual(leftOutOf(plan), [[tooFew, 1, -1, -250]])
  const partly = planOf(['1', 'A', 2, '2'], ['C2', 'A', -1, '2'], ['C3', 'A', -2, '2'])
  assert.deepEqual([cancelsOf(partly), leftOutOf(partly)], [['C3 1'], [[tooFew, 1, -1, -200]]])
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
  assert.deepEqual(leftOutOf(plan), [[tooFew, 0, -1, -200]])
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
  assert.deepEqual(leftOutOf(plan), [
    ['the units of discounts, which are refunds of money only', 0, -1, 0],
    [tooFew, 2, -2, -360],
  ])
})

test('what a cancellation cannot take back is left out, with how that is known', () => {
  const reason = (...lines: Cells[]) => reasons(['1', 'A', 2, '2'], ...lines)[0]
  assert.equal(reason(['C2', 'A', -1, '2']), undefined)
  assert.equal(reason(['C2', 'A', -2, '2', '13047']), `${before}: no earlier order of its customer`)
  assert.equal(reason(['C2', 'D', -1, '1', '13047']), `${before}: no earlier order of its customer`)
  assert.equal(reason(['C2', 'X', -2, '2'], ['3', 'X', 2, '2']), `${before}: not in the earlier orders of its customer`)
  assert.equal(reason(['C2', 'A', -3, '2']), tooFew)
  assert.equal(reason(['C2', 'D', -1, '27.5']), tooFew)
  assert.match(reason(['C2', 'A', 2, '2']) ?? '', /^a line that takes nothing back/)
})

test('a cancellation without a customer takes back the one order without a customer that has all of it', () => {
  const nobody = (invoice: string, code: string, quantity: number, price: string): Cells => {
    return [invoice, code, quantity, price, '']
  }
  const orders = [nobody('1', 'A', 3, '2'), nobody('1', 'X', 2, '1'), nobody('2', 'A', 1, '2')]
  const plan = planOf(
    ...orders,
    nobody('C3', 'X', -1, '1'),
    nobody('C3', 'A', -1, '2'),
    nobody('C4', 'A', -1, '2'),
    nobody('C5', 'A', -3, '2'),
    nobody('C6', 'X', -1, '1.5'),
  )
  assert.deepEqual([cancelsOf(plan), refundsOf(plan)], [['C4 2'], ['C3 1 1 X at 100 1 A at 200']])
  const why = 'no customer, and not just one order without a customer has all of it'
  assert.deepEqual(leftOutOf(plan), [[why, 2, -4, -750]])
  // Either of two, and one of a known customer.
  assert.deepEqual(reasons(nobody('1', 'A', 3, '2'), nobody('2', 'A', 3, '2'), nobody('C3', 'A', -3, '2')), [why])
  assert.deepEqual(reasons(nobody('1', 'A', 3, '2'), nobody('2', 'A', 3, '2'), nobody('C3', 'A', -2, '2')), [why])
  assert.deepEqual(reasons(['1', 'A', 3, '2'], nobody('C2', 'A', -3, '2')), [why])
})

test("a fee is taken back as goods are if it was charged to a customer, and else is nobody's", () => {
  const plan = planOf(
    ['1', 'BANK CHARGES', 1, '15'],
    ['2', 'A', 2, '2'],
    ['2', 'BANK CHARGES', 1, '20'],
    ['C3', 'BANK CHARGES', -1, '15'],
    ['C4', 'BANK CHARGES', -1, '12.5'],
  )
  assert.deepEqual([cancelsOf(plan), refundsOf(plan)], [['C3 1'], ['C4 2 1 BANK CHARGES at 1250']])
  assert.deepEqual(plan.leftOut, [])
  const reason = "a bank's or marketplace's fee taken back, charged to nobody"
  const own = planOf(['1', 'A', 1, '2', ''], ['C2', 'AMAZONFEE', -1, '13541.33', ''])
  assert.deepEqual(leftOutOf(own), [[reason, 1, -1, -1_354_133]])
})

test('an order that lost a line is not the whole invoice: its units are refunded, and it is not cancelled', () => {
  const plan = planOf(['1', 'A', 2, '2'], ['1', 'TEST1', 1, '15'], ['C2', 'A', -2, '2'], ['C3', 'TEST1', -1, '15'])
  assert.deepEqual([cancelsOf(plan), refundsOf(plan)], [[], ['C2 1 2 A at 200']])
  const all = planOf(['1', 'A', 2, '2'], ['1', 'TEST1', 1, '15'], ['C2', 'A', -2, '2'], ['C2', 'TEST1', -1, '15'])
  assert.deepEqual([cancelsOf(all), refundsOf(all)], [[], ['C2 1 2 A at 200']])
})
