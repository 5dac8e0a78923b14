export const deliveryStatuses = ['pending', 'delivering', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** The error of an attempt whose receiver asked for a later retry. */
export const waitRequested = 'the receiver asked to wait (retry-after)'

export interface DeliveryFilter {
  status: DeliveryStatus | undefined
  event: string | undefined
}

export const nextAttemptReasons = ['first_attempt', 'retry', 'retry_after'] as const
export type NextAttemptReason = (typeof nextAttemptReasons)[number]

/** Why the next attempt has its due time; null if there is none. */
export function nextAttemptReason(delivery: {
  due_at: Date | null
  begun: boolean | null
  last_error: string | null
}): NextAttemptReason | null {
  if (delivery.due_at === null) return null
  if (!delivery.begun) return 'first_attempt'
  return delivery.last_error === waitRequested ? 'retry_after' : 'retry'
}
