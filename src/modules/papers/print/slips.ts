import { addressLines, countryNames } from '#src/platform/lib/address-lines.ts'
import { languageOf, writtenLocale } from '#src/platform/lib/languages.ts'
import { createSlices } from '#src/platform/lib/slices.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'
import { count, day } from '#src/platform/mail/templates/values.ts'
import { barcode } from './barcode.ts'
import { printedPage, table, textLines } from './page.ts'
import type { PackedOrder } from './queries.ts'

interface Shop {
  name: string
  timezone: string
  locale: string
  /** A JPEG. */
  logo: Uint8Array | null
}

const box = '<span class="box"></span>'

/**
 * A sheet for each parcel, without prices: the units that are to be sent, or of an order that was sent whole the sent
 * ones.
 */
export async function packingSlips(orders: readonly PackedOrder[], shop: Shop): Promise<string> {
  const sheets: string[] = []
  const slice = createSlices()
  for (const order of orders) {
    sheets.push(slipOf(order, shop))
    await slice()
  }
  const { slips } = textsIn('slips', languageOf(shop.locale))
  return printedPage(slips, sheets, writtenLocale(shop.locale), shop.logo)
}

function slipOf(order: PackedOrder, { name, timezone, locale: of }: Shop): string {
  const [t, locale] = [textsIn('slips', languageOf(of)), writtenLocale(of)]
  const isSent = order.items.every(({ left }) => left === 0)
  const items = order.items.flatMap(({ sku, name: item, left, sent }) => {
    const units = isSent ? sent : left
    return units === 0 ? [] : [[count(units, locale), textLines([item]), textLines([sku]), box]]
  })
  return [
    `<div class="columns"><div><h1>${escapeHtml(t.slip)}</h1><p>${textLines([name])}</p></div>`,
    `<div>${barcode(order.order_number)}<p>${escapeHtml(order.order_number)}</p></div></div>`,
    `<div class="columns"><div><p class="quiet">${escapeHtml(t.shipTo)}</p><p>${recipient(order, locale)}</p></div>`,
    `<div><p class="quiet">${escapeHtml(t.ordered)}</p><p>${day(order.created_at, timezone, locale)}</p>`,
    `<p class="quiet">${escapeHtml(t.shipping)}</p><p>${textLines([order.shipping_method ?? '—'])}</p></div></div>`,
    items.length === 0 ? `<p>${escapeHtml(t.nothing)}</p>` : table([t.quantity, t.item, t.sku, t.packed], items, [0]),
  ].join('\n')
}

/** One list of all units that are to be sent, by SKU, and the orders that they are for. */
export async function pickList(orders: readonly PackedOrder[], shop: Pick<Shop, 'locale'>): Promise<string> {
  const [t, locale] = [textsIn('slips', languageOf(shop.locale)), writtenLocale(shop.locale)]
  const slice = createSlices()
  const byId = new Map<string, { sku: string; name: string; quantity: number; orders: string[] }>()
  const numbers = new Set<string>()
  for (const { order_number: number, items } of orders) {
    for (const { product_id, sku, name, left } of items.filter((item) => item.left > 0)) {
      const product = byId.get(product_id) ?? { sku, name, quantity: 0, orders: [] }
      byId.set(product_id, product)
      product.quantity += left
      product.orders.push(`${number} × ${count(left, locale)}`)
      numbers.add(number)
    }
    await slice()
  }
  const products = [...byId.values()].sort((one, other) => (one.sku < other.sku ? -1 : Number(one.sku > other.sku)))
  const rows: string[][] = []
  for (const { sku, name, quantity, orders: of } of products) {
    rows.push([count(quantity, locale), textLines([sku]), textLines([name]), textLines(of), box])
    await slice()
  }
  const codes = [...numbers].map((number) => [escapeHtml(number), `<div class="small">${barcode(number)}</div>`])
  const total = products.reduce((sum, { quantity }) => sum + quantity, 0)
  const all = fill(t.of, {
    units: fill(t.units, { count: total }, locale),
    products: fill(t.products, { count: products.length }, locale),
    orders: fill(t.orders, { count: numbers.size }, locale),
  })
  const sheet = [
    `<h1>${escapeHtml(t.list)}</h1>`,
    `<p>${escapeHtml(all)}</p>`,
    ...(rows.length === 0 ? [] : [table([t.quantity, t.sku, t.item, t.numbers, t.picked], rows, [0])]),
    ...(codes.length === 0 ? [] : [table([t.number, ''], codes, [])]),
  ]
  return printedPage(t.list, [sheet.join('\n')], locale)
}

function recipient({ shipping_address: address }: PackedOrder, locale: string): string {
  if (address === null) return '—'
  const { name, company } = address
  return textLines([
    ...(company === null ? [] : [company]),
    name,
    ...addressLines({ ...address, name: null, company: null }, countryNames[languageOf(locale)]),
  ])
}
