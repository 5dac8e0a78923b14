import { Status, type Tone } from '#console/ui/status.tsx'

const orderTones: Record<string, Tone> = {
  draft: 'neutral',
  pending: 'warn',
  paid: 'accent',
  processing: 'accent',
  completed: 'good',
  cancelled: 'neutral',
}

const paymentTones: Record<string, Tone> = {
  unpaid: 'warn',
  pending: 'warn',
  partially_paid: 'warn',
  paid: 'good',
  failed: 'bad',
  refunded: 'neutral',
  partially_refunded: 'neutral',
}

const fulfillmentTones: Record<string, Tone> = {
  unfulfilled: 'neutral',
  partially_fulfilled: 'warn',
  fulfilled: 'good',
}

export const OrderState = ({ status }: { status: string }) => (
  <Status tone={orderTones[status] ?? 'neutral'}>{status}</Status>
)
export const PaymentState = ({ status }: { status: string }) => (
  <Status tone={paymentTones[status] ?? 'neutral'}>{status}</Status>
)
export const FulfillmentState = ({ status }: { status: string }) => (
  <Status tone={fulfillmentTones[status] ?? 'neutral'}>{status}</Status>
)
