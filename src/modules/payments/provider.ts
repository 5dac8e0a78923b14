/** A charge. `paymentId` is ours: a provider charges it once, however often it is asked. */
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

/** Details that the shopper sends with the method. */
export interface PaymentDetails {
  /** The provider's name for a card; without it the shopper gives one in the next action. */
  paymentMethod?: string
  /** URL to which a page of the bank returns the shopper. */
  returnUrl?: string
}

/** The step that the shopper has to take before the payment can succeed. For the shopper only: its holder can pay. */
export type NextAction =
  /** Enter a card and confirm. */
  | { type: 'confirm'; client_secret: string }
  /** Authenticate to the bank in the shop's page. */
  | { type: 'authenticate'; client_secret: string }
  /** Authenticate in a page of the bank. */
  | { type: 'redirect'; url: string }

/** An earlier charge, with the data known here. */
export interface CheckedCharge extends Charge {
  /** The provider's name for the charge; null if its answer was lost. */
  reference: string | null
  /** The next action that the shopper got. */
  action: NextAction['type'] | null
  ageSeconds: number
}

/**
 * A refund of a charge, in part or whole. `refundId` is ours: a provider pays each attempt of it once, however often it
 * is asked. After a refusal staff may send the refund again, which is its next attempt.
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
  /** In progress at the provider, which is asked again. */
  | { status: 'pending' }

export type RefundResult =
  /** `reference` is the provider's name for the refund. */
  | { status: 'succeeded'; reference: string | null }
  /** Accepted but not paid yet: the provider is asked again later. */
  | { status: 'pending'; reference: string | null }
  /**
   * Refused, or paid and returned by the bank, perhaps weeks later. Final: it is not retried automatically. `failure`
   * is a code such as `refund_refused`.
   */
  | { status: 'failed'; failure: string }

/** A notification by a provider. It only says where to look: the provider is then asked for the truth. */
export type Notification =
  | { about: 'charge' | 'late_charge' | 'refund'; merchantId: string; paymentId: string; refundId?: string }
  | { about: 'dispute'; disputeId: string; account: string | null }
  /** Not relevant to us. */
  | { about: 'nothing' }

/** A dispute opened by a shopper's bank. */
interface Dispute {
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
  /** Whether shoppers pay with it, staff records payments with it, or it is value that the shop holds for shoppers. */
  usedBy: 'shopper' | 'staff' | 'balance'
  /** A recorded payment is paid: `charge` is not called, and payment and order are one transaction. */
  settlesAtOnce: boolean
  /**
   * Each charge and refund must be a multiple of this many minor units of the currency, a power of ten. Default: 1.
   * Orders are priced accordingly (`chargeUnit`).
   */
  unitOf?(currency: string): number
  /** The least that can be charged, in minor units of the currency. Default: 1. */
  minimumOf?(currency: string): number
  /** Takes `PaymentDetails`, and pays shops at accounts of their own. */
  card?: { publishableKey: string }
  charge(charge: Charge & PaymentDetails, signal: AbortSignal): Promise<ChargeResult>
  /** Status of an earlier charge; undefined if the provider never saw it, or nobody has confirmed it. */
  find(charge: CheckedCharge, signal: AbortSignal): Promise<ChargeResult | undefined>
  /** Cancels a charge for good, and returns how it ended: it may have happened. */
  cancel?(charge: CheckedCharge, signal: AbortSignal): Promise<ChargeOutcome>
  /** Never refunds more than the charge in total, however many refunds it has. */
  refund(refund: Refund, signal: AbortSignal): Promise<RefundResult>
  /** Status of an attempt of a refund, without refunding; undefined if the provider never saw it. */
  findRefund?(refund: Refund, signal: AbortSignal): Promise<RefundResult | undefined>
  /** Reads a request to the provider's webhook; undefined if the provider has not signed it, or it is too old. */
  readNotification?(body: Buffer, signature: string | undefined): Notification | undefined
  findDispute?(disputeId: string, account: string | null, signal: AbortSignal): Promise<Dispute | undefined>
}

/** The providers of this service. */
export type PaymentProviders = readonly PaymentProvider[]
