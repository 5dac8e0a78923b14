import { read, type Schemas } from '@commerce-platform/client'
import { type FormEvent, useState } from 'react'
import { useCarriers } from '#console/data/carriers.ts'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { count, zoneTitle } from '#console/lib/format.ts'
import { readTime, typedTime } from '#console/lib/shop-time.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Field, Input } from '#console/ui/field.tsx'
import { Notice } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { orderKeys } from './order-data.ts'
import { readTracking, TrackingFields, trackingNames } from './tracking-fields.tsx'

type Fulfillment = Order['fulfillments'][number]

/** What was sent, and how it is followed. */
export function Fulfillments({ order }: { order: Order }) {
  const [changedId, setChangedId] = useState<string>()
  const refusal = useRefusal('orders.fulfil')
  return (
    <ul>
      {order.fulfillments.map((sent) => (
        <li key={sent.id} className="flex items-center gap-4 border-t border-line py-2">
          <div className="min-w-0 flex-1 wrap-anywhere">
            {linesOf(order, sent.items)}
            {wentElsewhere(order, sent) && (
              <span className="block text-ink-2">
                {t('Sent to {value}', {
                  value: [sent.shipping_address?.line1, sent.shipping_address?.city].filter(Boolean).join(', '),
                })}
              </span>
            )}
            <span className="block text-ink-3">
              <TrackingLine sent={sent} /> · <Time at={sent.created_at} />
              {sent.delivered_at && (
                <>
                  {' · delivered '}
                  <Time at={sent.delivered_at} />
                </>
              )}
            </span>
          </div>
          <Button look="quiet" refusal={refusal} onClick={() => setChangedId(sent.id)} className="-mr-3">
            {sent.tracking_number || sent.tracking_url ? t('Change tracking') : t('Add tracking')}
          </Button>
          <TrackingDialog
            orderId={order.id}
            sent={sent}
            open={changedId === sent.id}
            onClose={() => setChangedId(undefined)}
          />
        </li>
      ))}
    </ul>
  )
}

/** The address of the order was corrected afterwards. */
function wentElsewhere(order: Order, { shipping_address: to }: Fulfillment): boolean {
  return to !== undefined && JSON.stringify(to) !== JSON.stringify(order.shipping_address)
}

/** `2 × Party bunting, 1 × Lunch bag`. */
export function linesOf(order: Order, items: readonly { product_id: string; quantity: number }[]): string {
  const names = new Map(order.items.map(({ product_id, name }) => [product_id, name]))
  return items
    .map(({ product_id, quantity }) => `${count(quantity)} × ${names.get(product_id) ?? t('unit')}`)
    .join(', ')
}

function TrackingLine({ sent: { carrier, tracking_number, tracking_url } }: { sent: Fulfillment }) {
  if (!carrier && !tracking_number && !tracking_url) return t('No tracking')
  const text = tracking_number ?? t('Track')
  return (
    <>
      {carrier}
      {carrier && (tracking_number || tracking_url) && ' '}
      {tracking_url ? (
        <a
          href={tracking_url}
          target="_blank"
          rel="noreferrer"
          className="text-ink underline decoration-line-3 underline-offset-2"
        >
          {text}
        </a>
      ) : (
        tracking_number
      )}
    </>
  )
}

interface TrackingDialogProps {
  orderId: string
  sent: Fulfillment
  open: boolean
  onClose: () => void
}

function TrackingDialog({ orderId, sent, open, onClose }: TrackingDialogProps) {
  const path = { id: orderId, fulfillment_id: sent.id }
  const carriers = useCarriers()
  const change = useChange(
    orderKeys(orderId),
    (body: Schemas['UpdateFulfillment']) =>
      read(api.PATCH('/admin/orders/{id}/fulfillments/{fulfillment_id}', { params: { path }, body })),
    () => {
      onClose()
      toast(t('Tracking is saved'))
    },
  )
  const faults = faultsOf(change.error, [...trackingNames, 'delivered_at'])
  function close(): void {
    if (!change.isPending) change.reset()
    onClose()
  }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (change.isPending) return
    const form = new FormData(event.currentTarget)
    const typed = String(form.get('delivered_at') ?? '')
    const isSame = typed === (sent.delivered_at === null ? '' : typedTime(sent.delivered_at))
    change.mutate({
      ...readTracking(form, carriers),
      ...(!isSame && { delivered_at: readTime(typed) ?? null }),
    })
  }
  return (
    <Dialog open={open} onClose={close} title={t('Change tracking')} description={t('Empty fields are removed.')}>
      <form onSubmit={submit}>
        <TrackingFields tracking={sent} faults={faults} />
        <Field
          label={t('Delivered')}
          hint={t('When the goods arrived, in {zoneTitle}. The time to withdraw and to return runs from it.', {
            zoneTitle: zoneTitle(),
          })}
          error={faults.of('delivered_at')}
          className="mt-4"
        >
          <Input
            name="delivered_at"
            type="datetime-local"
            defaultValue={sent.delivered_at === null ? '' : typedTime(sent.delivered_at)}
            className="tabular-nums"
          />
        </Field>
        {faults.rest != null && <Notice error={faults.rest} className="mt-4" />}
        <Actions>
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={change.isPending}>
            {t('Save tracking')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}
