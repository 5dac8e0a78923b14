import { writeCartMail } from '#src/modules/carts/mails/letter.ts'
import { resetPassword } from '#src/modules/identity/mails/letters.ts'
import { writeLinkMail } from '#src/modules/orders/look-up/mail-order-links.ts'
import { type OrderMail, writeOrderMail } from '#src/modules/orders/mails/letters.ts'
import { writePaperMail } from '#src/modules/papers/sending/letters.ts'
import { howToPay } from '#src/modules/payment-methods/index.ts'
import { writeLetter } from '#src/platform/mail/index.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'

type MailOrder = OrderMail['order']
type Item = MailOrder['items'][number]

/** Sample mails: those that `npm run generate` renders into docs/mails, and harder cases for tests. */
export interface SampleMail {
  name: string
  /** Whose name stands above it. */
  sender: string
  document: MailDocument
}

const shop = {
  name: 'Lantern & Loom',
  support_email: 'help@lantern.example',
  timezone: 'Europe/London',
  locale: 'en',
}

export const address = {
  name: 'Ada Lovelace',
  company: null,
  line1: '12 St James’s Square',
  line2: 'Flat 2',
  city: 'London',
  region: null,
  postal_code: 'SW1Y 4JH',
  country: 'GB',
  phone: null,
}
const billing = {
  ...address,
  company: 'Analytical Engines Ltd',
  line1: '4 Old Mill Lane',
  line2: null,
  city: 'York',
  postal_code: 'YO1 7HH',
}

export function item(number: number, more: Partial<Item> = {}): Item {
  return {
    product_id: `product-${number}`,
    sku: `${22400 + number}`,
    name: `Product ${number}`,
    quantity: 1,
    price_minor: 1275,
    requires_shipping: true,
    quantity_fulfilled: 0,
    quantity_cancelled: 0,
    ...more,
  }
}

const items = [
  item(23, { name: 'Regency cakestand, 3 tier', quantity: 2, price_minor: 1275 }),
  item(61, { name: 'Jumbo bag, red retrospot', quantity: 10, price_minor: 195, quantity_fulfilled: 6 }),
  item(82, { name: 'Hand-painted assembly instructions (PDF)', price_minor: 350, requires_shipping: false }),
]

export const order: MailOrder = {
  order_number: '261121-7K3M9Q',
  created_at: new Date('2026-06-21T13:02:09Z'),
  currency: 'GBP',
  items,
  subtotal_minor: 4850,
  shipping_total_minor: 395,
  shipping_method: { name: 'Royal Mail Tracked 48' },
  tax_included: true,
  tax_lines: [{ name: 'VAT', rate: 20, amount_minor: 874 }],
  buyer_vat: null,
  total_minor: 5245,
  refunded_total_minor: 0,
  payment_status: 'paid',
  cancel_reason: null,
  shipping_address: address,
  billing_address: billing,
}

const fulfillment = {
  items: [
    { product_id: 'product-23', quantity: 2 },
    { product_id: 'product-61', quantity: 6 },
  ],
  carrier: 'Royal Mail',
  tracking_number: 'RM123456785GB',
  tracking_url: 'https://www.royalmail.example/track-your-item?reference=RM123456785GB&lang=en',
}
const sent = [{ ...items[0], quantity_fulfilled: 2 }, ...items.slice(1)] as Item[]
const refund = {
  amount_minor: 2945,
  shipping_minor: 395,
  items: [{ product_id: 'product-23', quantity: 2 }],
  tax_lines: [{ name: 'VAT', rate: 20, amount_minor: 491 }],
  ways: [{ destination: 'provider' as const, amount_minor: 2945 }],
}
const payBefore = new Date('2026-06-21T13:32:09Z')
const link = 'https://shop.example/account/reset-password#token=7nDq3cVb0mYkqzQm1x5cXo0vW8r2aTlsE4uHn9pZfGk'

const ofOrder = (name: string, mail: OrderMail): SampleMail => ({
  name,
  sender: mail.shop.name,
  document: writeOrderMail(mail),
})

