import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { invitation } from '#src/modules/merchants/staff/letters.ts'
import { writeLetter } from '#src/platform/mail/index.ts'
import { type RenderedMail, renderMail } from '#src/platform/mail/templates/render.ts'
import { moment } from '#src/platform/mail/templates/values.ts'
import { hardMails, item, order, sampleMails } from '#test/support/sample-mails.ts'
import type { RefundDestination } from '../destinations.ts'
import { type OrderMail, writeOrderMail } from './letters.ts'
import { refundWords, wayLines } from './refund-words.ts'

const rendered = new Map(
  [...sampleMails, ...hardMails].map(({ name, sender, document }) => [name, renderMail(document, sender)]),
)

function mailNamed(name: string): RenderedMail {
  const mail = rendered.get(name)
  if (mail === undefined) throw new Error(`there is no mail ${name}`)
  return mail
}

const shop = { name: 'Lantern & Loom', support_email: null, timezone: 'UTC', locale: 'en' }
const confirm = (change: Partial<OrderMail['order']> = {}, at: Partial<OrderMail['shop']> = {}) => {
  const mail = { kind: 'order_confirmation', shop: { ...shop, ...at }, order: { ...order, ...change } } as const
  return renderMail(writeOrderMail({ ...mail, pay_before: null }), shop.name)
}

it('every mail: in text no line beyond 72 columns but an address, in HTML every tag closed', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-mails-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const [name, { subject, text, html }] of rendered) {
    await writeFile(join(folder, `${name}.html`), html)
    await writeFile(join(folder, `${name}.txt`), text)
    for (const line of text.split('\n')) {
      const visible = line.replace(/[\p{Cf}\p{Mn}]/gu, '')
      assert.ok(visible.length <= 72 || /^https?:\/\/\S+$/.test(line), `${name}: ${line}`)
      assert.equal(line, line.trimEnd(), name)
    }
    assert.doesNotMatch(subject, /\p{Cc}/u)
    assert.deepEqual(openTags(html), [], name)
  }
})

