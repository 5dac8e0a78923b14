export const paymentStatuses = ['pending', 'requires_action', 'succeeded', 'failed', 'refunding', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/**
 * A charge that the provider did not know is looked up again after a minute, then after these pauses:
 * a bank may book it late.
 */
export const lookUpPausesSeconds = [600, 3_600, 86_400] as const

/**
 * The age at which a payment without an outcome counts as failed, so that its order can expire. Short for a provider
 * that is not set up any more: nobody is coming back with the answer. An outage is waited for.
 */
export function unknownAfterSeconds(isProviderSetUp: boolean): number {
  return isProviderSetUp ? 86_400 : 3_600
}

/**
 * A charge younger than this may be about to be confirmed by the process that inserted it. By then that process has
 * given up or is dead.
 */
export const lookUpAfterSeconds = 40

/** A shopper who begins to pay just before the payment window ends has so long to finish. */
export const timeToActSeconds = 600
