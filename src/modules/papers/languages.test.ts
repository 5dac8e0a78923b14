import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { describeService } from '#test/support/describe-shop.ts'
import type { TestMerchant } from '#test/support/factories.ts'
import { makeInvoicingShop, makeOrder, numberAll, readUbl } from '#test/support/invoices.ts'
import { makeShippingMethod } from '#test/support/selling.ts'

/** What a reader sees of a page, in one line. */
const read = (html: string) =>
  html
    .replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll(/[\s\u00A0\u202F]+/g, ' ')

describeService('the language of papers', ({ service }) => {
  const setLocale = async (shop: TestMerchant, locale: string) => {
    const { status } = await service.request('PATCH', '/admin/merchant', {
      headers: shop.owner.headers,
      body: { locale },
    })
    assert.equal(status, 200)
  }
  const shopIn = (locale: string, settings: object = {}) => makeInvoicingShop(service, settings, { locale })
  const paid = async (shop: TestMerchant, ...[lines, more]: [Parameters<typeof makeOrder>[2]?, object?]) => {
    const order = await makeOrder(service, shop, lines, more)
    await order.pay()
    await numberAll(service, shop)
    return order
  }
  const pages = async (order: Awaited<ReturnType<typeof makeOrder>>) => {
    const papers: { number: string }[] = await order.papers()
    return Promise.all(papers.map(async ({ number }) => (await order.page(`?number=${number}`)).body as string))
  }

  it('GET /admin/orders/{id}/invoice of a shop of de-DE is German, with its numbers, dates and words', async () => {
    const shop = await shopIn('de-DE', { tax_number: '37/1' })
    const order = await paid(shop, [{ name: 'Tasse', price: 617.28, quantity: 2 }])
    const [html = ''] = await pages(order)
    assert.match(html, /<html lang="de-DE">/)
    const day = new Date().toISOString().slice(0, 10).split('-').reverse().join('.')
    const text = read(html)
    for (const words of [
      ...['Rechnung Von', 'Rechnungsnr. INV-1', `Rechnungsdatum ${day}`, `Leistungsdatum ${day}`, 'Bestellung'],
      ...['USt-IdNr. DE136695976', 'Steuernummer 37/1', '10115 Berlin Deutschland'],
      ...['Bezeichnung Menge Einzelpreis brutto Steuer Betrag brutto', '2 617,28 € 20 % 1.234,56 €'],
      ...['Steuer Nettobetrag Steuerbetrag VAT 20 % 1.028,80 € 205,76 €', 'Gesamtbetrag 1.234,56 €'],
      ...['Enthaltener Steuerbetrag 205,76 €', 'Zu zahlen 0,00 €'],
      `Bezahlt: 1.234,56 € am ${day} (manuell erfasst)`,
    ])
      assert.ok(text.includes(words), `${words}: ${text}`)
  })

  it('a paper keeps its language, and those that follow it have it too, while new orders have the shop’s', async () => {
    const shop = await shopIn('en')
    const order = await paid(shop, [{ price: 12 }])
    const [before = ''] = await pages(order)
    assert.match(read(before), /Invoice From .* Total EUR 12\.00 /)
    await setLocale(shop, 'de-DE')
    assert.deepEqual(await pages(order), [before])
    assert.equal((await order.refund({ amount: 1 })).status, 201)
    await numberAll(service, shop)
    const [, note = ''] = await pages(order)
    assert.match(note, /<html lang="en">/)
    assert.match(read(note), /Credit note From .* Of invoice INV-1 of /)
    const later = await paid(shop, [{ price: 12 }])
    assert.equal((await later.refund({ amount: 1, reason: 'Kratzer' })).status, 201)
    await setLocale(shop, 'en-GB')
    await numberAll(service, shop)
    const [invoice = '', correction = ''] = await pages(later)
    assert.match(read(invoice), /Gesamtbetrag 12,00 €/)
    assert.match(
      read(correction),
      /Rechnungskorrektur .* Zu Rechnung INV-2 vom .* Korrekturbetrag 1,00 € .* Grund: Kratzer/,
    )
    assert.doesNotMatch(read(correction), /Credit|Gutschrift/)
  })

  it('a paper of an earlier release has no language and is English, as it was', async () => {
    const shop = await shopIn('en')
    const order = await paid(shop, [{ price: 12 }])
    const [before = ''] = await pages(order)
    await service.deps.pool.query(`update invoices set data = data - 'locale' where order_id = $1`, [order.id])
    await setLocale(shop, 'de-AT')
    const isoDay = (text: string) => new Date(`${text} UTC`).toISOString().slice(0, 10)
    const old = before.replaceAll(/\b\d{1,2} [A-Z][a-z]+ \d{4}\b/g, isoDay)
    assert.notEqual(old, before, 'a day is written as English readers write it')
    assert.deepEqual(await pages(order), [old])
    assert.equal((await order.refund({ amount: 1 })).status, 201)
    await numberAll(service, shop)
    assert.match(read((await pages(order))[1] ?? ''), /Credit note .* Total credited EUR 1\.00/)
  })

  it('a shop that changes its language gets no new papers for edits that change nothing', async () => {
    const shop = await shopIn('en')
    const shipping_method_id = await makeShippingMethod(service, shop, { price: 4.95 })
    const order = await paid(shop, [{ price: 12 }], { shipping_method_id })
    assert.match(read((await pages(order))[0] ?? ''), / Shipping/)
    await setLocale(shop, 'de-DE')
    await service.deps.pool.query(
      `insert into invoice_requests (merchant_id, id, cause, order_id, caused_at)
       values ($1, gen_random_uuid(), 'edited', $2, now())`,
      [shop.id, order.id],
    )
    await numberAll(service, shop)
    assert.equal((await order.papers()).length, 1)
  })

  it('de-AT and de-CH write amounts their own way, and a language that the service has not is English', async () => {
    const lines = [{ price: 617.28, quantity: 2 }]
    const textIn = async (locale: string) => read((await pages(await paid(await shopIn(locale), lines)))[0] ?? '')
    const [austrian, swiss, dutch, french] = await Promise.all(['de-AT', 'de-CH', 'nl-NL', 'fr-FR'].map(textIn))
    assert.match(austrian ?? '', /UID-Nr\. DE136695976 .* 2 € 617,28 20 % € 1\.234,56 .* Gesamtbetrag € 1\.234,56/)
    assert.match(swiss ?? '', /MWST-Nr\. DE136695976 .* 2 EUR 617\.28 20% EUR 1’234\.56 .* Gesamtbetrag EUR 1’234\.56/)
    assert.match(french ?? '', /Facture De .* N° de TVA DE136695976 .* 2 617,28 € 20 % 1 234,56 € .* Total 1 234,56 €/)
    assert.match(dutch ?? '', /Invoice From .* VAT ID DE136695976 .* 2 617\.28 20 % 1,234\.56 .* Total EUR 1,234\.56/)
  })

  it('an order with a language has its papers in it, and a PDF with its characters', async () => {
    const shop = await shopIn('de-DE')
    const order = await makeOrder(service, shop, [{ name: '風鈴', price: 10 }])
    await sql`update orders set locale = 'ja-JP' where id = ${order.id}`.execute(service.deps.db)
    await order.pay()
    await numberAll(service, shop)
    const [html = ''] = await pages(order)
    assert.match(html, /<html lang="ja-JP">/)
    assert.match(read(html), /請求書 .* 風鈴 .* 合計 €10\.00/)
    const [{ number }] = await order.papers()
    const path = `/admin/orders/${order.id}/invoice?format=pdf&number=${encodeURIComponent(number)}`
    const file = await service.app.inject({ url: path, headers: shop.owner.headers })
    assert.equal(file.statusCode, 200)
    assert.match(file.body, /^%PDF/)
  })

  it('what the electronic invoice says in words is German, too', async () => {
    const shop = await shopIn('de', { exemption: { text: 'Steuerfrei nach § 19 UStG' } })
    const { headers } = shop.owner
    assert.equal((await service.request('PUT', '/admin/tax-rates', { headers, body: { rates: [] } })).status, 200)
    const order = await makeOrder(service, shop, [{ price: 12 }])
    assert.equal((await order.invoice()).status, 201)
    const { values } = await readUbl(order)
    assert.deepEqual(values('cbc:TaxExemptionReason'), ['Steuerfrei nach § 19 UStG'])
    assert.ok(values('cbc:Note').includes('Zahlbar sofort nach Erhalt'))
    const page = read((await order.page()).body)
    assert.match(page, /Steuerfrei 0 % 12,00 € 0,00 € .* Zu zahlen 12,00 € Steuerfrei nach § 19 UStG/)
  })
})
