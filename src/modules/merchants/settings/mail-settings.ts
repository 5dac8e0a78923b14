import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { hostsIn } from '#src/platform/mail/index.ts'
import type { ShopSettings } from './rules.ts'

/** The form of the settings of mails in requests and answers. */
export interface MailSettings {
  order_confirmation: boolean
  shipment: boolean
  refund: boolean
  address_change: boolean
  abandoned_cart: { hours: number } | null
  payment_reminders: { days: number[] } | null
  color: string | null
  logo: boolean
  footer: string | null
}

export function mailColumns(mail: Partial<MailSettings> = {}): Partial<ShopSettings> {
  const { order_confirmation, shipment, refund, address_change, abandoned_cart, color, logo, footer } = mail
  const { payment_reminders } = mail
  return {
    ...(order_confirmation !== undefined && { mail_order_confirmation: order_confirmation }),
    ...(shipment !== undefined && { mail_shipment: shipment }),
    ...(refund !== undefined && { mail_refund: refund }),
    ...(address_change !== undefined && { mail_address_change: address_change }),
    ...(abandoned_cart !== undefined && { mail_abandoned_cart_hours: abandoned_cart?.hours ?? null }),
    ...(payment_reminders !== undefined && { mail_reminder_days: readReminders(payment_reminders) }),
    ...(color !== undefined && { mail_color: color?.toLowerCase() ?? null }),
    ...(logo !== undefined && { mail_logo: logo }),
    ...(footer !== undefined && { mail_footer: footer?.trim() || null }),
  }
}

/** @throws AppError VALIDATION_ERROR */
function readReminders(reminders: MailSettings['payment_reminders']): number[] | null {
  const { days } = reminders ?? { days: null }
  if (days?.some((day, at) => day <= (days[at - 1] ?? 0)))
    throw invalid({ field: 'mail.payment_reminders.days', message: 'must be in ascending order, each day once' })
  return days
}

/** It stands below mails about accounts, too, so it links to the shop's own pages alone, as the shop's own words do. */
export function footerFault({
  mail_footer: footer,
  storefront_url: storefront,
}: Pick<ShopSettings, 'mail_footer' | 'storefront_url'>): FieldFault | undefined {
  const host = storefront !== null && URL.canParse(storefront) ? new URL(storefront).host : null
  const foreign = hostsIn(footer ?? '').find((one) => one !== host)
  if (foreign === undefined) return undefined
  const instead = host === null ? 'set storefront_url to link to your shop' : `it can only link to ${host}`
  return { field: 'mail.footer', message: `has a link to ${foreign}; ${instead}` }
}

export function presentMail(row: ShopSettings | Omit<ShopSettings, 'currency'>): MailSettings {
  return {
    order_confirmation: row.mail_order_confirmation,
    shipment: row.mail_shipment,
    refund: row.mail_refund,
    address_change: row.mail_address_change,
    abandoned_cart: row.mail_abandoned_cart_hours === null ? null : { hours: row.mail_abandoned_cart_hours },
    payment_reminders: row.mail_reminder_days === null ? null : { days: row.mail_reminder_days },
    color: row.mail_color,
    logo: row.mail_logo,
    footer: row.mail_footer,
  }
}
