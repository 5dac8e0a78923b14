import type { PostalAddress } from '#src/modules/identity/index.ts'

export interface MailShop {
  name: string
  support_email: string | null
  /** An IANA name. */
  timezone: string
  /** In which its mails are written (`writtenLocale`). */
  locale: string
}

export interface Units {
  product_id: string
  quantity: number
}

export interface MailTaxLine {
  name: string
  rate: number
  amount_minor: number
}

/** The data of an order in mails; amounts in minor units. */
export interface MailOrder {
  order_number: string
  /** As the shop knows it; left out or null: not at all. */
  customer_name?: string | null
  created_at: Date
  currency: string
  items: readonly {
    product_id: string
    sku: string
    name: string
    quantity: number
    price_minor: number
    requires_shipping: boolean
    quantity_fulfilled: number
    quantity_cancelled: number
  }[]
  subtotal_minor: number
  /** Null: none. */
  discounts?: readonly { name: string; code: string | null; amount_minor: number }[] | null
  rounding_total_minor?: number
  /** Default: 0. */
  payment_fee_total_minor?: number
  payment_terms?: { name: string } | null
  shipping_total_minor: number
  shipping_method: { name: string } | null
  tax_included: boolean
  tax_lines: readonly MailTaxLine[] | null
  /** Null: no VAT number was given. */
  buyer_vat: { number: string; reverse_charge: boolean } | null
  total_minor: number
  /** Refunds that succeeded or are in progress. */
  refunded_total_minor: number
  payment_status: string
  cancel_reason: string | null
  shipping_address: PostalAddress | null
  billing_address: PostalAddress | null
}
