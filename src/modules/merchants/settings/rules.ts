import type { Carrier } from './carriers.ts'

export interface OrderLimits {
  max_open_orders_per_user: number
  max_quantity_per_line: number
  guest_max_open_orders: number
  guest_max_quantity_per_line: number
  /** Of unpaid orders by guests and by new accounts, for each client address. */
  max_unpaid_units_per_address: number
  /** An unpaid order older than this gives its units to others who want them. */
  hold_unpaid_seconds: number
}

/** What a merchant has set at its shop. */
export interface ShopSettings extends OrderLimits {
  require_two_factor: boolean
  /** Null: the one that the merchant was made with. */
  currency: string | null
  support_email: string | null
  prices_include_tax: boolean
  /** How shipping is taxed; null, as new shops have it: by its class where the tax rates have it, else as the goods. */
  shipping_tax: 'goods' | 'class' | null
  /** The shop's own; null: no reverse charge. */
  vat_number: string | null
  /** Whether an order with something to ship needs an address and a shipping method. */
  shipping_required: boolean
  mail_order_confirmation: boolean
  mail_shipment: boolean
  mail_refund: boolean
  /** IANA name: the shop's days are days there. */
  timezone: string
  carriers: readonly Carrier[]
  /** Where the shop's own pages are, without a slash at its end. */
  storefront_url: string | null
}

/** Where a merchant has set nothing. */
export const defaultOrderLimits: OrderLimits = {
  max_open_orders_per_user: 20,
  max_quantity_per_line: 1_000,
  guest_max_open_orders: 3,
  guest_max_quantity_per_line: 100,
  max_unpaid_units_per_address: 200,
  hold_unpaid_seconds: 600,
}

/** The largest values a merchant can set; the table has the same checks. */
export const largestOrderLimits: OrderLimits = {
  max_open_orders_per_user: 10_000,
  max_quantity_per_line: 1_000_000,
  guest_max_open_orders: 10_000,
  guest_max_quantity_per_line: 1_000_000,
  max_unpaid_units_per_address: 10_000_000,
  hold_unpaid_seconds: 86_400,
}

/** The smallest one that is not 1. */
export const leastHoldSeconds = 60

/** Where a merchant has set nothing; the table has the same defaults. */
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
  timezone: 'UTC',
  carriers: [],
  storefront_url: null,
}

/** Whether it is the name of a zone, which changes its offset by itself; an offset is none. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}
