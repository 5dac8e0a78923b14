import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeCartMail } from '#src/modules/carts/mails/letter.ts'
import { type NoticeKind, noticeKinds } from '#src/modules/notifications/rules.ts'
import { writeLinkMail } from '#src/modules/orders/look-up/mail-order-links.ts'
import { type OrderMail, writeOrderMail } from '#src/modules/orders/mails/letters.ts'
import { writePaperMail } from '#src/modules/papers/sending/letters.ts'
import { type ReturnMailKind, writeReturnMail } from '#src/modules/returns/letters.ts'
import type { ReturnRow } from '#src/modules/returns/queries.ts'
import { writePayMail } from '#src/modules/settlement/pay-link/mail-payment-link.ts'
import { writeBoughtMail, writeGiftCardMail } from '#src/modules/stored-value/letters.ts'
import { languages } from '#src/platform/lib/languages.ts'
import { type Letter, writeLetter } from '#src/platform/mail/index.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { renderMail } from '#src/platform/mail/templates/render.ts'
import { item } from './support/sample-mails.ts'

// Nothing in the data is a word of either language.
const address = {
  name: 'Xoa Qirr',
  company: 'Zzyx',
  line1: 'Quuxweg 5',
  line2: null,
  city: 'Berlin',
  region: null,
  postal_code: '10117',
  country: 'FR',
  phone: null,
}
const at = new Date('2026-06-21T13:02:09Z')
const order: OrderMail['order'] = {
  order_number: '261121-7K3M9Q',
  created_at: at,
  currency: 'EUR',
  tax_included: true,
  items: [
    item(1, { name: 'Blorp', quantity: 2, price_minor: 123_456, quantity_fulfilled: 1 }),
    item(2, { name: 'Frob', requires_shipping: false }),
  ],
  subtotal_minor: 248_187,
  shipping_total_minor: 0,
  shipping_method: { name: 'DHL' },
  rounding_total_minor: 3,
  tax_lines: [{ name: 'XY', rate: 8.375, amount_minor: 874 }],
  buyer_vat: { number: 'DE136695976', reverse_charge: false },
  total_minor: 248_190,
  refunded_total_minor: 0,
  payment_status: 'paid',
  cancel_reason: null,
  shipping_address: address,
  billing_address: address,
}
const fulfillment = {
  items: [{ product_id: 'product-1', quantity: 1 }],
  carrier: 'DHL',
  tracking_number: '7',
  tracking_url: 'https://dhl.example/7',
}
const totals = { lines: 1, charges: 0, net: 1, tax: 0, gross: 248_190, paid: 0, rounding: 0, due: 5 }
const returned = {
  kind: 'return',
  status: 'approved',
  currency: 'EUR',
  message: null,
  deduction_minor: 500,
  deduction_reason: 'Krz',
  refund_due_at: at,
  label_url: 'https://dhl.example/8',
  carrier: 'DHL',
  tracking_number: '8',
  created_at: at,
  received_at: null,
  exchange_order_id: null,
  refunds: [],
  items: [{ product_id: 'product-1', quantity: 1, quantity_cancelled: 1, note: 'Hmpf' }],
}
/** Of what was paid by hand. */
const handBack: ReturnRow['refunds'][number] = {
  id: 'refund-1',
  amount_minor: 200_500,
  status: 'pending',
  refunded_to: 'as_paid',
  created_at: at,
  parts: [
    {
      id: null,
      payment_id: '1',
      method: 'manual',
      amount_minor: 200_500,
      status: 'pending',
      attempt: 1,
      by_hand: false,
    },
  ],
}
const card = { code: 'ABCD-1234', balance_minor: 500_000, currency: 'EUR', expires_at: at }
const noticeOf = (kind: NoticeKind) => ({ kind, name: '7', amount: '12 EUR', path: 'x' })

const given = {
  merchant: 'Zzyx',
  url: 'https://zzyx.example',
  reason: '500',
  hours: 72,
  role: 'viewer',
  former_id: 'x',
  apiKeys: 1,
  invitations: 2,
  webhooks: 3,
  subject: 'order' as const,
  name: '7',
  author: 'Zzyx',
  text: 'Hmpf',
  settings: 'https://zzyx.example',
  notice: noticeOf('order_placed'),
  notices: noticeKinds.map(noticeOf),
}

