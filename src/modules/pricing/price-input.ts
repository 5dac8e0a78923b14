import type { PostalAddress } from '#src/modules/identity/index.ts'
import type { BuyerVat } from '#src/modules/taxes/index.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import type { Gift } from './priced-order.ts'
import type { StaffTerms } from './staff-lines.ts'

export interface Shopper {
  userId: string
  merchant: Merchant
  /** A guest, or somebody who has registered since their token was made. */
  isGuest: boolean
  /** Client address, as the rate limit counts it. */
  address: string
}

/** Data of an order besides its lines. */
export interface Checkout {
  email: string | null
  /** The order of a guest has no e-mail address. */
  lacks_email: boolean
  is_guest: boolean
  /** Keyed hash of the client's address, as the rate limit counts it. */
  client_hash: Buffer
  shipping_address: PostalAddress | null
  billing_address: PostalAddress | null
  shipping_method_id: string | null
  /** The pricing of the order decides about a reverse charge. */
  buyer_vat: Omit<BuyerVat, 'reverse_charge'> | null
  /** To whom gift cards are mailed; null: to the buyer. */
  gift?: Gift | null
  /** Undefined: the body names none; those of the cart count. */
  discount_codes: readonly string[] | undefined
  expected_total: number | undefined
  /** Prices and totals must be multiples of this many minor units to be payable. */
  charge_unit: number
  /** Fields with an unknown address id. */
  unknown_addresses: string[]
}

/** Order or quote: a quote may lack data that the shopper has yet to give. */
export type Purpose = 'order' | 'quote'

export interface OrderInput extends Checkout {
  items: readonly { product_id: string; quantity: number }[]
  /** Of an order by staff: `items` are then its products. */
  staff?: StaffTerms
  /** What an edit adds: without promotions; its units are looked for when they are reserved. */
  isEdit?: true
  /** Automatic promotions that have run out since the order was priced. */
  without?: ReadonlySet<string>
}
