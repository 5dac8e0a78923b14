import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import type { TestMerchant } from '#test/support/factories.ts'
import { makeInvoicingShop, makeOrder, numberAll } from '#test/support/invoices.ts'
import { cardsOf, grantCredit, makeGiftCard, payWith, setCode } from '#test/support/stored-value.ts'

describeService('value that lowers the tax of what it pays', { LOGIN_LIMIT_PER_MINUTE: '0' }, ({ service }) => {
  let shop: TestMerchant
  before(async () => {
    shop = await makeInvoicingShop(service)
  })

  /** An order of 60.00 at 20 % and 21.40 at 7 %, unpaid. */
  async function placed() {
    const lines = [{ price: 60 }, { price: 10.7, quantity: 2, columns: { tax_class: 'reduced' } }]
    const order = await makeOrder(service, shop, lines)
    const pay = (code?: string) => payWith(service, order.shopper.headers, order.id, code)
    const current = async () => (await order.shopper.get(`/user/orders/${order.id}`)).body.data
    return { ...order, payWith: pay, current }
  }

  const amounts = ({ tax_lines }: { tax_lines: { taxable: number; amount: number }[] }) =>
    tax_lines.map(({ taxable, amount }) => [taxable, amount])

  it('granted value is a discount for tax: each tax line is lowered in proportion, the total stays', async () => {
    const { order, shopper, payWith: pay, pay: payRest, current } = await placed()
    assert.deepEqual(amounts(order), [
      [60, 10],
      [21.4, 1.4],
    ])
    const { code } = await makeGiftCard(service, shop, 20.35)
    const part = (await pay(code)).body.data.order
    assert.deepEqual([part.total, part.tax_total, part.untaxed_total, part.amount_due], [81.4, 8.55, 20.35, 61.05])
    assert.deepEqual(amounts(part), [
      [45, 7.5],
      [16.05, 1.05],
    ])
    await grantCredit(service, shop, shopper.id, 20.35)
    const more = (await pay()).body.data.order
    assert.deepEqual([more.tax_total, more.untaxed_total, more.amount_due], [5.7, 40.7, 40.7])
    await payRest()
    assert.deepEqual([(await current()).payment_status, (await current()).tax_total], ['paid', 5.7])
  })

  it('sold value pays, and lowers nothing', async () => {
    const { payWith: pay } = await placed()
    const { code } = await makeGiftCard(service, shop, 20.35, { origin: 'sold' })
    const { tax_total, untaxed_total } = (await pay(code)).body.data.order
    assert.deepEqual([tax_total, untaxed_total], [11.4, undefined])
  })

  it('of a card with both, granted value is spent first', async () => {
    const { payWith: pay } = await placed()
    const { id, code } = await makeGiftCard(service, shop, 100, { origin: 'sold' })
    const { headers } = shop.owner
    const body = { amount: 40.7, reason: 'Goodwill' }
    assert.equal((await service.request('POST', `/admin/gift-cards/${id}/adjust`, { headers, body })).status, 200)
    const { order } = (await pay(code)).body.data
    assert.deepEqual([order.payment_status, order.untaxed_total, order.tax_total], ['paid', 40.7, 5.7])
  })

  it('what a single-purpose voucher pays is left out of the tax lines: it was taxed when it was sold', async () => {
    const columns = { gift_card: true, voucher: 'single' as const, voucher_country: 'DE' }
    const bought = await makeOrder(service, shop, [{ price: 40.7, columns }])
    assert.deepEqual(amounts(bought.order), [[40.7, 6.78]])
    await bought.pay()
    const [card] = await cardsOf(service, shop, bought.id)
    const { code } = await setCode(service, shop, card.id)
    const { payWith: pay } = await placed()
    const { order } = (await pay(code)).body.data
    assert.deepEqual([order.amount_due, order.untaxed_total, order.tax_total], [40.7, 40.7, 5.7])
  })

  it('invoice and credit note have it as a discount', async () => {
    const { payWith: pay, pay: payRest, papers, page, refund, id } = await placed()
    const { code } = await makeGiftCard(service, shop, 40.7)
    await pay(code)
    await payRest()
    await numberAll(service, shop)
    assert.deepEqual(
      (await papers()).map(({ total }: { total: number }) => total),
      [40.7],
    )
    const text = (await page()).body.replaceAll(/<[^>]+>/g, ' ')
    assert.match(text, /20\s*%[\s\S]*25\.00[\s\S]*5\.00/)
    assert.doesNotMatch(text, /Without tax/)
    const items = [1, 2].map((line) => ({ line, quantity: line }))
    const given = (await refund({ items })).body.data.refund
    assert.deepEqual([given.amount, amounts(given)], [81.4, amounts({ tax_lines: given.tax_lines })])
    await numberAll(service, shop)
    assert.deepEqual(
      (await papers()).map(({ type, total }: { type: string; total: number }) => [type, total]),
      [
        ['invoice', 40.7],
        ['credit_note', 40.7],
      ],
    )
    assert.ok(id)
  })
})
