import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import type { TestMerchant } from '#test/support/factories.ts'
import { berlin, makeInvoicingShop, makeOrder, numberAll } from '#test/support/invoices.ts'
import { cardsOf, grantCredit, makeCardProduct, makeGiftCard, payWith, setCode } from '#test/support/stored-value.ts'
import { differences } from '#test/upgrade/recount.ts'

describeService('granted value where tax is added to the prices', { LOGIN_LIMIT_PER_MINUTE: '0' }, ({ service }) => {
  let shop: TestMerchant
  before(async () => {
    shop = await makeInvoicingShop(service, {}, { prices_include_tax: false })
  })
  after(async () => {
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  const goods = [{ price: 60 }, { price: 10.7, quantity: 2, columns: { tax_class: 'reduced' } }]

  /** An order of 60.00 and 21.40 with 12.00 and 1.50 of tax, unpaid. */
  async function placed(lines: Parameters<typeof makeOrder>[2] = goods) {
    const order = await makeOrder(service, shop, lines)
    const pay = async (code?: string) => (await payWith(service, order.shopper.headers, order.id, code)).body.data.order
    const record = (amount: number) =>
      service.request('POST', `/admin/orders/${order.id}/payments`, {
        headers: shop.owner.headers,
        body: { method: 'manual', amount },
      })
    return { ...order, payWith: pay, record }
  }

  const amounts = ({ tax_lines }: { tax_lines: { taxable: number; amount: number }[] }) =>
    tax_lines.map(({ taxable, amount }) => [taxable, amount])

  it('is a discount for tax: each tax line is lowered in proportion, and so the total', async () => {
    const { order, shopper, payWith: pay, pay: payRest, current, refund } = await placed()
    assert.deepEqual([order.total, amounts(order)], [94.9, [[60, 12], [21.4, 1.5]]]) // biome-ignore format: a table
    const { code } = await makeGiftCard(service, shop, 20.35)
    const part = await pay(code)
    assert.deepEqual([part.total, part.tax_total, part.untaxed_total, part.amount_due], [91.53, 10.13, 20.35, 71.18])
    await grantCredit(service, shop, shopper.id, 20.35)
    const more = await pay()
    assert.deepEqual([more.total, more.tax_total, more.untaxed_total, more.amount_due], [88.15, 6.75, 40.7, 47.45])
    assert.deepEqual(amounts(more), [[30, 6], [10.7, 0.75]]) // biome-ignore format: a table
    await payRest()
    assert.deepEqual([(await current()).payment_status, (await current()).amount_paid], ['paid', 88.15])
    const refunded = []
    for (const line of [2, 1, 2]) {
      const { body } = await refund({ items: [{ line, quantity: 1 }] })
      refunded.push(body.data.refund.amount)
    }
    assert.deepEqual(refunded, [11.08, 66, 11.07])
  })

  it('pays no tax: more than the prices is not taken, and figures have the lower total', async () => {
    const { shopper, payWith: pay } = await placed()
    await grantCredit(service, shop, shopper.id, 200)
    const paid = await pay()
    assert.deepEqual([paid.payment_status, paid.total, paid.tax_total, paid.amount_paid], ['paid', 81.4, 0, 81.4])
    assert.equal((await shopper.get('/user/store-credit')).body.data.balance, 118.6)
    assert.deepEqual(await differences(service.databaseUrl), {})
  })

  it('pays a rest to the last unit, with the tax that this saves', async () => {
    const { shopper, record, payWith: pay } = await placed()
    assert.equal((await record(90)).status, 201)
    await grantCredit(service, shop, shopper.id, 200)
    const paid = await pay()
    assert.deepEqual([paid.payment_status, paid.amount_paid, paid.amount_due], ['paid', paid.total, 0])
    assert.ok(paid.total < 94.9 && paid.tax_total < 13.5)
  })

  it('a quote says what the payment takes', async () => {
    const { products, shopper, payWith: pay } = await placed()
    const cards = [await makeGiftCard(service, shop, 20.35), await makeGiftCard(service, shop, 30, { origin: 'sold' })]
    const items = products.map(({ id }, index) => ({ product_id: id, quantity: index + 1 }))
    const quote = (await shopper.quote(items, { shipping_address: berlin, gift_cards: cards.map(({ code }) => code) }))
      .body.data
    assert.deepEqual(
      [quote.total, quote.gift_cards.map(({ amount }: { amount: number }) => amount), quote.amount_due],
      [94.9, [20.35, 30], 41.18],
    )
    await pay(cards[0]?.code)
    assert.equal((await pay(cards[1]?.code)).amount_due, 41.18)
  })

  it('invoice and credit note have it as a discount, also of a part', async () => {
    const { payWith: pay, pay: payRest, papers, page, refund } = await placed()
    await pay((await makeGiftCard(service, shop, 40.7)).code)
    await payRest()
    await numberAll(service, shop)
    const text = (await page()).body.replaceAll(/<[^>]+>/g, ' ')
    assert.match(text, /20\s*%[\s\S]*30\.00[\s\S]*6\.00/)
    assert.equal((await refund({ items: [{ line: 1, quantity: 1 }] })).body.data.refund.amount, 66)
    await numberAll(service, shop)
    assert.deepEqual(
      (await papers()).map(({ type, total }: { type: string; total: number }) => [type, total]),
      [
        ['invoice', 47.45],
        ['credit_note', 36],
      ],
    )
  })

  it('gift cards in the order are not paid with it, and sold value lowers nothing', async () => {
    const card = await makeCardProduct(service, shop)
    const { order, shopper, payWith: pay } = await placed([...goods, { price: 50, columns: { gift_card: true } }])
    assert.ok(card.id)
    assert.equal(order.total, 144.9)
    await grantCredit(service, shop, shopper.id, 200)
    const paid = await pay()
    assert.deepEqual([paid.total, paid.amount_paid, paid.amount_due], [131.4, 81.4, 50])
    const other = await placed()
    const { code } = await makeGiftCard(service, shop, 20, { origin: 'sold' })
    const { total, untaxed_total } = await other.payWith(code)
    assert.deepEqual([total, untaxed_total], [94.9, undefined])
  })

  it('a single-purpose voucher, sold with its tax, pays prices and their tax', async () => {
    const columns = { gift_card: true, voucher: 'single' as const, voucher_country: 'DE' }
    const bought = await makeOrder(service, shop, [{ price: 40, columns }])
    await bought.pay()
    const [card] = await cardsOf(service, shop, bought.id)
    assert.equal(card.balance, 48)
    const { code } = await setCode(service, shop, card.id)
    const { payWith: pay } = await placed()
    const { total, untaxed_total, amount_due } = await pay(code)
    assert.deepEqual([total, untaxed_total, amount_due], [94.9, undefined, 46.9])
  })
})
