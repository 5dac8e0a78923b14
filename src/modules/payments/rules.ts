export const paymentStatuses = ['pending', 'succeeded', 'failed', 'refunding', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
