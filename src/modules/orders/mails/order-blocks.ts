import { lineTotal } from '#src/platform/lib/money.ts'
import type { Block, DocumentLine, Fact, Total } from '#src/platform/mail/templates/document.ts'
import { isolate, moment, money, percent } from '#src/platform/mail/templates/values.ts'
import { quotedAddress } from './address-lines.ts'
import type { MailOrder, MailShop, MailTaxLine, Units } from './order-data.ts'

export function orderFacts(shop: MailShop, order: MailOrder, more: readonly Fact[] = []): Block {
  const placed = moment(order.created_at, shop.timezone)
  return {
    type: 'facts',
    facts: [
      { label: 'Order', value: order.order_number },
      { label: 'Placed', value: placed },
      ...vatOf(order),
      ...more,
    ],
  }
}

function vatOf({ buyer_vat: vat }: MailOrder): Fact[] {
  return vat === null ? [] : [{ label: 'Your VAT number', value: isolate(vat.number) }]
}

/** All lines of the order, with its totals. */
export function orderLines(order: MailOrder): Block {
  const lines = order.items.map(({ quantity, name, sku, price_minor }) => {
    const each = quantity === 1 ? [] : [`${money(price_minor, order.currency)} each`]
    const amount = money(lineTotal({ priceMinor: price_minor, quantity }), order.currency)
    return { quantity, name: isolate(name), note: [isolate(sku), ...each].join(' · '), amount }
  })
  return linesBlock('Your order', lines, totalsOf(order))
}

/** Beyond about 100 KB a mail is cut off by some clients. */
const mostLines = 60

export function linesBlock(title: string, all: readonly DocumentLine[], totals: readonly Total[] = []): Block {
  const lines = all.slice(0, mostLines)
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

/** What the sums are called, in the language of the reader. */
export interface SumWords {
  /** Of amounts, of BCP 47. */
  locale: string
  subtotal: string
  shipping: string
  free: string
  rounding: string
  total: string
  includes: string
  reverseCharge: string
}

const english: SumWords = {
  locale: 'en',
  ...{ subtotal: 'Subtotal', shipping: 'Shipping', free: 'Free', rounding: 'Rounding', total: 'Total' },
  ...{ includes: 'Includes', reverseCharge: 'Reverse charge: you owe the VAT in your country' },
}

export function totalsOf(order: MailOrder, words = english): Total[] {
  const { currency, tax_included } = order
  const amount = (minor: number) => money(minor, currency, words.locale)
  const taxes = order.buyer_vat?.reverse_charge
    ? [{ label: words.reverseCharge, amount: amount(0) }]
    : taxTotals(order.tax_lines ?? [], currency, tax_included, words)
  const extra = [
    ...discountsOf(order, words),
    ...shippingOf(order, words),
    ...(tax_included ? [] : taxes),
    ...roundingOf(order, words),
  ]
  const subtotal = { label: words.subtotal, amount: amount(order.subtotal_minor) }
  return [
    ...(extra.length === 0 ? [] : [subtotal, ...extra]),
    { label: `${words.total} (${currency})`, amount: amount(order.total_minor), strong: true },
    ...(tax_included ? taxes : []),
  ]
}

/** A total for each tax; included ones are parts of the amount. */
export function taxTotals(
  lines: readonly MailTaxLine[],
  currency: string,
  included: boolean,
  words: SumWords = english,
): Total[] {
  return lines.map(({ name, rate, amount_minor }) => ({
    label: `${included ? `${words.includes} ` : ''}${isolate(name)} ${percent(rate)}`,
    amount: money(amount_minor, currency, words.locale),
  }))
}

/** What promotions take off the items; shipping is shown as it is paid. */
function discountsOf({ discounts, currency }: MailOrder, { locale }: SumWords): Total[] {
  return (discounts ?? []).flatMap(({ name, code, amount_minor: minor }) =>
    minor === 0
      ? []
      : [{ label: isolate(code === null ? name : `${name} (${code})`), amount: `−${money(minor, currency, locale)}` }],
  )
}

function roundingOf({ rounding_total_minor: minor = 0, currency }: MailOrder, words: SumWords): Total[] {
  return minor === 0 ? [] : [{ label: words.rounding, amount: money(minor, currency, words.locale) }]
}

function shippingOf({ shipping_method, shipping_total_minor: minor, currency }: MailOrder, words: SumWords): Total[] {
  if (shipping_method === null && minor === 0) return []
  const label = shipping_method === null ? words.shipping : `${words.shipping}: ${isolate(shipping_method.name)}`
  return [{ label, amount: minor === 0 ? words.free : money(minor, currency, words.locale) }]
}

export function addressBlocks({ shipping_address, billing_address }: MailOrder): Block[] {
  const columns = [
    ...(shipping_address === null ? [] : [{ title: 'Shipping to', lines: quotedAddress(shipping_address) }]),
    ...(billing_address === null ? [] : [{ title: 'Billing to', lines: quotedAddress(billing_address) }]),
  ]
  return columns.length === 0 ? [] : [{ type: 'columns', columns }]
}

export function support({ name, support_email }: MailShop): Block {
  const how =
    support_email === null
      ? `please get in touch with ${isolate(name)}`
      : `answer this mail, or write to ${support_email}`
  return { type: 'paragraph', text: `If you have a question about your order, ${how}.` }
}
