import type { PostalAddress } from '#src/modules/identity/index.ts'
import { languageOf } from '#src/platform/lib/languages.ts'
import { lineTotal } from '#src/platform/lib/money.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import type { Block, DocumentLine, Fact, Total } from '#src/platform/mail/templates/document.ts'
import { isolate, moment, money, percent } from '#src/platform/mail/templates/values.ts'
import { quotedAddress } from './address-lines.ts'
import { orderTexts } from './letter-texts.ts'
import type { MailOrder, MailShop, MailTaxLine, Units } from './order-data.ts'

export function orderFacts(shop: MailShop, order: MailOrder, more: readonly Fact[] = []): Block {
  const t = orderTexts(shop)
  const vat = order.buyer_vat === null ? [] : [{ label: t.vatNumber, value: isolate(order.buyer_vat.number) }]
  return {
    type: 'facts',
    facts: [
      { label: t.order, value: order.order_number },
      { label: t.placed, value: moment(order.created_at, shop.timezone, shop.locale) },
      ...vat,
      ...more,
    ],
  }
}

/** Why somebody gets a mail about an order. */
export function orderFooter({ name, locale }: Pick<MailShop, 'name' | 'locale'>, number: string): string {
  return fill(orderTexts({ locale }).footer, { number, shop: isolate(name) })
}

/** All lines of the order, with its totals. */
export function orderLines(shop: MailShop, order: MailOrder): Block {
  const t = orderTexts(shop)
  const amountOf = (minor: number) => money(minor, order.currency, shop.locale)
  const lines = order.items.map(({ quantity, name, sku, price_minor }) => {
    const each = quantity === 1 ? [] : [fill(t.each, { price: amountOf(price_minor) })]
    const amount = amountOf(lineTotal({ priceMinor: price_minor, quantity }))
    return { quantity, name: isolate(name), note: [isolate(sku), ...each].join(' · '), amount }
  })
  return linesBlock(t.yourOrder, lines, totalsOf(order, shop.locale))
}

/** Beyond about 100 KB a mail is cut off by some clients. */
const maxLines = 60

export function linesBlock(title: string, all: readonly DocumentLine[], totals: readonly Total[] = []): Block {
  const lines = all.slice(0, maxLines)
  return { type: 'lines', title, lines, more: all.length - lines.length, totals }
}

/** Some units of the order's products, without their prices. */
export function linesOf(order: MailOrder, units: readonly Units[]): DocumentLine[] {
  const products = new Map(order.items.map((item) => [item.product_id, item]))
  return units.flatMap(({ product_id, quantity }) => {
    const product = products.get(product_id)
    if (product === undefined || quantity <= 0) return []
    return [{ quantity, name: isolate(product.name), note: isolate(product.sku) }]
  })
}

const sumTextsIn = (locale: string) => textsIn('sums', languageOf(locale))

/** `locale`: that of the reader (`writtenLocale`). */
export function totalsOf(order: MailOrder, locale: string): Total[] {
  const { currency, tax_included } = order
  const t = sumTextsIn(locale)
  const amount = (minor: number) => money(minor, currency, locale)
  const taxes = order.buyer_vat?.reverse_charge
    ? [{ label: t.reverseCharge, amount: amount(0) }]
    : taxTotals(order.tax_lines ?? [], currency, tax_included, locale)
  const extra = [
    ...discountsOf(order, locale),
    ...shippingOf(order, locale),
    ...feeOf(order, locale),
    ...(tax_included ? [] : taxes),
    ...roundingOf(order, locale),
  ]
  const subtotal = { label: t.subtotal, amount: amount(order.subtotal_minor) }
  return [
    ...(extra.length === 0 ? [] : [subtotal, ...extra]),
    { label: `${t.total} (${currency})`, amount: amount(order.total_minor), strong: true },
    ...(tax_included ? taxes : []),
  ]
}

/** A total for each tax; included ones are parts of the amount. */
export function taxTotals(lines: readonly MailTaxLine[], currency: string, included: boolean, locale: string): Total[] {
  const { includes } = sumTextsIn(locale)
  return lines.map(({ name, rate, amount_minor }) => ({
    label: `${included ? `${includes} ` : ''}${isolate(name)} ${percent(rate, locale)}`,
    amount: money(amount_minor, currency, locale),
  }))
}

/** What promotions take off the items; shipping is shown as it is paid. */
function discountsOf({ discounts, currency }: MailOrder, locale: string): Total[] {
  return (discounts ?? []).flatMap(({ name, code, amount_minor: minor }) =>
    minor === 0
      ? []
      : [{ label: isolate(code === null ? name : `${name} (${code})`), amount: `−${money(minor, currency, locale)}` }],
  )
}

function roundingOf({ rounding_total_minor: minor = 0, currency }: MailOrder, locale: string): Total[] {
  return minor === 0 ? [] : [{ label: sumTextsIn(locale).rounding, amount: money(minor, currency, locale) }]
}

function shippingOf({ shipping_method, shipping_total_minor: minor, currency }: MailOrder, locale: string): Total[] {
  if (shipping_method === null && minor === 0) return []
  const { shipping, free } = sumTextsIn(locale)
  const label = shipping_method === null ? shipping : `${shipping}: ${isolate(shipping_method.name)}`
  return [{ label, amount: minor === 0 ? free : money(minor, currency, locale) }]
}

function feeOf({ payment_terms, payment_fee_total_minor: minor = 0, currency }: MailOrder, locale: string): Total[] {
  if (minor === 0) return []
  const { fee } = sumTextsIn(locale)
  const label = payment_terms ? `${fee}: ${isolate(payment_terms.name)}` : fee
  return [{ label, amount: money(minor, currency, locale) }]
}

export function addressBlocks(
  { locale }: Pick<MailShop, 'locale'>,
  { shipping_address, billing_address }: Pick<MailOrder, 'shipping_address' | 'billing_address'>,
): Block[] {
  const t = orderTexts({ locale })
  const lines = (address: PostalAddress) => quotedAddress(address, languageOf(locale))
  const columns = [
    ...(shipping_address === null ? [] : [{ title: t.shippingTo, lines: lines(shipping_address) }]),
    ...(billing_address === null ? [] : [{ title: t.billingTo, lines: lines(billing_address) }]),
  ]
  return columns.length === 0 ? [] : [{ type: 'columns', columns }]
}

export function support(shop: MailShop): Block {
  const { name, support_email } = shop
  const t = orderTexts(shop)
  const text =
    support_email === null
      ? fill(t.questions, { shop: isolate(name) })
      : fill(t.questionsByMail, { email: support_email })
  return { type: 'paragraph', text }
}
