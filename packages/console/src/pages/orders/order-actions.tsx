import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Confirm } from '#console/ui/confirm.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { useOrderUpdate } from './order-data.ts'
import { rounded, uneditable, unitsLeft, unrefundable, unsendable } from './order-units.ts'

const EditDialog = lazy(() => import('./edit/edit-dialog.tsx').then((module) => ({ default: module.EditDialog })))
const FulfilDialog = lazy(() => import('./fulfil-dialog.tsx').then((module) => ({ default: module.FulfilDialog })))
const RefundDialog = lazy(() => import('./refund-dialog.tsx').then((module) => ({ default: module.RefundDialog })))
const RecordPayment = lazy(() => import('./record-payment.tsx').then((module) => ({ default: module.RecordPayment })))

type Step = 'processing' | 'completed' | 'cancelled'

/** What staff can do with an order now: as the service says in `allowed_transitions`, and as the role allows. */
export function OrderActions({ order }: { order: Order }) {
  const [dialog, setDialog] = useState<Step | 'payment' | 'refund' | 'fulfil' | 'edit'>()
  const refusal = useRefusal('orders.write')
  const refundRefusal = useRefusal('orders.refund')
  const fulfilRefusal = useRefusal('orders.fulfil')
  const valueRefusal = useRefusal('gift_cards.write')
  const hasGiftCards = order.items.some((item) => item.gift_card)
  const refusals: Record<Step, string | undefined> = {
    processing: refusal,
    // It sends what is left.
    completed: refusal ?? fulfilRefusal,
    cancelled: refusal ?? (order.amount_paid > 0 ? refundRefusal : undefined),
  }
  const close = () => setDialog(undefined)
  const steps = (['cancelled', 'processing', 'completed'] as const).filter((step) =>
    order.allowed_transitions.includes(step),
  )
  return (
    <>
      {order.amount_due > 0 && order.status !== 'cancelled' && (
        <Button refusal={refusal ?? (hasGiftCards ? valueRefusal : undefined)} onClick={() => setDialog('payment')}>
          {t('Record a payment')}
        </Button>
      )}
      <Button refusal={refusal ?? uneditable(order)} onClick={() => setDialog('edit')}>
        {t('Edit')}
      </Button>
      <Button refusal={refundRefusal ?? unrefundable(order)} onClick={() => setDialog('refund')}>
        {t('Refund')}
      </Button>
      {steps.map((step) => (
        <Button
          key={step}
          look={step === 'cancelled' ? 'danger' : 'plain'}
          refusal={refusals[step]}
          onClick={() => setDialog(step)}
        >
          {texts[step].action}
        </Button>
      ))}
      <Button look="primary" refusal={fulfilRefusal ?? unsendable(order)} onClick={() => setDialog('fulfil')}>
        {t('Fulfil')}
      </Button>
      <FromFirstOpening open={dialog === 'refund'}>
        <RefundDialog order={order} open={dialog === 'refund'} onClose={close} />
      </FromFirstOpening>
      <FromFirstOpening open={dialog === 'fulfil'}>
        <FulfilDialog order={order} open={dialog === 'fulfil'} onClose={close} />
      </FromFirstOpening>
      {steps.map((step) => (
        <Move key={step} step={step} order={order} open={dialog === step} onClose={close} />
      ))}
      <Suspense>{dialog === 'edit' && <EditDialog order={order} onClose={close} />}</Suspense>
      <Suspense>{dialog === 'payment' && <RecordPayment order={order} onClose={close} />}</Suspense>
    </>
  )
}

/** Loads a dialog when it is first opened. It stays when it is closed, as a request of it may be on its way. */
function FromFirstOpening({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  return <Suspense>{wasOpen && children}</Suspense>
}

const texts: Record<Step, { action: string; done: (order: string) => string; title: string }> = {
  processing: {
    action: t('Start processing'),
    done: (order) => t('Order {order} is being processed', { order }),
    title: t('Start processing this order?'),
  },
  completed: {
    action: t('Complete'),
    done: (order) => t('Order {order} is completed', { order }),
    title: t('Complete this order?'),
  },
  cancelled: {
    action: t('Cancel order'),
    done: (order) => t('Order {order} is cancelled', { order }),
    title: t('Cancel this order?'),
  },
}

/** What cannot be undone, in figures. */
function consequence(step: Step, order: Order): string {
  const units = unitsLeft(order)
  if (step === 'processing') return t('The customer can no longer cancel it.')
  if (step === 'completed')
    return t('Takes {units, plural, one {# unit} other {# units}} out of stock. It cannot be reopened.', { units })
  const back = rounded(order.amount_paid - order.refunded_total)
  const makes =
    back > 0
      ? t('Refunds {amount} and makes {units, plural, one {# unit} other {# units}} available again.', {
          amount: money(back, order.currency),
          units,
        })
      : t('Makes {units, plural, one {# unit} other {# units}} available again.', { units })
  return `${makes} ${t('It cannot be undone.')}`
}

interface AskProps {
  order: Order
  open: boolean
  onClose: () => void
}

function Move({ step, order, open, onClose }: AskProps & { step: Step }) {
  const move = useOrderUpdate(order.id, () => {
    onClose()
    toast(texts[step].done(order.order_number))
  })
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={texts[step].title}
      description={consequence(step, order)}
      action={texts[step].action}
      danger={step === 'cancelled'}
      busy={move.isPending}
      error={move.error}
      onConfirm={() => move.mutate({ status: step })}
    />
  )
}