/** Those of all modules, in the name of the platform or of a shop. */
async function findLetters(): Promise<Letter<typeof given>[]> {
  const root = join(import.meta.dirname, '..')
  const files = globSync('src/modules/*/{,*/}letters.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<Record<string, unknown>>))
  return modules
    .flatMap((one) => Object.values(one))
    .filter((value): value is Letter<typeof given> => Object.hasOwn(Object(value), 'write'))
}
const letters = await findLetters()

/** Each kind of mail, and each of its variants, by name. */
function mailsIn(locale: string, timezone = 'Europe/Berlin', support_email: string | null = null) {
  const shop = { name: 'Zzyx', support_email, timezone, locale }
  const mails = new Map<string, MailDocument>()
  const ofOrder = (name: string, mail: object, change: object = {}) =>
    mails.set(
      name,
      writeOrderMail({ shop, order: { ...order, ...change }, url: 'https://x.example', ...mail } as never),
    )
  ofOrder('confirmation', { kind: 'order_confirmation', pay_before: null })
  ofOrder('confirmation unpaid', { kind: 'order_confirmation', pay_before: at })
  const untaxed = { buyer_vat: { number: 'X', reverse_charge: true }, shipping_method: null, shipping_total_minor: 5 }
  ofOrder('confirmation without tax', { kind: 'order_confirmation', pay_before: null }, untaxed)
  const items = Array.from({ length: 62 }, (_, n) => item(n, { name: 'Blorp' }))
  ofOrder('confirmation of many', { kind: 'order_confirmation', pay_before: null }, { items })
  ofOrder('address', { kind: 'address_change' })
  for (const number of [1, 2, 3]) ofOrder(`reminder ${number}`, { kind: `payment_reminder_${number}` })
  const done = order.items.map((one) => ({ ...one, quantity_fulfilled: one.quantity }))
  const { shipping_address } = order
  const file = { ...fulfillment, shipping_address, items: [{ product_id: 'product-2', quantity: 1 }] }
  for (const [name, sent, is_newest, of] of [
    ...[['part', fulfillment, true, order.items] as const, ['rest', fulfillment, true, done] as const],
    ...[['earlier', { ...fulfillment, carrier: null }, false, done] as const, ['file', file, true, done] as const],
  ])
    ofOrder(
      `shipment ${name}`,
      { kind: 'shipment', fulfillment: { ...sent, shipping_address }, is_newest },
      { items: of },
    )
  const all = {
    ...fulfillment,
    shipping_address,
    items: done.map(({ product_id, quantity }) => ({ product_id, quantity })),
  }
  ofOrder('shipment whole', { kind: 'shipment', fulfillment: all, is_newest: true }, { items: done })
  ofOrder('file whole', { kind: 'shipment', fulfillment: file, is_newest: true }, { items: [done[1]] })
  ofOrder('file part', { kind: 'shipment', fulfillment: file, is_newest: false }, { items: done })
  const destinations = ['provider', 'store_credit', 'gift_card', 'manual'] as const
  const refund = { amount_minor: 200_500, shipping_minor: 500, items: null, tax_lines: order.tax_lines }
  const ways = destinations.map((destination) => ({ destination, amount_minor: 50_125 }))
  for (const way of ways) ofOrder(`refund ${way.destination}`, { kind: 'refund', refund: { ...refund, ways: [way] } })
  ofOrder('refund by hand and more', { kind: 'refund', refund: { ...refund, ways } })
  ofOrder('refund two ways', { kind: 'refund', refund: { ...refund, ways: ways.slice(0, 2) } })
  const causes = ['requested_by_customer', 'requested_by_merchant', 'payment_window_expired', 'released', null]
  for (const cancel_reason of causes) ofOrder(`cancelled ${cancel_reason}`, { kind: 'cancellation' }, { cancel_reason })
  ofOrder('cancelled all back', { kind: 'cancellation' }, { refunded_total_minor: order.total_minor })
  ofOrder('cancelled part back', { kind: 'cancellation' }, { refunded_total_minor: 200_500 })
  mails.set('link', writeLinkMail(shop, order, 'https://x.example'))
  const left = { lines: [{ quantity: 2, name: 'Blorp', price_minor: 5 }], currency: 'EUR' }
  mails.set('cart', writeCartMail(left, { ...shop, storefront_url: 'https://x.example' }, 'https://x.example/7'))
  mails.set('pay', writePayMail(shop, order, 'https://x.example', at))
  const paper = { number: 'R1', issue_date: '2026-06-21', order_number: '7', currency: 'EUR', preceding: null, totals }
  mails.set('invoice', writePaperMail({ ...paper, locale, type_code: 380 }, shop))
  mails.set('invoice as page', writePaperMail({ ...paper, locale, type_code: 380 }, shop, 'page'))
  mails.set('credit note', writePaperMail({ ...paper, locale, type_code: 381, preceding: { number: 'R0' } }, shop))
  const ofReturn = (kind: ReturnMailKind, change: Partial<ReturnRow> = {}, name: string = kind) =>
    mails.set(
      `return ${name}`,
      writeReturnMail({ kind, shop, order, row: { ...returned, ...change } as never, url: 'https://x.example' }),
    )
  for (const kind of ['requested', 'approved', 'label', 'declined', 'received', 'refunded', 'cancelled'] as const)
    ofReturn(kind)
  ofReturn('closed')
  ofReturn('withdrawn', { kind: 'withdrawal' })
  ofReturn('closed', { received_at: at }, 'closed late')
  ofReturn('approved', { exchange_order_id: 'x' }, 'exchange')
  ofReturn('refunded', { refunds: [{ ...handBack, refunded_to: 'store_credit' }] }, 'credited')
  ofReturn('refunded', { refunds: [handBack] }, 'by hand')
  const exchanged = { exchange_order_id: 'x', refunds: [{ ...handBack, refunded_to: 'store_credit' as const }] }
  ofReturn('refunded', exchanged, 'exchanged')
  mails.set('gift card', writeGiftCardMail(card, shop))
  const bought = { ...card, message: 'Hmpf' }
  mails.set('bought card', writeBoughtMail([bought], shop))
  mails.set('bought cards', writeBoughtMail([bought, bought], shop))
  for (const letter of letters) mails.set(letter.name, writeLetter(letter, given, undefined, { locale }))
  return new Map([...mails].map(([name, document]) => [name, { document, ...renderMail(document, 'Zzyx') }]))
}

const english =
  /\b(the|you|your|yours|and|with|is|are|of|for|this|these|order|refund|until|has|have|not|we|our|it|its|each|free)\b/i
const german = /\b(der|die|das|Sie|Ihr|Ihre|Ihren|Ihrer|und|mit|ist|sind|für|wir|bei|nicht|weil|bis|je|von|zur|zum)\b/

test('each kind of mail is written in German for a shop of de, and in English for any other', () => {
  const mails = { de: mailsIn('de-DE'), en: mailsIn('en') }
  assert.ok(mails.de.size > 50 && letters.length > 10)
  for (const [name, { document, subject, text, html }] of mails.de) {
    const other = mails.en.get(name)
    assert.match(html, /<html lang="de-DE">/, name)
    assert.match(other?.html ?? '', /<html lang="en">/, name)
    for (const shown of [subject, text]) {
      assert.doesNotMatch(shown, english, name)
      assert.doesNotMatch(shown, /[{}]|undefined|null|NaN/, name)
    }
    assert.doesNotMatch(`${other?.subject} ${other?.text}`, german, name)
    assert.doesNotMatch(`${other?.subject} ${other?.text}`, /[{}]|undefined|null|NaN/, name)
    assert.notEqual(subject, other?.subject, name)
    assert.notEqual(document.title, other?.document.title, name)
    assert.equal(document.blocks.length, other?.document.blocks.length, name)
    assert.equal(document.footer?.length, other?.document.footer?.length, name)
  }
})

test('each kind of mail is whole in every language', () => {
  const english = mailsIn('en')
  for (const language of languages.filter((one) => one !== 'en')) {
    for (const [name, { document, subject, text }] of mailsIn(language)) {
      const other = english.get(name)
      assert.doesNotMatch(`${subject} ${text}`, /[{}]|undefined|null|NaN/, `${language} ${name}`)
      assert.notEqual(subject, other?.subject, `${language} ${name}`)
      assert.notEqual(document.title, other?.document.title, `${language} ${name}`)
      assert.equal(document.blocks.length, other?.document.blocks.length, `${language} ${name}`)
    }
  }
})

test('a refund says in German, too, who pays it back', () => {
  const mails = mailsIn('de-DE')
  const textOf = (name: string) => mails.get(name)?.text.replaceAll(/[\s\u00A0]+/g, ' ') ?? ''
  assert.match(textOf('refund manual'), /Zzyx zahlt Ihnen 2\.005,00 € selbst zurück/)
  assert.doesNotMatch(textOf('refund manual'), /haben Ihnen|Bank kann/)
  assert.match(textOf('refund by hand and more'), /Einen Teil davon zahlt Zzyx selbst zurück/)
  assert.match(textOf('refund by hand and more'), /Vom Shop selbst zurückgezahlt 501,25 €/)
  assert.match(textOf('refund provider'), /Wir haben Ihnen 2\.005,00 € auf dem Weg erstattet, auf dem Sie bezahlt/)
  assert.match(textOf('refund store_credit'), /Ihrem Guthaben 2\.005,00 € gutgeschrieben/)
  assert.match(textOf('refund gift_card'), /auf Ihre Geschenkkarte zurückgebucht/)
})

test('amounts, rates, times and countries in mails are those of the shop’s locale', () => {
  const wanted = {
    'de-DE': ['1.234,56 €', '8,375 %', '21. Juni 2026 um 15:02 MESZ', 'Frankreich', '„Xoa Qirr“'],
    'de-AT': ['€ 1.234,56', '8,375 %', '21. Juni 2026 um 15:02 MESZ', 'Frankreich', '„Xoa Qirr“'],
    'de-CH': ['EUR 1’234.56', '8.375%', '21. Juni 2026 um 15:02 MESZ', 'Frankreich', '„Xoa Qirr“'],
    en: ['€1,234.56', '8.375%', '21 June 2026 at 15:02 CEST', 'France', '“Xoa Qirr”'],
    'en-US': ['€1,234.56', '8.375%', 'June 21, 2026 at 03:02 PM GMT+2', 'France', '“Xoa Qirr”'],
  }
  for (const [locale, values] of Object.entries(wanted)) {
    const text =
      mailsIn(locale)
        .get('confirmation')
        ?.text.replaceAll(/[\s\u00A0\u202F]+/g, ' ') ?? ''
    for (const value of values) assert.ok(text.includes(value), `${locale}: ${value} in ${text}`)
  }
})
