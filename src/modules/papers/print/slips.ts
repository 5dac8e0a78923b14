import { dayOf } from '#src/platform/lib/days.ts'
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
export function packingSlips(orders: readonly PackedOrder[], { name, timezone }: Shop): string {
  const sheets = orders.map((order) => {
    const isSent = order.items.every(({ left }) => left === 0)
    const items = order.items.flatMap(({ sku, name: item, left, sent }) => {
      const units = isSent ? sent : left
      return units === 0 ? [] : [[String(units), escapeHtml(item), escapeHtml(sku), box]]
    })
    return [
      `<div class="columns"><div><h1>Packing slip</h1><p>${escapeHtml(name)}</p></div>`,
      `<div>${barcode(order.order_number)}<p>${escapeHtml(order.order_number)}</p></div></div>`,
      `<div class="columns"><div><p class="quiet">Ship to</p><p>${recipient(order)}</p></div>`,
      `<div><p class="quiet">Ordered</p><p>${dayOf(order.created_at.getTime(), timezone)}</p>`,
      `<p class="quiet">Shipping</p><p>${escapeHtml(order.shipping_method ?? '—')}</p></div></div>`,
      items.length === 0 ? '<p>Nothing to send.</p>' : table(['Quantity', 'Item', 'SKU', 'Packed'], items, [0]),
    ].join('\n')
  })
  return printedPage('Packing slips', sheets)
}

/** One list of all units that are to be sent, by SKU, and the orders that they are for. */
export function pickList(orders: readonly PackedOrder[]): string {
  const units = orders.flatMap((order) =>
    order.items.filter(({ left }) => left > 0).map((item) => ({ ...item, number: order.order_number })),
  )
  const products = [...Map.groupBy(units, ({ product_id }) => product_id).values()].map((all) => ({
    sku: all[0]?.sku ?? '',
    name: all[0]?.name ?? '',
    quantity: all.reduce((sum, { left }) => sum + left, 0),
    orders: all.map(({ number, left }) => `${number} × ${left}`),
  }))
  products.sort((one, other) => (one.sku < other.sku ? -1 : Number(one.sku > other.sku)))
  const rows = products.map(({ sku, name, quantity, orders: of }) => [
    ...[String(quantity), escapeHtml(sku), escapeHtml(name), textLines(of), box],
  ])
  const numbers = new Set(units.map(({ number }) => number))
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
