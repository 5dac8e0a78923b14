import type { LineProduct } from '#src/modules/catalog/index.ts'
import type { PostalAddress } from '#src/modules/identity/index.ts'
import type { PaymentTermsRow } from '#src/modules/payment-methods/index.ts'
import type { AppliedDiscount } from '#src/modules/promotions/index.ts'
import type { BuyerVat } from '#src/modules/taxes/index.ts'
import type { TaxLineRow } from './tax-line-rules.ts'

/** How a gift card is taxed: what it buys is, or the card itself. */
export type Voucher = 'multi' | 'single'

/** To whom the gift cards of an order are mailed. */
export interface Gift {
  email: string
  message: string | null
  /** ISO 8601; null: at once. */
  send_at: string | null
}

export interface OrderItemRow extends LineProduct {
  /** From 1. */
  line: number
  product_id: string
  sku: string
  name: string
  quantity: number
  price_minor: number
  /** What discounts take off the line. */
  discount_minor: number
  requires_shipping: boolean
  /** Of no product. */
  custom?: boolean
  /** Staff gave its price, which no promotion changes. */
  priced_by_staff?: boolean
  /** Of a gift card. */
  voucher?: Voucher | null
  /** Index in the order's `tax_lines`; with several taxes that of the first. */
  tax_line: number | null
  quantity_fulfilled: number
  /** Refunded before, and after, it was fulfilled. */
  quantity_cancelled: number
  quantity_returned: number
  /** Sent units that an open return is about. */
  quantity_returning: number
  /** Why there is no right of withdrawal, when it was placed; null: it was not known. */
  withdrawal: string | null
  /** Purchase cost of a unit of its product when it was placed; null: it was not known. Only staff sees it. */
  unit_cost_minor?: number | null
  /** Of a variant, when it was placed. */
  options: Record<string, string>
}

/** An order at its price, before it is placed. */
export interface UnplacedOrder {
  merchant_id: string
  user_id: string
  /** Null: of a shop without markets, or of a release that knew none. */
  market_id: string | null
  /** Of BCP 47; null: that of the shop. */
  locale: string | null
  currency: string
  subtotal_minor: number
  /** Null: none. */
  discounts: AppliedDiscount[] | null
  /** Discounts of the lines. */
  discount_total_minor: number
  shipping_total_minor: number
  /** Paid for the way to pay. */
  payment_fee_total_minor: number
  /** Makes the total one that payments can charge. */
  rounding_total_minor: number
  tax_total_minor: number
  tax_included: boolean
  tax_lines: TaxLineRow[] | null
  /** Index in `tax_lines` of the line of shipping, if one line taxes all of it. */
  shipping_tax_line: number | null
  total_minor: number
  email: string | null
  shipping_address: PostalAddress | null
  billing_address: PostalAddress | null
  /** `standard_minor`: the cheapest method that was offered; left out by earlier releases. */
  shipping_method: { id: string; name: string; price_minor: number; standard_minor?: number } | null
  /** The method of the shop that it is paid by; null: none was chosen. */
  payment_terms: PaymentTermsRow | null
  /** Null: none was given. */
  buyer_vat: BuyerVat | null
  /** Null: its gift cards, if any, are mailed to the buyer. */
  gift: Gift | null
  /** What is paid for multi-purpose vouchers, which is no revenue; null: nothing. */
  voucher_minor: number | null
  items: OrderItemRow[]
}
