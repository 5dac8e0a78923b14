/** What is charged. `paymentId` is ours: a provider charges it once, however often it is asked. */
export interface Charge {
  paymentId: string
  merchantId: string
  orderId: string
  method: string
  amountMinor: number
  currency: string
  /** The shop's account at the provider; null: the platform's own. */
  account: string | null
}

/** What the shopper sends with the method. */
export interface PaymentDetails {
  /** The provider's name for a card; without it the shopper gives one in the next action. */
  paymentMethod?: string
  /** Where the shopper comes back to from a page of the bank. */
  returnUrl?: string
}

/** What the shopper has to do before the payment can succeed. For the shopper only: it lets its holder pay. */
export type NextAction =
  /** Give a card, and confirm with it. */
  | { type: 'confirm'; client_secret: string }
  /** Show the bank that it is them, in the shop's page. */
  | { type: 'authenticate'; client_secret: string }
  /** The same in a page of the bank. */
  | { type: 'redirect'; url: string }

/** An earlier charge, as far as it is known here. */
export interface KnownCharge extends Charge {
  /** The provider's name for the charge; null if its answer was lost. */
  reference: string | null
  /** What the shopper was asked to do. */
  action: NextAction['type'] | null
  ageSeconds: number
}

/**
 * What is given back of a charge, all of it or a part. `refundId` is ours: a provider gives each attempt of it once,
 * however often it is asked. After a refusal staff may send the refund again, which is its next attempt.
 */
export interface Refund extends Omit<Charge, 'method' | 'orderId'> {
  refundId: string
  /** From 1. */
  attempt: number
  /** The provider's name for the charge. */
  reference: string | null
}

/** `reference` is the provider's name for the charge. */
export type ChargeOutcome =
  | { status: 'succeeded'; reference: string | null }
  /** `failure` is a code such as `card_declined`. */
  | { status: 'failed'; failure: string; reference?: string }

export type ChargeResult =
  | ChargeOutcome
  | { status: 'requires_action'; reference: string; action: NextAction }
  /** Under way at the provider: it is asked again. */
  | { status: 'pending' }

export type RefundResult =
  /** `reference` is the provider's name for the refund. */
  | { status: 'succeeded'; reference: string | null }
  /** Accepted, but not given yet: it is asked for again later. */
  | { status: 'pending'; reference: string | null }
  /**
   * Refused, or given and sent back by the bank, perhaps weeks later. It is final, and not tried again by itself.
   * `failure` is a code such as `refund_refused`.
   */
  | { status: 'failed'; failure: string }

/** What a provider tells by itself. It only says where to look: the provider is asked for what is true. */
export type Notification =
  | { about: 'charge' | 'late_charge' | 'refund'; merchantId: string; paymentId: string; refundId?: string }
  | { about: 'dispute'; disputeId: string; account: string | null }
  /** Nothing that concerns us. */
  | { about: 'nothing' }

/** A dispute that a shopper's bank has opened. */
export interface Dispute {
  merchantId: string
  paymentId: string
  status: string
  reason: string
}

/**
 * A payment service. `charge`, `find`, `cancel`, `refund` and `findRefund` go over the network: they are never called
 * inside a database transaction, may be called again for the same payment or refund, and reject when the outcome is not
 * known.
 * docs/adding-a-payment-provider.md says more.
 */
export interface PaymentProvider {
  name: string
  methods: readonly string[]
  /** Whether shoppers pay with it, or staff records with it what was paid. */
  usedBy: 'shopper' | 'staff'
  /** Recorded is paid: `charge` is not called, and payment and order are one transaction. */
  settlesAtOnce: boolean
  /**
   * Of how many minor units of a currency each charge and refund must be a multiple, a power of ten; left out: 1.
   * Orders are priced so that it can be paid (`chargeUnit`).
   */
  unitOf?(currency: string): number
  /** Takes `PaymentDetails`, and pays shops at accounts of their own. */
  card?: { publishableKey: string }
  charge(charge: Charge & PaymentDetails, signal: AbortSignal): Promise<ChargeResult>
  /** How an earlier charge stands; undefined if the provider never saw it, or nobody has confirmed it. */
  find(charge: KnownCharge, signal: AbortSignal): Promise<ChargeResult | undefined>
  /** Makes sure that a charge can not happen any more; how it ended, which may be that it had happened. */
  cancel?(charge: KnownCharge, signal: AbortSignal): Promise<ChargeOutcome>
  /** Never gives back more than was charged, however many refunds of the charge there are. */
  refund(refund: Refund, signal: AbortSignal): Promise<RefundResult>
  /** How an attempt of a refund stands, of which nothing is given; undefined if the provider never saw it. */
  findRefund?(refund: Refund, signal: AbortSignal): Promise<RefundResult | undefined>
  /** Reads what was sent to the provider's webhook; undefined if it is not signed by the provider, or too old. */
  readNotification?(body: Buffer, signature: string | undefined): Notification | undefined
  findDispute?(disputeId: string, account: string | null, signal: AbortSignal): Promise<Dispute | undefined>
}

/** The providers of this service. */
export type PaymentProviders = readonly PaymentProvider[]
