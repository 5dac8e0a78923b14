import type { MailValues, MailVariable } from '#src/modules/mails/index.ts'
import { type ShopMail, webAddress } from '#src/platform/mail/index.ts'
import { clean, day, money } from '#src/platform/mail/templates/values.ts'
import { draftSubject } from './draft-subject.ts'
import { type OrderMail, type OrderMailKind, writeOrderMail } from './letters.ts'
import { orderMail } from './mail-of-event.ts'
import type { MailOrder, MailShop } from './order-data.ts'

/** What a shop's own words can say of any mail about an order. */
export const orderVariables = [
  'shop.name',
  'customer.name',
  'order.number',
  'order.date',
  'order.total',
] as const satisfies readonly MailVariable[]

export function orderValues(shop: MailShop, order: MailOrder): MailValues {
  return {
    'shop.name': shop.name,
    'customer.name': order.customer_name ?? (order.billing_address ?? order.shipping_address)?.name ?? null,
    'order.number': order.order_number,
    'order.date': day(order.created_at, shop.timezone, shop.locale),
    'order.total': money(order.total_minor, order.currency, shop.locale),
  }
}

/** Of one kind. */
export function valuesOfMail(mail: OrderMail): MailValues {
  const { shop, order } = mail
  const values = orderValues(shop, order)
  if (mail.kind === 'refund')
    return { ...values, 'refund.amount': money(mail.refund.amount_minor, order.currency, shop.locale) }
  if (mail.kind !== 'shipment') return values
  const { carrier, tracking_number, tracking_url } = mail.fulfillment
  return {
    ...values,
    'tracking.carrier': carrier,
    'tracking.number': tracking_number,
    'tracking.url': webAddress(tracking_url) ?? null,
  }
}

const kinds = {
  order_confirmation: ['Order confirmation', []],
  address_change: ['New shipping address', []],
  shipment: ['Shipment', ['tracking.carrier', 'tracking.number', 'tracking.url']],
  refund: ['Refund', ['refund.amount']],
  cancellation: ['Cancellation', []],
  payment_reminder_1: ['First payment reminder', []],
  payment_reminder_2: ['Second payment reminder', []],
  payment_reminder_3: ['Last payment reminder', []],
} as const satisfies Record<OrderMailKind, readonly [name: string, more: readonly MailVariable[]]>

export const orderMails: readonly ShopMail[] = Object.entries(kinds).map(([kind, [name, more]]) => ({
  kind,
  name,
  variables: [...orderVariables, ...more],
  ofOrder: true,
  async draft(services, subject) {
    const { shop, order, row, url } = await draftSubject(services, subject)
    const found = row && mailOfRow(kind as OrderMailKind, shop, row)
    const mail = clean(found ?? madeUp(kind as OrderMailKind, shop, order))
    return { shop, document: writeOrderMail({ ...mail, url }), values: valuesOfMail(mail) }
  },
}))

type Row = NonNullable<Awaited<ReturnType<typeof draftSubject>>['row']>

/** As it was sent, if there was something to send. */
function mailOfRow(kind: OrderMailKind, shop: MailShop, row: Row): OrderMail | undefined {
  const subject = { shipment: row.fulfillments?.at(-1)?.id, refund: row.refunds?.at(-1)?.id }
  const id = kind === 'shipment' || kind === 'refund' ? subject[kind] : row.id
  if (id === undefined) return undefined
  return orderMail(kind, { order: row, subject: id, shop, paymentWindowSeconds: 1_800, payments: [] })
}

/** As if all of it was sent, or given back. */
function madeUp(kind: OrderMailKind, shop: MailShop, order: MailOrder): OrderMail {
  const { items, total_minor: amount_minor, shipping_total_minor: shipping_minor } = order
  switch (kind) {
    case 'order_confirmation':
      return { kind, shop, order, pay_before: null }
    case 'shipment':
      return { kind, shop, order: { ...order, items: items.map(sent) }, is_newest: true, fulfillment: fulfilled(order) }
    case 'refund': {
      const ways = [{ destination: 'provider' as const, amount_minor }]
      return { kind, shop, order, refund: { amount_minor, shipping_minor, items, tax_lines: null, ways } }
    }
    default:
      return { kind, shop, order }
  }
}

const sent = (item: MailOrder['items'][number]) => ({
  ...item,
  quantity_fulfilled: item.quantity - item.quantity_cancelled,
})

function fulfilled({ items, shipping_address }: MailOrder) {
  return {
    items,
    carrier: 'DHL',
    tracking_number: '00340434161094042557',
    tracking_url: 'https://www.dhl.de/en/privatkunden/pakete-empfangen/verfolgen.html',
    shipping_address,
  }
}
