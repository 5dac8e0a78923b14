import type { Announcement } from './announcement.ts'
import type { Carrier } from './carriers.ts'
import type { InvoiceSettings } from './invoice-settings.ts'
import { defaultLook, type Look } from './look.ts'
import type { OrderNumberForm } from './order-number.ts'
import type { ImageFit, ImageRatio } from './picture-look.ts'

export interface OrderLimits {
  max_open_orders_per_user: number
  max_quantity_per_line: number
  guest_max_open_orders: number
  guest_max_quantity_per_line: number
  /** Units in unpaid orders of guests and new accounts, per client address. */
  max_unpaid_units_per_address: number
  /** An older unpaid order gives its units to other orders. */
  hold_unpaid_seconds: number
}

export interface ShopSettings extends OrderLimits {
  require_two_factor: boolean
  /** Null: the currency of the merchant at its creation. */
  currency: string | null
  support_email: string | null
  prices_include_tax: boolean
  /**
   * How shipping is taxed; null, the default of new shops: by its class if the tax rates have it, else like the goods.
   */
  shipping_tax: 'goods' | 'class' | null
  /** The shop's own; null: no reverse charge. */
  vat_number: string | null
  /** Whether an order with something to ship needs an address and a shipping method. */
  shipping_required: boolean
  mail_order_confirmation: boolean
  mail_shipment: boolean
  mail_refund: boolean
  mail_address_change: boolean
  /** Hours after which a customer is mailed about a cart that they left; null: they are not. */
  mail_abandoned_cart_hours: number | null
  /** How many days after a payment was due each reminder is sent; null: none is. */
  mail_reminder_days: number[] | null
  /** Of buttons in mails: `#1f6f5c`. */
  mail_color: string | null
  /** Whether the logo stands above mails. */
  mail_logo: boolean
  /** At the end of mails. */
  mail_footer: string | null
  image_ratio: ImageRatio
  image_fit: ImageFit
  look: Look
  /** IANA name of the time zone of the shop's days. */
  timezone: string
  carriers: readonly Carrier[]
  /** URL of the shop's own pages, without a trailing slash. */
  storefront_url: string | null
  /** How order numbers are written that count up; null: they have their day and letters. */
  order_number: OrderNumberForm | null
  /** Null: the shop issues no invoices. */
  invoices: InvoiceSettings | null
  /** Whether consumers may withdraw; null: for orders to countries of the EU. */
  withdrawal: boolean | null
  /** Days after delivery in which a return may be asked for; null: none is offered. */
  return_days: number | null
  /** Days from sending to delivery, where nobody says when it arrived. */
  delivery_days: number
  /** Id of a picture of the shop. */
  logo: string | null
  /** BCP 47: the language of the shop's texts. */
  locale: string
  /** What all pages of the storefront say at the top. */
  announcement: Announcement | null
}

/** Defaults of unset settings. */
export const defaultOrderLimits: OrderLimits = {
  max_open_orders_per_user: 20,
  max_quantity_per_line: 1_000,
  guest_max_open_orders: 3,
  guest_max_quantity_per_line: 100,
  max_unpaid_units_per_address: 200,
  hold_unpaid_seconds: 600,
}

/** The largest values a merchant can set; the table has the same checks. */
export const maxOrderLimits: OrderLimits = {
  max_open_orders_per_user: 10_000,
  max_quantity_per_line: 1_000_000,
  guest_max_open_orders: 10_000,
  guest_max_quantity_per_line: 1_000_000,
  max_unpaid_units_per_address: 10_000_000,
  hold_unpaid_seconds: 86_400,
}

/** Minimum other than 1. */
export const minHoldSeconds = 60

/** Defaults of unset limits; the table has the same. */
export const defaultSettings: ShopSettings = {
  ...defaultOrderLimits,
  require_two_factor: false,
  currency: null,
  support_email: null,
  prices_include_tax: true,
  shipping_tax: null,
  vat_number: null,
  shipping_required: false,
  mail_order_confirmation: true,
  mail_shipment: true,
  mail_refund: true,
  mail_address_change: true,
  mail_abandoned_cart_hours: null,
  mail_reminder_days: null,
  mail_color: null,
  mail_logo: false,
  mail_footer: null,
  image_ratio: 'square',
  image_fit: 'filled',
  look: defaultLook,
  timezone: 'UTC',
  carriers: [],
  storefront_url: null,
  order_number: null,
  invoices: null,
  withdrawal: null,
  return_days: 14,
  delivery_days: 7,
  logo: null,
  locale: 'en',
  announcement: null,
}

/** Whether it is the name of a time zone; a fixed offset is not. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
