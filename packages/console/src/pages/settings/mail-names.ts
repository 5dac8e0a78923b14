import { t } from '#console/lib/text.ts'

/** Of the mails to customers, by their kinds. */
const mails: Partial<Record<string, string>> = {
  order_confirmation: t('Order confirmation'),
  address_change: t('New shipping address'),
  shipment: t('Shipment'),
  refund: t('Refund'),
  cancellation: t('Cancellation'),
  payment_reminder_1: t('First payment reminder'),
  payment_reminder_2: t('Second payment reminder'),
  payment_reminder_3: t('Last payment reminder'),
  payment_link: t('Payment link'),
  return_withdrawn: t('Withdrawal received'),
  return_requested: t('Return asked for'),
  return_approved: t('Return approved'),
  return_label: t('Return label'),
  return_declined: t('Return declined'),
  return_received: t('Return arrived'),
  return_refunded: t('Return refunded'),
  return_closed: t('Return closed'),
  return_cancelled: t('Return cancelled'),
  gift_card: t('Gift card from the shop'),
  bought_gift_cards: t('Gift cards of an order'),
  abandoned_cart: t('Abandoned cart'),
}

/** What variables stand for. */
const variables: Partial<Record<string, string>> = {
  'shop.name': t('Name of the shop'),
  'customer.name': t('Name of the customer'),
  'order.number': t('Number of the order'),
  'order.date': t('Day of the order'),
  'order.total': t('Total of the order'),
  'refund.amount': t('Amount of the refund'),
  'tracking.carrier': t('Who carries the parcel'),
  'tracking.number': t('Tracking number'),
  'tracking.url': t('Web address where the parcel can be followed'),
  'card.amount': t('What the gift card is worth'),
}

interface Named {
  kind: string
  name: string
}

/** One that this console does not know has the name that the service gives it. */
export const mailName = ({ kind, name }: Named): string => mails[kind] ?? name

export const variableText = ({ name, description }: { name: string; description: string }): string =>
  variables[name] ?? description
