import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { OrderToPay } from '#src/modules/orders/index.ts'
import { creditorReference } from '#src/platform/lib/creditor-reference.ts'
import type { BankCredit } from './bank-credit.ts'
import { matcher, numbersIn } from './match.ts'
import { orderNumbers } from './order-numbers.ts'

const order = (order_number: string, more: Partial<OrderToPay> = {}): OrderToPay => {
  const names = ['Ada Lovelace']
  return { id: order_number, order_number, status: 'pending', currency: 'EUR', due_minor: 2_500, names, ...more }
}
const match = (text: string, orders: OrderToPay[], more: Partial<BankCredit> = {}) => {
  const said = { account: '', bookedOn: null, name: '', references: [], bankReference: '', text }
  const credit: BankCredit = { ...said, amountMinor: 2_500, currency: 'EUR', ...more }
  const found = matcher(orders)(credit, numbersIn(credit))
  return [found.order?.id, found.isSure, found.reason]
}

it('numbers are found in words, with blanks in between, and glued to words', () => {
  const one = order('261130-7K3M9Q')
  const texts = [
    ...['261130-7K3M9Q', 'Order 261130-7k3m9q!', 'SVWZ+261130 7K3M9Q', '2611307K3M9Q', '261 130 7K 3M 9Q thanks'],
    ...['Bestellung261130-7K3M9Q danke', creditorReference('261130-7K3M9Q'), 'RF-Nr. 261130/7K3M9Q'],
  ]
  for (const text of texts) assert.deepEqual(match(text, [one]), [one.id, true, null], text)
  for (const text of ['261130-7K3M9', '261130 7K3M 8Q', '1261130-7K3M9Q', 'Rent', ''])
    assert.deepEqual(match(text, [one]), [undefined, false, null], text)
  assert.deepEqual(match('Rent', [one], { references: ['261130-7K3M9Q'] }), [one.id, true, null])
})

it('short numbers count only as words of their own, the shortest only alone', () => {
  const [long, short] = [order('1001'), order('12')]
  assert.deepEqual(match('Invoice 1001 of May', [long]), ['1001', true, null])
  assert.deepEqual(match('#1001', [long]), ['1001', true, null])
  for (const text of ['due 10 01', '51001', 'K1001', '1001a', 'on 10/01'])
    assert.equal(match(text, [long])[1], false, text)
  assert.deepEqual(match('12', [short]), ['12', true, null])
  assert.deepEqual(match('paid on 12 May', [short]), [undefined, false, null])
})

it('is sure of one open order with all that is due in its currency, and of nothing else', () => {
  const text = '261130-7K3M9Q'
  const one = (more: Partial<OrderToPay>) => match(text, [order(text, more)])
  assert.deepEqual(one({ due_minor: 2_499 }), [text, false, 'amount_differs'])
  assert.deepEqual(one({ currency: 'CHF' }), [text, false, 'other_currency'])
  assert.deepEqual(one({ due_minor: 0, status: 'paid' }), [text, false, 'order_paid'])
  assert.deepEqual(one({ status: 'cancelled' }), [text, false, 'order_cancelled'])
  const two = [order('261130-AAAAAA', { due_minor: 0, status: 'paid' }), order('261130-BBBBBB')]
  assert.deepEqual(match('261130-AAAAAA 261130-BBBBBB', two), ['261130-BBBBBB', false, 'several_orders'])
})

it('names are the same without marks, in any order, and with parts left out', () => {
  const one = [order('261130-7K3M9Q', { names: ['Jörg Müller-Weiß', 'Weiß & Co GmbH'] })]
  for (const name of ['JOERG MUELLER-WEISS', 'Müller-Weiss, Jörg', 'Dr. Joerg Mueller Weiss und Eva', 'Weiss Co'])
    assert.deepEqual(match('thanks', one, { name }), ['261130-7K3M9Q', false, 'by_name'], name)
  for (const name of ['', 'Jörg Schmidt', 'Co GmbH Berlin']) assert.equal(match('thanks', one, { name })[0], undefined)
  assert.equal(match('thanks', one, { name: 'Jörg Müller-Weiß', amountMinor: 2_400 })[0], undefined)
  const both = [...one, order('261130-AAAAAA', { names: ['Jörg Müller-Weiß'] })]
  assert.deepEqual(match('', both, { name: 'Jörg Müller-Weiß' }), ['261130-7K3M9Q', false, 'several_orders'])
})

it('numbers are written as the shop writes them, to be looked up', () => {
  const written = (text: string, form: { prefix: string; digits: number } | null = null) =>
    orderNumbers(numbersIn({ text, references: [] }), form)
  assert.ok(written('RE 2611307K3M9Q').includes('261130-7K3M9Q'))
  const form = { prefix: 'RE-', digits: 5 }
  for (const text of ['RE-00012', 're 00012', creditorReference('RE-00012')])
    assert.ok(written(text, form).includes('RE-00012'), text)
  assert.deepEqual(written('Rent for May', form), [])
})
