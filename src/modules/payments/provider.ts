import type { RawBuilder } from 'kysely'

/** What is charged. `paymentId` is ours: a provider charges it once, however often it is asked. */
export interface Charge {
  paymentId: string
  method: string
  amountMinor: number
  currency: string
  /** What staff wrote down, if they recorded the payment. */
  reference: string | null
}

export type ChargeResult =
  | { status: 'succeeded'; reference: string | null }
  /** `failure` is a code such as `card_declined`. */
  | { status: 'failed'; failure: string }

/** A charge that succeeds with our own record of it. */
export interface LocalCharge {
  reference: string | null
  /** Books it in the statement that records the payment, reading the row in `payment`. */
  book?: RawBuilder<unknown>
}

/**
 * A payment service. Its functions go over the network: they are never called inside a database transaction, may be
 * called again for the same payment, and reject when the outcome is not known. `chargeHere` alone does not.
 */
export interface PaymentProvider {
  name: string
  methods: readonly string[]
  /** Whether shoppers pay with it, or staff records with it what was paid. */
  usedBy: 'shopper' | 'staff'
  /**
   * For charges that nobody outside of our database hears of: they are one transaction with the order they pay. Undefined for
   * every other; left out by a provider that has none.
   */
  chargeHere?(charge: Pick<Charge, 'paymentId' | 'method' | 'reference'>): LocalCharge | undefined
  charge(charge: Charge, signal: AbortSignal): Promise<ChargeResult>
  /** The outcome of an earlier charge, by our payment id; undefined if the provider never saw it. */
  find(paymentId: string, signal: AbortSignal): Promise<ChargeResult | undefined>
  /** Gives the whole amount back. */
  refund(refund: Omit<Charge, 'method'>, signal: AbortSignal): Promise<void>
}

/** The providers of this service. */
export type PaymentProviders = readonly PaymentProvider[]
