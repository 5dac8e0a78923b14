import { read } from '@commerce-platform/client'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { money, words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { Status, type Tone } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { orderKeys, useRepeatable } from './order-data.ts'
import { linesOf } from './order-fulfillments.tsx'
import { outcomeOf } from './refund-outcome.ts'

type Refund = Order['refunds'][number]

const tones: Record<string, Tone> = { pending: 'warn', succeeded: 'good', failed: 'bad' }

/** What was given back. What the provider has refused can be sent again. */
export function Refunds({ order }: { order: Order }) {
  return (
    <ul>
      {order.refunds.map((refund) => (
        <li
          key={refund.id}
          className="grid grid-cols-[7rem_1fr_auto] items-center gap-x-4 border-t border-line py-2 max-sm:grid-cols-[1fr_auto]"
        >
          <Status tone={tones[refund.status] ?? 'neutral'}>{refund.status}</Status>
          <span className="min-w-0 wrap-anywhere max-sm:order-last max-sm:col-span-2">
            {refund.items.length > 0 ? linesOf(order, refund.items) : refund.edit ? t('By an edit') : t('No units')}
            {refund.reason && <span className="text-ink-3"> · {refund.reason}</span>}
            {refund.tax_lines?.some(({ amount }) => amount > 0) && (
              <span className="block text-xs text-ink-3">
                {t('With {taxes}', {
                  taxes: refund.tax_lines
                    .filter(({ amount }) => amount > 0)
                    .map(({ name, rate, amount }) => `${name} ${rate} %: ${money(amount, refund.currency)}`)
                    .join(', '),
                })}
              </span>
            )}
            <span className="block text-xs text-ink-3">{wayOf(refund)}</span>
            {refund.status === 'failed' && <FailedRefund orderId={order.id} refund={refund} />}
            {isYours(refund) && (
              <span className="mt-1 block">
                <MarkPaidBack orderId={order.id} refund={refund} />
              </span>
            )}
          </span>
          <span className="num">
            {money(refund.amount, refund.currency)}
            <span className="block text-xs text-ink-3">
              <Time at={refund.created_at} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}

const destinations: Record<string, string> = {
  provider: t('Through the payment provider'),
  store_credit: t('As store credit'),
  gift_card: t('To the gift card'),
  manual: t('By hand: pay it back yourself'),
  none: t('Nothing was paid'),
}

/** Whether it waits for the shop to pay back what was paid by hand. */
function isYours({ destination, status, parts }: Refund): boolean {
  if (status !== 'pending') return false
  return destination === 'manual' || parts.some((part) => part.destination === 'manual' && part.status === 'pending')
}

/** How the money goes back, by its parts where it goes several ways. */
function wayOf({ destination, parts, currency }: Refund): string {
  if (parts.length < 2) return destinations[destination] ?? words(destination)
  return parts
    .map((part) => `${destinations[part.destination]} ${money(part.amount, currency)} (${part.status})`)
    .join(', ')
}

interface FailedProps {
  orderId: string
  /** Of an order; or a payment that no order waits for, whose id is that of its refund. */
  refund: Pick<Refund, 'id' | 'amount' | 'currency'>
}

/** A refund that the provider refused: try it again, or say that it was paid back another way. */
export function FailedRefund({ orderId, refund }: FailedProps) {
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-bad">
      {t('The provider refused the refund.')}
      <Settle orderId={orderId} refund={refund} way="retry" />
      <Settle orderId={orderId} refund={refund} way="done" />
    </span>
  )
}

/** What was paid by hand, the shop pays back by hand. */
export const MarkPaidBack = (about: FailedProps) => <Settle {...about} way="done" />

const ways = {
  retry: {
    button: t('Retry refund'),
    title: t('Retry this refund?'),
    action: (amount: string) => t('Refund {amount}', { amount }),
    description: (amount: string) =>
      t('Asks the provider to refund {amount}. Items and stock stay as they are.', { amount }),
  },
  done: {
    button: t('Mark as paid back'),
    title: t('Did you pay it back yourself?'),
    action: (amount: string) => t('Mark {amount} as paid back', { amount }),
    description: (amount: string) =>
      t(
        'Records that you gave {amount} back yourself, such as by bank transfer. Nothing is sent to ' + 'the provider.',
        { amount },
      ),
  },
}

function Settle({ orderId, refund, way }: FailedProps & { way: keyof typeof ways }) {
  const [open, setOpen] = useState(false)
  const refusal = useRefusal('orders.refund')
  const repeatable = useRepeatable()
  const amount = money(refund.amount, refund.currency)
  const { button, title, description, action } = ways[way]
  const settle = useChange(
    orderKeys(orderId),
    () =>
      repeatable(`${way} ${refund.id}`, (headers) => {
        const request = { params: { path: { id: orderId, refund_id: refund.id } }, headers }
        return read(
          way === 'retry'
            ? api.POST('/admin/orders/{id}/refunds/{refund_id}/retry', request)
            : api.POST('/admin/orders/{id}/refunds/{refund_id}/done', request),
        )
      }),
    (answer) => {
      setOpen(false)
      toast(outcomeOf(answer.refund))
    },
  )
  function close(): void {
    if (!settle.isPending) settle.reset()
    setOpen(false)
  }
  return (
    <>
      <Button refusal={refusal} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Confirm
        open={open}
        onClose={close}
        title={title}
        description={description(amount)}
        action={action(amount)}
        danger
        busy={settle.isPending}
        error={settle.error}
        onConfirm={() => settle.mutate(undefined)}
      />
    </>
  )
}
