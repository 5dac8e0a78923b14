/** What is charged. `paymentId` is ours: a provider charges it once, however often it is asked. */
export interface Charge {
  paymentId: string
  method: string
  amountMinor: number
  currency: string
}

/**
 * What is given back of a charge, all of it or a part. `refundId` is ours: a provider gives each attempt of it once,
 * however often it is asked. After a refusal staff may send the refund again, which is its next attempt.
 */
export interface Refund extends Omit<Charge, 'method'> {
  refundId: string
  /** From 1. */
  attempt: number
  /** The provider's name for the charge. */
  reference: string | null
}

export type ChargeResult =
  | { status: 'succeeded'; reference: string | null }
  /** `failure` is a code such as `card_declined`. */
  | { status: 'failed'; failure: string }

export type RefundResult =
  /** `reference` is the provider's name for the refund. */
  | { status: 'succeeded'; reference: string | null }
  /** Accepted, but not given yet: it is asked for again later. */
  | { status: 'pending'; reference: string | null }
  /** Refused, and not tried again by itself. `failure` is a code such as `refund_refused`. */
  | { status: 'failed'; failure: string }

/**
 * A payment service. `charge`, `find` and `refund` go over the network: they are never called inside a database
 * transaction, may be called again for the same payment or refund, and reject when the outcome is not known.
 */
export interface PaymentProvider {
  name: string
  methods: readonly string[]
  /** Whether shoppers pay with it, or staff records with it what was paid. */
  usedBy: 'shopper' | 'staff'
  /** Recorded is paid: `charge` is not called, and payment and order are one transaction. */
  settlesAtOnce: boolean
  charge(charge: Charge, signal: AbortSignal): Promise<ChargeResult>
  /** The outcome of an earlier charge, by our payment id; undefined if the provider never saw it. */
  find(paymentId: string, signal: AbortSignal): Promise<ChargeResult | undefined>
  /** Never gives back more than was charged, however many refunds of the charge there are. */
  refund(refund: Refund, signal: AbortSignal): Promise<RefundResult>
}

/** The providers of this service. */
export type PaymentProviders = readonly PaymentProvider[]