/** A shop in Berlin and its customer. */
const german = { ...shop, name: 'Laterne & Webstuhl', timezone: 'Europe/Berlin', locale: 'de-DE' }
const berlin = {
  name: 'Jörg Müller',
  company: null,
  line1: 'Große Straße 5',
  line2: null,
  city: 'Berlin',
  region: null,
  postal_code: '10117',
  country: 'DE',
  phone: null,
}
const germanOrder: MailOrder = {
  ...order,
  currency: 'EUR',
  shipping_method: { name: 'DHL Paket' },
  items: items.map((one, at) => ({
    ...one,
    name: ['Etagere mit 3 Etagen', 'Große Tasche, rot gepunktet', 'Gemalte Anleitung (PDF)'][at] ?? one.name,
  })),
  tax_lines: [{ name: 'MwSt.', rate: 19, amount_minor: 837 }],
  shipping_address: berlin,
  billing_address: { ...berlin, company: 'Müller GmbH' },
}

/** The kinds of mails about an order, of one shop. */
function mailsOf(shop: OrderMail['shop'], order: MailOrder, suffix = ''): SampleMail[] {
  const [first, ...others] = order.items
  const items = first === undefined ? [] : [{ ...first, quantity_fulfilled: 2 }, ...others]
  const tax_lines =
    order.tax_lines?.map((line) => ({
      ...line,
      amount_minor: Math.round((refund.amount_minor * line.rate) / (100 + line.rate)),
    })) ?? null
  const mail = (name: string, document: MailDocument, sender = shop.name): SampleMail => ({
    name: `${name}${suffix}`,
    sender,
    document,
  })
  const cancelled = {
    ...order,
    cancel_reason: 'requested_by_merchant',
    refunded_total_minor: order.total_minor,
  }
  const toPay = howToPay(
    {
      ...order,
      status: 'pending',
      created_at: order.created_at,
      expires_at: null,
      paid_at: null,
      paid_minor: 0,
      payment_terms: {
        method_id: 'method',
        kind: 'bank_transfer',
        name: 'By transfer',
        instructions: null,
        net_days: 7,
        keeps_stock_hours: null,
        reference: 'order_number',
        bank: { holder: 'Cakestand Ltd', iban: 'DE02120300000000202051', bic: null },
      },
    },
    shop,
  )
  const paper = {
    locale: shop.locale,
    number: 'INV-17',
    type_code: 380 as const,
    issue_date: '2026-06-21',
    order_number: order.order_number,
    currency: order.currency,
    preceding: null,
    totals: {
      lines: 4_042,
      charges: 329,
      net: 4_371,
      tax: 874,
      gross: 5_245,
      paid: 0,
      rounding: 0,
      due: 5_245,
    },
  }
  return [
    mail('order-confirmation', writeOrderMail({ kind: 'order_confirmation', shop, order, pay_before: payBefore })),
    mail(
      'shipment',
      writeOrderMail({
        kind: 'shipment',
        shop,
        order: { ...order, items },
        is_newest: true,
        fulfillment: { ...fulfillment, shipping_address: order.shipping_address },
      }),
    ),
    mail('payment-reminder', writeOrderMail({ kind: 'payment_reminder_1', shop, order, payment: toPay })),
    mail('address-change', writeOrderMail({ kind: 'address_change', shop, order })),
    mail('refund', writeOrderMail({ kind: 'refund', shop, order, refund: { ...refund, tax_lines } })),
    mail('cancellation', writeOrderMail({ kind: 'cancellation', shop, order: cancelled })),
    mail('order-link', writeLinkMail(shop, order, 'https://shop.example/orders/k2Vn8sQ0xw')),
    mail(
      'abandoned-cart',
      writeCartMail(
        { lines: order.items, currency: order.currency },
        { ...shop, storefront_url: 'https://shop.example' },
        'https://api.shop.example/unsubscribe/k2Vn8sQ0xw',
      ),
    ),
    mail('invoice', writePaperMail(paper, shop)),
    mail('reset-password', writeLetter(resetPassword, {}, link, { locale: shop.locale }), 'Commerce Platform'),
  ]
}

/** Those in docs/mails. */
export const sampleMails: readonly SampleMail[] = [...mailsOf(shop, order), ...mailsOf(german, germanOrder, '.de')]

const longName =
  'Vintage-inspired hand-thrown stoneware serving platter with cobalt glaze, oven-safe, signed by the maker'
