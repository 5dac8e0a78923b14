/** Retry period of deliveries: the specified delays alone, or hourly for three days after them. */
export const retryPeriods = ['specified', '3 days'] as const
export type RetryPeriod = (typeof retryPeriods)[number]
