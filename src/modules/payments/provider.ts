/** What is charged. `paymentId` is ours: a provider charges it once, however often it is asked. */
export interface Charge {
  paymentId: string
  method: string
  amountMinor: number
  currency: string
}

/** What is given back: the whole charge. */
export interface Refund extends Omit<Charge, 'method'> {
  /** The provider's name for the charge. */
  reference: string | null
}

export type ChargeResult =
  | { status: 'succeeded'; reference: string | null }
  /** `failure` is a code such as `card_declined`. */
  | { status: 'failed'; failure: string }

/**
 * A payment service. `charge`, `find` and `refund` go over the network: they are never called inside a database
 * transaction, may be called again for the same payment, and reject when the outcome is not known.
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
  refund(refund: Refund, signal: AbortSignal): Promise<void>
}

/** The providers of this service. */
export type PaymentProviders = readonly PaymentProvider[]