const manyItems = Array.from({ length: 40 }, (_, n) =>
  item(n, { name: n % 7 === 3 ? `${longName}, ${n}` : `Tealight holder, colour ${n}`, quantity: (n % 12) + 1 }),
)
const confirmation = (name: string, change: Partial<MailOrder>, at: Partial<OrderMail['shop']> = {}): SampleMail =>
  ofOrder(name, {
    kind: 'order_confirmation',
    shop: { ...shop, ...at },
    order: { ...order, ...change },
    pay_before: null,
  })
const plain = {
  shipping_total_minor: 0,
  shipping_method: null,
  tax_lines: null,
  shipping_address: null,
  billing_address: null,
}

/** Hard cases for the layout. */
export const hardMails: readonly SampleMail[] = [
  confirmation('forty-lines', { items: manyItems, subtotal_minor: 331_500, total_minor: 331_895 }),
  confirmation('yen', {
    currency: 'JPY',
    items: [item(1, { name: '手描きの湯呑み 青海波 大', quantity: 3, price_minor: 128_000 })],
    subtotal_minor: 384_000,
    shipping_total_minor: 0,
    total_minor: 422_400,
    tax_included: false,
    tax_lines: [{ name: '消費税', rate: 10, amount_minor: 38_400 }],
    shipping_method: { name: 'ヤマト運輸' },
    shipping_address: {
      ...address,
      name: '山田 花子',
      line1: '丸の内1-9-1',
      city: '千代田区',
      region: '東京都',
      country: 'JP',
    },
  }),
  confirmation('dinar', { currency: 'KWD', ...plain, subtotal_minor: 1_234_567, total_minor: 1_234_567 }),
  confirmation(
    'right-to-left',
    {
      items: [
        item(1, { name: 'مصباح نحاسي مصنوع يدويًا 40 سم', quantity: 2 }),
        item(2, { name: 'כוס קרמיקה (כחול)', quantity: 1 }),
      ],
      currency: 'AED',
      subtotal_minor: 3825,
      total_minor: 4220,
      shipping_address: { ...address, name: 'ليلى الحسن', line1: 'شارع الشيخ زايد 12', city: 'دبي', country: 'AE' },
    },
    { name: 'متجر الفوانيس', timezone: 'Asia/Dubai' },
  ),
  confirmation('nothing-set', plain, { support_email: null, timezone: 'UTC' }),
  confirmation('several-rates', {
    tax_included: false,
    currency: 'USD',
    total_minor: 5814,
    tax_total_minor: 569,
    tax_lines: [
      { name: 'New York State sales tax', rate: 4, amount_minor: 210 },
      { name: 'New York City sales tax', rate: 4.5, amount_minor: 236 },
      { name: 'Metropolitan commuter transportation district surcharge', rate: 0.375, amount_minor: 123 },
    ],
    shipping_address: { ...address, city: 'New York', region: 'NY', postal_code: '10001', country: 'US' },
  } as Partial<MailOrder>),
  confirmation('free-shipping', { shipping_total_minor: 0, total_minor: 4850 }),
  confirmation(
    'long-names',
    {
      items: [
        item(1, { name: longName.repeat(2), sku: 'SKU'.repeat(20), quantity: 1_000_000, price_minor: 99_999 }),
        item(2, { name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2) }),
      ],
      subtotal_minor: 99_999_001_275,
      total_minor: 99_999_001_670,
      shipping_address: { ...address, name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(4), line1: 'x'.repeat(200) },
    },
    { name: 'The exceedingly long-named general store of all things useful and beautiful in the county' },
  ),
  confirmation(
    'hostile',
    {
      items: [item(1, { name: '<script>alert(1)</script>"><img src=x onerror=alert(1)>\r\nBcc: all@example.com' })],
      shipping_method: { name: "</td></table><style>*{display:none}</style>'`&amp;" },
      shipping_address: { ...address, name: '\u202Eecalevol adA\u0000\u0007', line1: '-->]]><!--' },
    },
    { name: 'Evil\r\nBcc: victim@example.com\r\n\r\n<b>Shop</b> \u202E' },
  ),
  ofOrder('shipment-bad-link', {
    kind: 'shipment',
    shop,
    order: { ...order, items: sent },
    is_newest: true,
    fulfillment: { ...fulfillment, tracking_url: 'javascript:alert(1)', carrier: null, shipping_address: address },
  }),
  ofOrder('refund-goodwill', { kind: 'refund', shop, order, refund: { ...refund, shipping_minor: 0, items: null } }),
]
