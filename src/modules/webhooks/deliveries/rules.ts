export const deliveryStatuses = ['pending', 'delivering', 'delivered', 'failed', 'cancelled'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export interface DeliveryFilter {
  status: DeliveryStatus | undefined
  event: string | undefined
}
