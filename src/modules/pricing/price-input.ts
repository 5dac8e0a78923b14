import type { PostalAddress } from '#src/modules/identity/index.ts'
import type { KeptMarket } from '#src/modules/markets/index.ts'
import type { PaymentFee } from '#src/modules/payment-methods/index.ts'
import type { StaffDiscount } from '#src/modules/promotions/index.ts'
import type { BuyerVat } from '#src/modules/taxes/index.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import type { Permissions } from '#src/platform/lib/permissions.ts'
import type { Gift } from './priced-order.ts'
import type { StaffLine } from './staff-lines.ts'

/** Whose order it is, and at which shop. */
export interface Buyer {
  userId: string
  merchant: Merchant
}

/** Order or quote: a quote may lack data that the shopper has yet to give. */
export type Purpose = 'order' | 'quote'

/** By shoppers themselves: the limits of the shop bind it. */
export interface ByShopper {
  kind: 'shopper'
  isGuest: boolean
  /** Their token is that of a guest, who may have registered since. */
  hasGuestToken: boolean
  /** Keyed hash of the client's address, as the rate limit counts it. */
  clientHash: Buffer
  /** The order of a guest has no e-mail address. */
  lacksEmail: boolean
  /** Fields with an unknown address id. */
  unknownAddresses: readonly string[]
}

interface ByStaff {
  actorId: string
  permissions: Permissions
  /** The lines in their order; a product may stand in several. */
  lines: readonly StaffLine[]
}

/** By staff for a customer. */
export interface StaffOrder extends ByStaff {
  kind: 'staff'
  /** After all promotions. */
  discount: StaffDiscount | undefined
  /** Instead of a method of the shop. */
  shipping: { name: string; priceMinor: number } | undefined
  note: string | null
  /** Null: in 7 days. */
  expiresAt: Date | null
  /** Its units need not be there. */
  isDraft?: boolean
  /** As a draft says them: no promotion changes them. */
  keepsPrices?: boolean
  /** What the way to pay costs, as the draft says; null: nothing. */
  keptFee?: PaymentFee | null
}

/** What an edit adds: without promotions; its units are looked for when they are reserved. */
interface Edit extends ByStaff {
  kind: 'edit'
}

/** What a customer gets instead of what comes back. */
interface Exchange extends ByStaff {
  kind: 'exchange'
  discount: StaffDiscount | undefined
  expiresAt: Date
}

export type OrderedBy = ByShopper | StaffOrder | Edit | Exchange

/** What is ordered, and by whom, which decides about everything that differs (`rulesFor`). */
export interface OrderInput {
  /** Of the draft that it was; undefined: a new one. */
  id?: string
  by: OrderedBy
  /** Products as they were asked for: errors name them by their index. */
  items: readonly { product_id: string; quantity: number }[]
  email: string | null
  shipping_address: PostalAddress | null
  billing_address: PostalAddress | null
  shipping_method_id: string | null
  /** A method of the shop; not of what staff adds or exchanges. */
  payment_method_id?: string | null
  /** The pricing of the order decides about a reverse charge. */
  buyer_vat: Omit<BuyerVat, 'reverse_charge'> | null
  /** To whom gift cards are mailed; null: to the buyer. */
  gift?: Gift | null
  /** Undefined: the body names none; those of the cart count. */
  discount_codes?: readonly string[] | undefined
  expected_total?: number | undefined
  /** Prices and totals must be multiples of this many minor units of a currency to be payable. */
  unitOf: (currency: string) => number
  /** For whom it is. */
  market: KeptMarket
  /** Automatic promotions that have run out since the order was priced. */
  without?: ReadonlySet<string>
}

/** What a shopper says of an order besides its lines. */
export type Checkout = Omit<OrderInput, 'items' | 'without'> & { by: ByShopper }

/** What differs by who orders. */
export interface OrderRules {
  /** Limits of the shop and its demand for shipping bind them. */
  shopper?: ByShopper
  staff?: ByStaff
  discount?: StaffDiscount | undefined
  shipping?: StaffOrder['shipping']
  allowsPromotions: boolean
  /** Whether units must be there now. */
  needsUnits: boolean
  /** Who has placed the order, and what only staff can say of it. */
  placing: { source: 'storefront' | 'staff'; actorId: string; expiresAt: Date | null; note: string | null }
}

/** The one place that asks who orders. */
export function rulesFor(by: OrderedBy, userId: string): OrderRules {
  if (by.kind === 'shopper') {
    const placing = { source: 'storefront', actorId: userId, expiresAt: null, note: null } as const
    return { shopper: by, allowsPromotions: true, needsUnits: true, placing }
  }
  const placing = { source: 'staff', actorId: by.actorId, expiresAt: null, note: null } as const
  switch (by.kind) {
    case 'staff': {
      const { discount, shipping, expiresAt, note } = by
      return {
        staff: by,
        discount,
        shipping,
        allowsPromotions: !by.keepsPrices,
        needsUnits: !by.isDraft,
        placing: { ...placing, expiresAt, note },
      }
    }
    case 'exchange': {
      const { discount, expiresAt } = by
      return { staff: by, discount, allowsPromotions: true, needsUnits: true, placing: { ...placing, expiresAt } }
    }
    case 'edit':
      return { staff: by, allowsPromotions: false, needsUnits: false, placing }
  }
}
