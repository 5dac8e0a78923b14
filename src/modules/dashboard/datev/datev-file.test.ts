import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper, staffOn } from '#test/support/orders.ts'
import { makeProducts } from '#test/support/products.ts'
import { berlin, london, setSelling, setTaxRates } from '#test/support/selling.ts'
import { makeCardProduct, makeGiftCard, payWith } from '#test/support/stored-value.ts'

/** A line of the file: semicolons between fields, texts in quotation marks that are doubled inside. */
function fieldsOf(line: string): string[] {
  return line.match(/(?<=^|;)(?:"(?:[^"]|"")*"|[^";]*)(?=;|$)/g) ?? []
}

const paris = { name: 'Marie', line1: '1 Rue de Rivoli', city: 'Paris', postal_code: '75001', country: 'FR' }

/** Forms of the header's fields (developer.datev.de, "Header"). */
const headerForms = [
  ...[/^"EXTF"$/, /^700$/, /^21$/, /^"Buchungsstapel"$/, /^13$/, /^20\d{15}$/, /^$/, /^"\w{0,2}"$/, /^".{0,25}"$/],
  ...[/^".{0,25}"$/, /^29098$/, /^55003$/, /^20\d{2}0101$/, /^[4-8]$/, /^20\d{6}$/, /^20\d{6}$/, /^"[\w.\-/ ]{0,30}"$/],
  ...[/^"([A-Z]{2})?"$/, /^1$/, /^0$/, /^0$/, /^"EUR"$/, /^$/, /^""$/, /^$/, /^$/, /^"(03|04)"$/, /^$/, /^$/, /^""$/],
  /^".{0,16}"$/,
]

/** Forms of the fields of a booking, by their number from 1 (developer.datev.de, "Buchungsstapel"). */
const bookingForms: Record<number, RegExp> = {
  1: /^\d{1,10},\d{2}$/,
  2: /^"(S|H)"$/,
  3: /^"EUR"$/,
  6: /^""$/,
  7: /^\d{1,9}$/,
  8: /^\d{1,9}$/,
  9: /^("\d{4}"|"")$/,
  10: /^\d{4}$/,
  11: /^"[\w$%\-/]{0,36}"$/,
  12: /^""$/,
  14: /^"[^"]{0,60}"$/,
  16: /^""$/,
  20: /^""$/,
  40: /^"[A-Z0-9]{0,15}"$/,
  41: /^(\d{2},\d{2})?$/,
  42: /^""$/,
  114: /^(0|1)$/,
  118: /^""$/,
  120: /^""$/,
}
const texts = [...Array.from({ length: 16 }, (_, index) => 21 + index), 37, 38]
for (const number of [...texts, ...Array.from({ length: 40 }, (_, index) => 48 + index)]) bookingForms[number] = /^""$/