it('no mail loads anything, runs anything, or links to anything but web addresses', () => {
  for (const [name, { html }] of rendered) {
    const tags = html.replace(/<style>.*?<\/style>/s, '').match(/<[a-z][^>]*>/g) ?? []
    for (const tag of tags) {
      assert.doesNotMatch(tag, /^<(?:script|img|link|iframe|object|form|svg|base)\b|\son\w+=|src=|url\(/, name)
      const [, href] = /href="([^"]*)"/.exec(tag) ?? []
      if (href !== undefined) assert.match(href, /^https?:\/\//, name)
    }
    assert.doesNotMatch(html, /@import|url\(/, name)
  }
})

it('what a shop or customer wrote is text, in one line, and turns nothing around', () => {
  const { html, text } = mailNamed('hostile')
  assert.match(html, /&#60;script&#62;alert\(1\)&#60;\/script&#62;&#34;&#62;&#60;img src=x onerror=alert\(1\)&#62;/)
  assert.match(html, /&#60;\/td&#62;&#60;\/table&#62;&#60;style&#62;/)
  assert.match(text, /^Evil Bcc: victim@example\.com <b>Shop<\/b>$/m)
  assert.doesNotMatch((html + text).replaceAll('\n', ''), /[\p{Cc}\u202A-\u202E]/u)
  const letter = renderMail(
    writeLetter(invitation, { merchant: 'A\r\nB: c', role: 'viewer' }, undefined, { locale: 'en' }),
    'X',
  )
  assert.equal(letter.subject, "You are invited to work for 'A B: c'")
})

it('a name that is written from right to left is isolated from the numbers beside it', () => {
  const { html, text } = mailNamed('right-to-left')
  assert.match(text, /2 x \u2068مصباح نحاسي مصنوع يدويًا 40 سم\u2069 +AED\u00A025\.50/)
  assert.match(html, />\u2068כוס קרמיקה \(כחול\)\u2069<br>/)
})

it('a mail of an order of a thousand lines stays below what clients cut off', () => {
  const items = Array.from({ length: 1_000 }, (_, n) => item(n))
  const { html, text } = confirm({ items })
  assert.match(text, /^ {4}and 940 more products$/m)
  assert.match(html, />and 940 more products</)
  assert.ok(html.length < 90_000, `${html.length}`)
})

it('amounts have the decimals of their currency, in every currency', () => {
  assert.match(mailNamed('yen').text, /^Total \(JPY\) +¥422,400$/m)
  assert.match(mailNamed('yen').text, /^消費税 10% +¥38,400$/m)
  assert.match(mailNamed('dinar').text, /^Total \(KWD\) +KWD\u00A01,234\.567$/m)
  assert.match(confirm({ currency: 'ISK', total_minor: 5245 }).text, /^Total \(ISK\) +ISK\u00A05,245$/m)
  assert.match(confirm({ currency: 'IQD', total_minor: 5245 }).text, /^Total \(IQD\) +IQD\u00A05\.245$/m)
  for (const currency of Intl.supportedValuesOf('currency')) assert.ok(confirm({ currency }).text.includes(currency))
})

it('tax that is included stands below the total, tax that is added above; free shipping is said', () => {
  const sums = (name: string) =>
    mailNamed(name)
      .text.split(`\n${'-'.repeat(72)}\n`)[2]
      ?.split('\n\n')[0]
  const labels = (name: string) =>
    sums(name)
      ?.split('\n')
      .map((line) => line.replace(/ {2,}/, '|'))
  assert.deepEqual(labels('order-confirmation'), [
    ...['Subtotal|£48.50', 'Shipping: Royal Mail Tracked 48|£3.95'],
    ...['Total (GBP)|£52.45', 'Includes VAT 20%|£8.74'],
  ])
  assert.deepEqual(labels('several-rates')?.slice(2), [
    ...['New York State sales tax 4%|$2.10', 'New York City sales tax 4.5%|$2.36'],
    'Metropolitan commuter transportation district surcharge 0.375%|$1.23',
    'Total (USD)|$58.14',
  ])
  assert.equal(labels('free-shipping')?.[1], 'Shipping: Royal Mail Tracked 48|Free')
  assert.deepEqual(labels('nothing-set'), ['Total (GBP)|£52.45'])
})

it('a refund is told as it goes back: only money that moved is said to have moved', () => {
  const mail = (...ways: Parameters<typeof refundWords>[2]) =>
    refundWords({ name: 'Lamps', locale: 'en' }, '£29.45', ways)
  const whole = (destination: RefundDestination) => mail({ destination, amount_minor: 2945 })
  const byHand = whole('manual')
  assert.match(`${byHand.title} ${byHand.text}`, /^You will get £29\.45 back Lamps will pay £29\.45 back to you itself/)
  assert.doesNotMatch(`${byHand.title} ${byHand.text} ${byHand.sum}`, /refunded|given back|your bank,/i)
  assert.match(whole('store_credit').text, /added £29\.45 to your store credit/)
  assert.match(whole('gift_card').text, /back on your gift card/)
  assert.match(whole('provider').text, /^We have refunded £29\.45 the way you paid/)
  const mixed = mail({ destination: 'manual', amount_minor: 945 }, { destination: 'gift_card', amount_minor: 2000 })
  assert.match(mixed.text, /Lamps pays back part of it itself/)
  const ways = [
    { destination: 'manual' as const, amount_minor: 945 },
    { destination: 'gift_card' as const, amount_minor: 2000 },
  ]
  assert.deepEqual(wayLines({ locale: 'en' }, ways, 'GBP'), [
    { label: 'Paid back by the shop itself', amount: '£9.45' },
    { label: 'To your gift card', amount: '£20.00' },
  ])
})

it('a reverse charge is said with the VAT number, and a refund what tax it gives back', () => {
  const { text, html } = confirm({
    tax_included: false,
    tax_lines: [{ name: 'Reverse charge', rate: 0, amount_minor: 0 }],
    buyer_vat: { number: 'DE136695976', reverse_charge: true },
  })
  assert.match(text, /^Your VAT number: +DE136695976$/m)
  assert.match(text, /^Reverse charge: you owe the VAT in your country +£0\.00$/m)
  assert.match(html, /Reverse charge: you owe the VAT in your country/)
  assert.doesNotMatch(confirm({}).text, /VAT number|Reverse/)
  const charged = confirm({ buyer_vat: { number: 'DE136695976', reverse_charge: false } }).text
  assert.match(charged, /^Includes VAT 20% +£8\.74$/m)
  assert.match(mailNamed('refund').text, /^Refunded \(GBP\) +£29\.45\nIncludes VAT 20% +£4\.91$/m)
})

it('times are in the zone of the shop; a zone that is not known is UTC', () => {
  const placed = (timezone: string) => /^Placed: +(.*)$/m.exec(confirm({}, { timezone }).text)?.[1]
  assert.equal(placed('Europe/London'), '21 June 2026 at 14:02 BST')
  assert.equal(placed('Asia/Kolkata'), '21 June 2026 at 18:32 GMT+5:30')
  assert.equal(placed('Pacific/Auckland'), '22 June 2026 at 01:02 GMT+12')
  assert.equal(placed('Mars/Olympus'), '21 June 2026 at 13:02 UTC')
})

it('an address is written in the order of its country, which has its name', () => {
  const place = (change: object) => {
    const address = { ...order.shipping_address, ...change } as OrderMail['order']['shipping_address']
    return confirm({ shipping_address: address, billing_address: null })
      .text.match(/“Flat 2”\n {2}(.*)\n {2}(.*)/)
      ?.slice(1)
  }
  assert.deepEqual(place({}), ['“London SW1Y 4JH”', 'United Kingdom'])
  assert.deepEqual(place({ country: 'DE', city: 'Berlin', postal_code: '10115' }), ['“10115 Berlin”', 'Germany'])
  assert.deepEqual(place({ country: 'US', city: 'Austin', region: 'TX', postal_code: '78701' }), [
    '“Austin, TX 78701”',
    'United States',
  ])
  assert.deepEqual(place({ country: 'AE', city: 'Dubai', postal_code: null }), ['“Dubai”', 'United Arab Emirates'])
})

it('what a shopper wrote is a quotation of at most 80 characters, in which no mail program finds a link', () => {
  const shown = (name: string) => {
    const address = { ...order.shipping_address, name } as OrderMail['order']['shipping_address']
    const { html, text } = confirm({ shipping_address: address, billing_address: null })
    const [, first] = /Shipping to\n((?: {2}.*\n)+?) {2}“12 St/.exec(text) ?? []
    const line = first?.replaceAll(/\n {2}/g, ' ').trim()
    // Long names are broken over lines of the text, so it is the HTML that must have the whole.
    if (line?.length !== undefined && line.length < 70) assert.ok(html.includes(`>${line}<`), html)
    return line
  }
  const hidden = '(not shown: it looks like a link or an address)'
  for (const name of [
    ...['https://evil.example/pay', 'Visit www.evil', 'WWW.EVIL.COM now', 'evil.com', 'Log in at bank-login.co.uk/x'],
    ...[
      'ada@evil.example',
      'ada＠evil',
      'ev\u200Bil\u2060.\u200Bcom',
      'evil。com',
      'evil．com',
      'evil｡中国',
      'evil․com',
    ],
    ...['x.xn--p1ai', 'mailto://x', 'пример.рф', 'Smith t.co'],
  ])
    assert.equal(shown(name), hidden, name)
  assert.equal(shown('Ada Lovelace'), '“Ada Lovelace”')
  assert.equal(shown('Dr.Smith'), '“Dr. Smith”')
  assert.equal(shown('J.R.R. Tolkien, c/o:x'), '“J. R. R. Tolkien, c/o: x”')
  assert.equal(shown('tel:123 javascript:alert(1)'), '“tel: 123 javascript: alert(1)”')
  assert.equal(shown('10.0.0.1'), '“10. 0. 0. 1”')
  assert.equal(shown('ジョン・スミス'), '“ジョン・スミス”')
  assert.equal(shown('ليلى\u202E الحسن'), '“\u2068ليلى الحسن\u2069”')
  const long = shown('Your account is locked, call us at once. '.repeat(5))
  assert.match(long ?? '', /^“Your account .*…”$/)
  assert.ok([...(long ?? '')].length <= 82)
  const invite = (merchant: string) =>
    renderMail(writeLetter(invitation, { merchant, role: 'viewer' }, undefined, { locale: 'en' }), '')
  assert.match(invite('Win at https://evil.example').text, /^A shop invites you to work for it/m)
  assert.equal(invite('Win at evil.example').subject, 'You are invited to work for a shop')
})

it('a shipment says what is sent and what is left, and links to web addresses only', () => {
  const { html, text } = mailNamed('shipment')
  assert.match(html, /href="https:\/\/www\.royalmail\.example\/track-your-item\?reference=RM123456785GB&#38;lang=en"/)
  assert.match(text, /In this parcel\n-+\n2 x Regency cakestand, 3 tier\n {4}22423\n6 x Jumbo bag, red retrospot/)
  assert.match(text, /Still to come\n-+\n4 x Jumbo bag, red retrospot/)
  assert.doesNotMatch(mailNamed('shipment-bad-link').html, /javascript|Follow/)
  const ship = (quantity_fulfilled: number, quantity: number, requires_shipping = true, is_newest = true) => {
    const items = [item(1, { quantity: 5, quantity_fulfilled, requires_shipping })]
    const fulfillment = { carrier: null, tracking_number: null, tracking_url: null, shipping_address: null }
    const sent = [{ product_id: 'product-1', quantity }]
    const mail = {
      kind: 'shipment',
      shop,
      order: { ...order, items },
      fulfillment: { ...fulfillment, items: sent },
      is_newest,
    } as const
    return writeOrderMail(mail).title
  }
  assert.deepEqual(
    [ship(5, 2, true, false), ship(2, 2), ship(5, 3), ship(5, 5), ship(5, 5, false)],
    [
      'Part of your order is on its way',
      ...['Part of your order is on its way', 'The rest of your order is on its way', 'Your order is on its way'],
      'Your order is complete',
    ],
  )
})

it('a cancellation says why, and what becomes of the money', () => {
  const text = (cancel_reason: string | null, payment_status: string, refunded_total_minor = 0) => {
    const { blocks } = writeOrderMail({
      kind: 'cancellation',
      shop,
      order: { ...order, cancel_reason, payment_status, refunded_total_minor },
    })
    return blocks[0]?.type === 'paragraph' && blocks[0].text
  }
  assert.equal(text('requested_by_customer', 'unpaid'), 'As you asked, we have cancelled your order.')
  assert.equal(
    text('requested_by_merchant', 'paid', order.total_minor),
    'We are sorry: we had to cancel your order. You will get back what you have paid.',
  )
  // Of an order whose last unit is refunded, the shop may keep the shipping.
  assert.equal(
    text('requested_by_merchant', 'partially_refunded', 4850),
    'We are sorry: we had to cancel your order. You will get back £48.50 of what you have paid.',
  )
  assert.equal(text('requested_by_merchant', 'partially_refunded'), 'We are sorry: we had to cancel your order.')
  assert.equal(text('payment_window_expired', 'failed'), 'Your order was not paid in time, so we have cancelled it.')
  assert.equal(text(null, 'refunded'), 'We have cancelled your order. You will get back what you have paid.')
})

/** Tags that are left open, or closed without having been opened. */
function openTags(html: string): string[] {
  const open: string[] = []
  for (const [, close, name = ''] of html.replaceAll(/<!--.*?-->/gs, '').matchAll(/<(\/?)([a-z]\w*)[^>]*>/g)) {
    if (['meta', 'br'].includes(name)) continue
    if (close === '') open.push(name)
    else if (open.at(-1) === name) open.pop()
    else return [...open, `/${name}`]
  }
  return open
}

it('a shop that writes its zone in ever new ways fills no memory', (t) => {
  const zone = 'america/argentina/comodrivadavia'
  const spelling = (n: number) => [...zone].map((c, at) => ((n >> (at % 16)) & 1 ? c.toUpperCase() : c)).join('')
  const made = t.mock.method(Intl, 'DateTimeFormat').mock
  const show = (n: number) => moment(new Date(0), spelling(n), 'en')
  assert.equal(show(0), '31 December 1969 at 21:00 GMT-3')
  assert.equal(show(0), show(1))
  assert.equal(made.callCount(), 2)
  for (let n = 2; n < 1_000; n++) show(n)
  // The first is forgotten, and made again.
  show(0)
  assert.equal(made.callCount(), 1_001)
})
