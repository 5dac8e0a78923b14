import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { berlin, makeInvoicingShop, makeOrder, numberAll } from '#test/support/invoices.ts'
import { assertRefused } from '#test/support/orders.ts'
import { barcode } from './barcode.ts'
import { packingSlips, pickList } from './slips.ts'

describeShop('papers of the warehouse', ({ service, shop }) => {
  const print = (what: string, ids?: string, of = shop) => {
    const query = ids === undefined ? '' : `?ids=${ids}`
    return service.request('GET', `/admin/orders/${what}${query}`, { headers: of.owner.headers })
  }
  const rowsOf = (html: string) =>
    [...html.matchAll(/<tr><td[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) =>
      row.replaceAll(/<\/td>(<td[^>]*>)?/g, '|').replaceAll(/<(?!br)[^>]*>/g, ''),
    )

  it('GET /admin/orders/packing-slips has a sheet for each order, with what is to be sent and no prices', async () => {
    const lines = [
      { name: 'Mug <b>', sku: 'MUG', price: 77.77, quantity: 3 },
      { name: 'Download', sku: 'FILE', requiresShipping: false },
    ]
    const first = await makeOrder(service, shop, lines)
    const second = await makeOrder(service, shop, [{ name: 'Lamp', sku: 'LAMP' }])
    await first.pay()
    await first.fulfil({ items: [{ product_id: first.products[0]?.id, quantity: 1 }] })
    const answer = await print('packing-slips', `${second.id},${first.id}`)
    assert.equal(answer.status, 200)
    assert.match(String(answer.headers['content-type']), /^text\/html/)
    assert.match(
      String(answer.headers['content-security-policy']),
      /style-src 'sha256-[^;]+; img-src data:; base-uri 'none'/,
    )
    assert.deepEqual(rowsOf(answer.body), ['1|Lamp|LAMP||', '2|Mug &#60;b&#62;|MUG||'])
    assert.equal(answer.body.match(/<main>/g)?.length, 2)
    assert.ok(answer.body.indexOf(second.order.order_number) < answer.body.indexOf(first.order.order_number))
    const code = barcode(first.order.order_number)
    for (const text of ['Ada Lovelace', 'Allee 2', '10115 Berlin', 'Germany', shop.name, code])
      assert.ok(answer.body.includes(text), text)
    for (const price of ['77.77', '233.31', 'GBP', '£']) assert.ok(!answer.body.includes(price), 'no prices')
    assert.ok(!answer.body.includes('<script'))
  })

  it('a shop of de-CH prints German slips and lists; one unit is one unit in English', async () => {
    const own = await makeMerchant(service)
    const texts = async (id: string) => {
      const all = await Promise.all(['packing-slips', 'pick-list'].map((what) => print(what, id, own)))
      return all.map(({ body }) => body.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ').replaceAll(/\s+/g, ' '))
    }
    const one = await makeOrder(service, own, [{ name: 'Lampe', sku: 'L1' }])
    await one.pay()
    const [, list] = await texts(one.id)
    assert.match(list ?? '', /Pick list 1 unit of 1 product for 1 order Quantity/)
    const { headers } = own.owner
    assert.equal(
      (await service.request('PATCH', '/admin/merchant', { headers, body: { locale: 'de-CH' } })).status,
      200,
    )
    const [slip, german] = await texts(one.id)
    assert.match(
      slip ?? '',
      /Lieferscheine Lieferschein .* Lieferung an Ada .* Bestellt am \d+\. \p{L}+ \d{4} Versandart/u,
    )
    assert.match(slip ?? '', /Menge Artikel Artikelnr\. Gepackt 1 Lampe L1/)
    assert.match(german ?? '', /Pickliste 1 Stück von 1 Produkt für 1 Bestellung Menge .* Entnommen 1 L1 Lampe/)
    const answer = await print('pick-list', one.id, own)
    assert.match(answer.body, /<html lang="de-CH">/)
    // The recipient stands once on the slip.
    assert.equal(slip?.match(/Ada Lovelace/g)?.length, 1)
  })

  it('other work has its turns while a hundred orders of a thousand lines are written', async () => {
    const items = Array.from({ length: 1_000 }, (_, n) => ({
      product_id: `p${n}`,
      sku: `SKU-${n}`,
      name: `Product ${n}`,
      left: 1,
      sent: 0,
    }))
    const orders = Array.from({ length: 100 }, (_, n) => ({
      id: `${n}`,
      order_number: `261126-${n}`,
      created_at: new Date(),
      shipping_method: null,
      items,
      shipping_address: null,
    }))
    const printed = { name: 'Shop', timezone: 'UTC', locale: 'en', logo: null }
    for (const write of [() => packingSlips(orders, printed), () => pickList(orders, printed)]) {
      let turns = 0
      const count = () => {
        turns += 1
        counting = setImmediate(count)
      }
      let counting = setImmediate(count)
      const html = await write()
      clearImmediate(counting)
      assert.ok(html.includes('SKU-999'))
      assert.ok(turns > 1, `${turns} turns`)
    }
  })

  it('a slip of an order that was sent whole has the sent units, and a pick list nothing', async () => {
    const order = await makeOrder(service, shop, [{ name: 'Lamp', sku: 'SENT', quantity: 2 }])
    await order.pay()
    await order.fulfil()
    assert.deepEqual(rowsOf((await print('packing-slips', order.id)).body), ['2|Lamp|SENT||'])
    assert.match((await print('pick-list', order.id)).body, /0 units of 0 products for 0 orders/)
  })

  it('what is written from right to left turns nothing around on a slip, a pick list and an invoice', async () => {
    const invoicing = await makeInvoicingShop(service)
    const address = { ...berlin, name: 'ישראל (ישראלי)', line1: 'רחוב הרצל 16', company: 'a\u202Eb' }
    const order = await makeOrder(service, invoicing, [{ name: 'חולצה 42', sku: 'SHIRT' }], {
      shipping_address: address,
    })
    await order.pay()
    const slip = (await print('packing-slips', order.id, invoicing)).body
    assert.deepEqual(rowsOf(slip), ['1|\u2068חולצה 42\u2069|SHIRT||'])
    assert.deepEqual(
      rowsOf((await print('pick-list', order.id, invoicing)).body)[0]?.split('|')[2],
      '\u2068חולצה 42\u2069',
    )
    await numberAll(service, invoicing)
    for (const html of [slip, (await order.page()).body]) {
      for (const line of ['ab', '\u2068ישראל (ישראלי)\u2069', '\u2068רחוב הרצל 16\u2069'])
        assert.ok(html.includes(`${line}<br>`))
      assert.doesNotMatch(html, /[\u202A-\u202E]/)
    }
  })

  it('GET /admin/orders/pick-list sums the units of a product over the orders, by SKU', async () => {
    const one = await makeOrder(service, shop, [
      { name: 'Vase', sku: 'Z-1', quantity: 2 },
      { name: 'Bowl', sku: 'A-1', quantity: 1 },
    ])
    const other = await one.shopper.order([{ product_id: one.products[0]?.id, quantity: 3 }])
    const { id, order_number } = other.body.data
    const { status, body } = await print('pick-list', `${one.id},${id}`)
    assert.equal(status, 200)
    assert.match(body, /6 units of 2 products for 2 orders/)
    const first = one.order.order_number
    assert.deepEqual(rowsOf(body).slice(0, 2), [
      `1|A-1|Bowl|${first} × 1||`,
      `5|Z-1|Vase|${first} × 2<br>${order_number} × 3||`,
    ])
  })

  it('without ids, with others, or of another shop it is refused', async () => {
    const rival = await makeMerchant(service)
    const order = await makeOrder(service, shop)
    for (const what of ['packing-slips', 'pick-list']) {
      for (const ids of [undefined, 'x', `${order.id},`]) {
        const { status, body } = await print(what, ids)
        assert.deepEqual([status, body.error.details[0].field], [400, 'ids'])
      }
      assertRefused(await print(what, order.id, rival), 404, 'NOT_FOUND')
      assertRefused(await print(what, `${order.id},${shop.id}`), 404, 'NOT_FOUND')
    }
  })

  it('a barcode is Code 128 with its quiet zones', () => {
    const svg = barcode('261126-7K3M9Q')
    // Symbols of 11 modules, a stop of 13, and ten empty ones on both sides.
    const modules = Number(/viewBox="0 0 (\d+) 1"/.exec(svg)?.[1])
    assert.equal((modules - 13 - 20) % 11, 0)
    assert.match(svg, /d="M10 0h2v1h-2z/)
  })
})