describeService('the DATEV file', ({ service }) => {
  let shop: TestMerchant
  const settings = { chart: 'SKR04', advisor_number: 29_098, client_number: 55_003 }
  const send = (method: 'GET' | 'PUT', path: string, body?: unknown) =>
    service.request(method, `/admin/reports/datev${path}`, {
      headers: shop.owner.headers,
      ...(body !== undefined && { body }),
    })
  /** What the bytes of the file say. */
  async function fileOf(query = '') {
    const url = `/admin/reports/datev?format=csv${query}`
    const answer = await service.app.inject({ method: 'GET', url, headers: shop.owner.headers })
    assert.equal(answer.statusCode, 200, answer.payload)
    assert.match(String(answer.headers['content-type']), /^text\/csv; charset=windows-1252/)
    assert.match(String(answer.headers['content-disposition']), /filename="EXTF_Buchungsstapel_[\d_-]+\.csv"/)
    const file = new TextDecoder('windows-1252').decode(answer.rawPayload)
    assert.ok(file.endsWith('\r\n'))
    const [header = '', columns = '', ...lines] = file.slice(0, -2).split('\r\n')
    return { header: fieldsOf(header), columns: columns.split(';'), lines: lines.map(fieldsOf) }
  }

  before(async () => {
    shop = await makeMerchant(service, { currency: 'EUR' })
    const { headers } = shop.owner
    const own = { vat_number: 'DE136695976', prices_include_tax: true, timezone: 'Europe/Berlin' }
    await setSelling(service, shop, own)
    await setTaxRates(service, shop, [
      { country: 'DE', rate: 19 },
      { country: 'DE', taxClass: 'reduced', rate: 7 },
      { country: 'FR', rate: 20 },
    ])
    const seat = { ...berlin, postal_code: '10117' }
    const { name: _, ...seller_address } = seat
    const body = { invoices: { seller_name: 'Shop', seller_address, vat_id: 'DE136695976', prefix: 'RE-' } }
    const set = await service.request('PATCH', '/admin/merchant', { headers, body })
    assert.equal(set.status, 200, JSON.stringify(set.body))
    const [mug, book] = await makeProducts(service, shop, [
      { price: 119, onHand: 100 },
      { price: 10.7, onHand: 100, columns: { tax_class: 'reduced' } },
    ])
    const card = await makeCardProduct(service, shop)
    const shopper = await makeShopper(service, shop)
    const buy = async (items: [{ id: string } | undefined, number][], more: object = {}) => {
      const lines = items.map(([product, quantity]) => ({ product_id: String(product?.id), quantity }))
      const { status, body } = await shopper.order(lines, { shipping_address: seat, ...more })
      assert.equal(status, 201, JSON.stringify(body))
      return body.data.id as string
    }
    const pay = async (id: string) => assert.equal((await shopper.pay(id)).status, 201)
    const home = await buy([
      [mug, 1],
      [book, 2],
    ])
    await pay(home)
    await staffOn(service, shop, home).refund({ items: [{ line: 1, quantity: 1 }] })
    await pay(await buy([[mug, 1]], { shipping_address: paris }))
    await pay(await buy([[mug, 1]], { shipping_address: paris, vat_number: 'FR40303265045' }))
    await pay(await buy([[mug, 1]], { shipping_address: london }))
    await pay(await buy([[card, 1]]))
    const byCard = await buy([[mug, 1]])
    await payWith(service, shopper.headers, byCard, (await makeGiftCard(service, shop, 500)).code)
    assert.equal((await send('PUT', '/settings', settings)).status, 200)
  })

  it('GET /admin/reports/datev?format=csv has each field as DATEV publishes it', async () => {
    const { header, columns, lines } = await fileOf()
    assert.equal(header.length, 31)
    for (const [index, form] of headerForms.entries()) assert.match(header[index] ?? '', form, `header ${index + 1}`)
    assert.equal(columns.length, 125)
    const places = [1, 7, 8, 9, 11, 14, 40, 41, 47, 48, 87, 114, 125]
    assert.deepEqual(
      places.map((number) => columns[number - 1]),
      [
        ...['Umsatz (ohne Soll/Haben-Kz)', 'Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegfeld 1'],
        ...['Buchungstext', 'EU-Land u. UStID (Bestimmung)', 'EU-Steuersatz (Bestimmung)'],
        ...['BU 49 Funktionsergänzung', 'Zusatzinformation - Art 1', 'Zusatzinformation- Inhalt 20', 'Festschreibung'],
        'Abw. Skontokonto',
      ],
    )
    assert.ok(lines.length > 10)
    for (const line of lines) {
      assert.equal(line.length, 125, line.join(';'))
      for (const [number, form] of Object.entries(bookingForms))
        assert.match(line[Number(number) - 1] ?? '', form, `${number} of ${line.join(';')}`)
    }
  })

  it('each kind of sale, refund and payment is on its account', async () => {
    const { lines } = await fileOf()
    const booked = lines.map((line) => [0, 1, 6, 7, 39, 40].map((index) => line[index]?.replaceAll('"', '')).join(' '))
    for (const wanted of [
      '119,00 S 10000 4400  ',
      '21,40 S 10000 4300  ',
      '119,00 H 10000 4400  ',
      '119,00 S 10000 4320 FR 20,00',
      '119,00 S 10000 4120  ',
    ])
      assert.ok(booked.includes(wanted), `${wanted} of\n${booked.join('\n')}`)
    // Prices contain no tax of a buyer who owes it.
    const reverse = booked.filter((line) => line.includes(' 4125 '))
    assert.equal(reverse.length, 1)
    assert.match(reverse[0] ?? '', /^\d+,\d\d S 10000 4125 FR40303265045 $/)
    // The gift card that was sold is owed; the one that paid is owed no more.
    assert.deepEqual(booked.filter((line) => line.includes(' 3500 ')).length, 2)
    const texts = lines.map((line) => line[13])
    assert.ok(texts.some((text) => text?.startsWith('"Rückzahlung ')))
  })

  it('the answer has the same rows, and totals of the reports of sales, taxes and payments', async () => {
    const { lines } = await fileOf()
    const { data } = (await send('GET', '')).body
    const minor = (value: number) => Math.round(value * 100)
    const told = data.rows.map((row: Record<string, string | number>) =>
      [
        Number(row['amount']).toFixed(2).replace('.', ','),
        row['side'] === 'debit' ? '"S"' : '"H"',
        ...[row['account'], row['contra_account'], `"${row['document']}"`, `"${row['text']}"`],
      ].join(' '),
    )
    assert.deepEqual(
      lines.map((line) => [0, 1, 6, 7, 10, 13].map((index) => line[index]).join(' ')),
      told,
    )
    assert.equal(data.total_rows, lines.length)
    const report = async (path: string) =>
      (await service.request('GET', `/admin/reports/${path}`, { headers: shop.owner.headers })).body.data
    const { from, to } = data
    const [sales, taxes, payments] = await Promise.all(
      ['sales', 'taxes', 'payments'].map((name) => report(`${name}?from=${from}&to=${to}`)),
    )
    const { totals } = data
    assert.deepEqual(
      [totals.sales, totals.sales_tax, totals.refunds, totals.refunds_tax, totals.payments, totals.repayments],
      [
        ...[sales.totals.total, taxes.totals.tax, sales.totals.refunds, taxes.totals.refunded_tax],
        ...[payments.totals.amount, payments.totals.refunded],
      ],
    )
    assert.equal(totals.gift_cards, sales.totals.gift_cards)
    // Everything is paid: nothing is left on the account of the customers.
    const open = data.rows.reduce(
      (sum: number, row: { side: string; amount: number }) => sum + (row.side === 'debit' ? 1 : -1) * minor(row.amount),
      0,
    )
    assert.equal(open, 0)
  })

  it('longer accounts have zeros at their end; a tax key has four digits', async () => {
    const row = { kind: 'domestic', supply: null, rate: 19, account: '440001', tax_key: '3' }
    const own = { ...settings, account_length: 6, accounts: { revenue: [row] } }
    assert.equal((await send('PUT', '/settings', own)).status, 200)
    const { lines, header } = await fileOf()
    assert.equal(header[13], '6')
    const keyed = lines.filter((line) => line[7] === '440001')
    assert.ok(keyed.length > 0)
    for (const line of keyed) assert.equal(line[8], '"0003"')
    assert.deepEqual([...new Set(lines.map((line) => line[6]))], ['1000000'])
    assert.ok(lines.some((line) => line[7] === '432000'))
    await send('PUT', '/settings', settings)
  })
})
