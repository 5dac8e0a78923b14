import assert from 'node:assert/strict'
import { it } from 'node:test'
import { brandOf, selectSettings } from '#src/modules/merchants/index.ts'
import { selectDraft } from '#src/modules/orders/index.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { berlin, makeInvoicingShop, makeOrder, numberAll } from '#test/support/invoices.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makePicture } from '#test/support/pictures.ts'
import { makeCardProduct } from '#test/support/stored-value.ts'
import { quoteOf } from './quote.ts'
import { wordsOf } from './render/words.ts'

describeService('the PDF of a quote', ({ service }) => {
  const table = [{ name: 'Oak table', price: 480, quantity: 2 }]
  const asked = { customer: { email: 'ada@example.com', name: 'Ada Lovelace' } }

  async function makeDraft({ owner: { headers } }: TestMerchant, body: object) {
    const sent = { draft: true, custom_items: table, ...body }
    const { status, body: answer } = await service.request('POST', '/admin/orders', { headers, body: sent })
    assert.equal(status, 201, JSON.stringify(answer))
    return answer.data
  }

  async function wordsOfDraft({ id: merchantId }: TestMerchant, orderId: string) {
    const { db } = service.deps
    const draft = await selectDraft(db, { merchantId, orderId })
    const name = (await brandOf(db, merchantId))?.name ?? ''
    assert.ok(draft)
    const merchant = { id: merchantId, name, timezone: 'Europe/Berlin', currency: 'EUR' }
    const quote = quoteOf({ merchant, settings: await selectSettings(db, merchantId) }, draft)
    return { name, words: wordsOf(quote) }
  }

  it('says who offers what to whom, its taxes and until when, and nothing to pay', async () => {
    const shop = await makeInvoicingShop(service, {}, { locale: 'de-DE' })
    const day = '2027-03-01'
    const draft = await makeDraft(shop, { ...asked, billing_address: berlin, valid_until: `${day}T10:00:00Z` })
    const { words } = await wordsOfDraft(shop, draft.id)
    assert.equal(words.title, 'Angebot')
    assert.deepEqual(
      words.facts.map(([name]) => name),
      ['Angebotsnr.', 'Datum', 'Gültig bis'],
    )
    assert.deepEqual([words.facts[0]?.[1], words.facts[2]?.[1]], [draft.order_number, '01.03.2027'])
    assert.equal(words.seller[0], 'Analytical Engines GmbH')
    assert.deepEqual(words.buyer.slice(0, 3), ['Ada Lovelace', 'Allee 2', '10115 Berlin'])
    assert.deepEqual(
      words.rows.map(([name, quantity]) => [name, quantity]),
      [['Oak table', '2']],
    )
    assert.deepEqual(
      words.totals.map(({ name, value }) => [name, value.replace(/\s/g, ' ')]),
      [
        ['Gesamtbetrag', '960,00 €'],
        ['Enthaltener Steuerbetrag', '160,00 €'],
      ],
    )
  })

  it('has gift cards, which no invoice has, without a tax', async () => {
    const shop = await makeInvoicingShop(service)
    const card = await makeCardProduct(service, shop)
    const items = [{ product_id: card.id, quantity: 2 }]
    const draft = await makeDraft(shop, { ...asked, items, billing_address: berlin })
    const { words } = await wordsOfDraft(shop, draft.id)
    assert.equal(words.rows.length, 2)
    assert.equal(words.totals.find(({ isStrong }) => isStrong)?.value, '1,060.00')
    assert.deepEqual([words.taxes.map(([name]) => name), words.remarks], [['VAT 20 %', 'Without tax 0 %'], []])
  })

  it('of a shop without invoices has its name, and no taxes that nobody set', async () => {
    const shop = await makeMerchant(service)
    const { words, name } = await wordsOfDraft(shop, (await makeDraft(shop, asked)).id)
    assert.deepEqual([words.title, words.seller, words.buyer], ['Quote', [name], ['Ada Lovelace']])
    assert.deepEqual([words.taxes, words.taxColumns, words.remarks], [[], [], []])
  })

  it('is what quote_url answers with ?format=pdf, as long as there is a quote', async () => {
    const shop = await makeMerchant(service)
    const draft = await makeDraft(shop, { custom_items: [{ name: 'Стол', price: 480, quantity: 1 }] })
    const read = () => service.request('GET', `${new URL(draft.quote_url).pathname}?format=pdf`)
    const { status, headers, body } = await read()
    assert.deepEqual([status, headers['content-type']], [200, 'application/pdf'])
    assert.equal(headers['content-disposition'], `inline; filename="${draft.order_number}.pdf"`)
    assert.equal(String(body).slice(0, 5), '%PDF-')
    const cancelled = { headers: shop.owner.headers, body: { status: 'cancelled' } }
    await service.request('PATCH', `/admin/orders/${draft.id}`, cancelled)
    assert.equal((await read()).status, 404)
  })

  it('has the logo of the shop, as its invoices do; one that the store has lost is left out', async () => {
    const shop = await makeInvoicingShop(service)
    const { headers } = shop.owner
    const payload = await makePicture('png', { width: 900, height: 200 })
    const sent = { headers: { ...headers, 'content-type': 'image/png' }, payload }
    const { id: logo } = (await service.request('POST', '/admin/media', sent)).body.data
    const read = async (url: string) => String((await service.request('GET', url, { headers })).body)
    const draft = await makeDraft(shop, asked)
    const path = `${new URL(draft.quote_url).pathname}?format=pdf`
    assert.doesNotMatch(await read(path), /Subtype \/Image/)
    await service.request('PATCH', '/admin/merchant', { headers, body: { logo } })
    assert.match(await read(path), /Subtype \/Image/)
    const order = await makeOrder(service, shop)
    await order.pay()
    await numberAll(service, shop)
    assert.match(await read(`/admin/orders/${order.id}/invoice?format=pdf`), /Subtype \/Image/)
    const pages = [`/admin/orders/${order.id}/invoice`, `/admin/orders/packing-slips?ids=${order.id}`]
    for (const page of pages)
      assert.match(
        await read(page),
        /<image id="logo" href="data:image\/jpeg;base64,\/9j[^"]+"[\s\S]+<use href="#logo"\/>/,
      )
    await service.deps.blobs.removeOf(logo.replaceAll('-', ''))
    assert.match(await read(path), /^%PDF-(?![\s\S]*Subtype \/Image)/)
    for (const page of pages) assert.doesNotMatch(await read(page), /logo"/)
  })

  it('with a character that no font has is refused, and names it', async () => {
    const shop = await makeMerchant(service)
    const draft = await makeDraft(shop, { custom_items: [{ name: '\u16a0', price: 480, quantity: 1 }] })
    const path = `${new URL(draft.quote_url).pathname}?format=pdf`
    const refused = await service.request('GET', path, { headers: { 'content-type': 'application/json' } })
    assertRefused(refused, 409, 'CONFLICT')
    assert.match(refused.body.error.message, /U\+16A0/)
  })
})
