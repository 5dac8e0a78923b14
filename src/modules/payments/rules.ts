export const paymentStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'refunding', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** An unknown charge is looked up again after a minute, then after these pauses: a bank may book it late. */
export const lookUpPausesSeconds = [600, 3_600, 86_400] as const

/**
 * The age at which a payment without an outcome counts as failed, so that its order can expire. It is short for a
 * provider that is not configured any more, and long enough for an outage of a configured one.
 */
export function unknownAfterSeconds(isProviderSetUp: boolean): number {
  return isProviderSetUp ? 86_400 : 3_600
}

/**
 * A charge younger than this may still be confirmed by the process that inserted it. Later that process has given up or
 * is dead.
 */
export const lookUpAfterSeconds = 40

/** Time to finish for a shopper who begins to pay just before the payment window ends. */
export const timeToActSeconds = 600
