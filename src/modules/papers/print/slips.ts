import { dayOf } from '#src/platform/lib/days.ts'
import { createSlices } from '#src/platform/lib/slices.ts'
import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'
import { addressLines } from '../render/words.ts'
import { barcode } from './barcode.ts'
import { printedPage, table, textLines } from './page.ts'
import type { PackedOrder } from './queries.ts'

interface Shop {
  name: string
  timezone: string
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
  return printedPage('Packing slips', sheets)
}

function slipOf(order: PackedOrder, { name, timezone }: Shop): string {
  const isSent = order.items.every(({ left }) => left === 0)
  const items = order.items.flatMap(({ sku, name: item, left, sent }) => {
    const units = isSent ? sent : left
    return units === 0 ? [] : [[String(units), textLines([item]), textLines([sku]), box]]
  })
  return [
    `<div class="columns"><div><h1>Packing slip</h1><p>${textLines([name])}</p></div>`,
    `<div>${barcode(order.order_number)}<p>${escapeHtml(order.order_number)}</p></div></div>`,
    `<div class="columns"><div><p class="quiet">Ship to</p><p>${recipient(order)}</p></div>`,
    `<div><p class="quiet">Ordered</p><p>${dayOf(order.created_at.getTime(), timezone)}</p>`,
    `<p class="quiet">Shipping</p><p>${textLines([order.shipping_method ?? '—'])}</p></div></div>`,
    items.length === 0 ? '<p>Nothing to send.</p>' : table(['Quantity', 'Item', 'SKU', 'Packed'], items, [0]),
  ].join('\n')
}

/** One list of all units that are to be sent, by SKU, and the orders that they are for. */
export async function pickList(orders: readonly PackedOrder[]): Promise<string> {
  const slice = createSlices()
  const byId = new Map<string, { sku: string; name: string; quantity: number; orders: string[] }>()
  const numbers = new Set<string>()
  for (const { order_number: number, items } of orders) {
    for (const { product_id, sku, name, left } of items.filter((item) => item.left > 0)) {
      const product = byId.get(product_id) ?? { sku, name, quantity: 0, orders: [] }
      byId.set(product_id, product)
      product.quantity += left
      product.orders.push(`${number} × ${left}`)
      numbers.add(number)
    }
    await slice()
  }
  const products = [...byId.values()].sort((one, other) => (one.sku < other.sku ? -1 : Number(one.sku > other.sku)))
  const rows: string[][] = []
  for (const { sku, name, quantity, orders: of } of products) {
    rows.push([String(quantity), textLines([sku]), textLines([name]), textLines(of), box])
    await slice()
  }
  const codes = [...numbers].map((number) => [escapeHtml(number), `<div class="small">${barcode(number)}</div>`])
  const total = products.reduce((sum, { quantity }) => sum + quantity, 0)
  const sheet = [
    '<h1>Pick list</h1>',
    `<p>${total} units of ${products.length} products for ${numbers.size} orders</p>`,
    ...(rows.length === 0 ? [] : [table(['Quantity', 'SKU', 'Item', 'Orders', 'Picked'], rows, [0])]),
    ...(codes.length === 0 ? [] : [table(['Order', ''], codes, [])]),
  ]
  return printedPage('Pick list', [sheet.join('\n')])
}

function recipient({ shipping_address: address }: PackedOrder): string {
  if (address === null) return '—'
  const { name, company } = address
  return textLines([...(company === null ? [] : [company]), name, ...addressLines(address)])
}
