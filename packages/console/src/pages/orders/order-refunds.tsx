import { read } from '@commerce-platform/client'
import { useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { money, words } from '#console/lib/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { Status, type Tone } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { orderKeys, useRepeatable } from './order-data.ts'
import { linesOf } from './order-fulfillments.tsx'
import { outcomeOf } from './refund-dialog.tsx'

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
            {refund.items.length > 0 ? linesOf(order, refund.items) : refund.edit ? 'By an edit' : 'No units'}
            {refund.reason && <span className="text-ink-3"> · {refund.reason}</span>}
            {refund.tax_lines?.some(({ amount }) => amount > 0) && (
              <span className="block text-xs text-ink-3">
                With{' '}
                {refund.tax_lines
                  .filter(({ amount }) => amount > 0)
                  .map(({ name, rate, amount }) => `${name} ${rate} %: ${money(amount, refund.currency)}`)
                  .join(', ')}
              </span>
            )}
            {refund.parts.length > 1 && (
              <span className="block text-xs text-ink-3">
                {refund.parts
                  .map(({ method, amount, status }) => `${words(method)} ${money(amount, refund.currency)} (${status})`)
                  .join(', ')}
              </span>
            )}
            {refund.status === 'failed' && <Retry order={order} refund={refund} />}
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

function Retry({ order, refund }: { order: Order; refund: Refund }) {
  const [open, setOpen] = useState(false)
  const refusal = useRefusal('orders.refund')
  const repeatable = useRepeatable()
  const path = { id: order.id, refund_id: refund.id }
  const retry = useChange(
    orderKeys(order.id),
    () =>
      repeatable(refund.id, (headers) =>
        read(api.POST('/admin/orders/{id}/refunds/{refund_id}/retry', { params: { path }, headers })),
      ),
    (answer) => {
      setOpen(false)
      toast(outcomeOf(answer.refund))
    },
  )
  function close(): void {
    if (!retry.isPending) retry.reset()
    setOpen(false)
  }
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 text-bad">
      The provider refused it.
      <Button refusal={refusal} onClick={() => setOpen(true)}>
        Retry refund
      </Button>
      <Confirm
        open={open}
        onClose={close}
        title="Retry this refund?"
        description={`Refunds ${money(refund.amount, refund.currency)}. Units and stock stay as they are.`}
        action={`Refund ${money(refund.amount, refund.currency)}`}
        danger
        busy={retry.isPending}
        error={retry.error}
        onConfirm={() => retry.mutate(undefined)}
      />
    </span>
  )
}
