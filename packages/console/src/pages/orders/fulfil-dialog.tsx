import { read, type Schemas } from '@commerce-platform/client'
import { type FormEvent, useState } from 'react'
import { useCarriers } from '#console/data/carriers.ts'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Notice } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { orderKeys, useRepeatable } from './order-data.ts'
import { chosenOf, isAboutUnits, leftToSend, type Units, unitFault, unitsOf } from './order-units.ts'
import { readTracking, TrackingFields, trackingNames } from './tracking-fields.tsx'
import { UnitFields } from './unit-fields.tsx'

type Body = Schemas['CreateFulfillment']

interface FulfilProps {
  order: Order
  open: boolean
  onClose: () => void
}

/** Sends units of an order: all that are left, unless fewer are asked for. */
export function FulfilDialog({ order, open, onClose }: FulfilProps) {
  const repeatable = useRepeatable()
  const fulfil = useChange(
    orderKeys(order.id),
    (body: Body) =>
      repeatable(body, (headers) =>
        read(api.POST('/admin/orders/{id}/fulfillments', { params: { path: { id: order.id } }, body, headers })),
      ),
    (_answer, { items = [] }) => {
      onClose()
      toast(
        t('{units, plural, one {# unit} other {# units}} of {order} sent', {
          units: unitsOf(items),
          order: order.order_number,
        }),
      )
    },
  )
  function close(): void {
    if (fulfil.isPending) return
    fulfil.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('Fulfil {order_number}', { order_number: order.order_number })}
      description={destinationOf(order)}
    >
      <FulfilForm
        order={order}
        busy={fulfil.isPending}
        error={fulfil.error}
        sentItems={fulfil.variables?.items ?? []}
        onClose={close}
        onSend={fulfil.mutate}
      />
    </Dialog>
  )
}

function destinationOf({ shipping_address, shipping_method }: Order): string | undefined {
  const method = shipping_method?.name
  if (!shipping_address) return method && t('By {method}.', { method })
  const { name, city } = shipping_address
  return method ? t('To {name}, {city} by {method}.', { name, city, method }) : t('To {name}, {city}.', { name, city })
}

interface FormProps {
  order: Order
  busy: boolean
  error: unknown
  sentItems: readonly { line?: number }[]
  onClose: () => void
  onSend: (body: Body) => void
}

function FulfilForm({ order, busy, error, sentItems, onClose, onSend }: FormProps) {
  const carriers = useCarriers()
  const [units, setUnits] = useState<Units>(() =>
    Object.fromEntries(order.items.map((item) => [item.line, leftToSend(order, item)])),
  )
  const lines = order.items.map((item) => {
    const left = leftToSend(order, item)
    return { line: item.line, quantity: chosenOf(units, item, left), left }
  })
  const isWrong = lines.some(({ quantity }) => Number.isNaN(quantity))
  const items = lines.filter(({ quantity }) => quantity > 0).map(({ line, quantity }) => ({ line, quantity }))
  const canSend = items.length > 0 && !isWrong
  const faults = faultsOf(error, trackingNames)
  const isRest = faults.rest != null && !isAboutUnits(error)
  const isLast = lines.every(({ quantity, left }) => quantity === left)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!busy && canSend) onSend({ items, ...readTracking(new FormData(event.currentTarget), carriers) })
  }
  return (
    <form onSubmit={submit} className="mt-4">
      <UnitFields
        labelOf={(item) => t('Send units of {item}', { item })}
        order={order}
        leftOf={leftToSend}
        units={units}
        onChange={(line, quantity) => setUnits({ ...units, [line]: quantity })}
        faultOf={(line) => unitFault(error, sentItems, line)}
      />
      <TrackingFields faults={faults} />
      <p className="mt-4 text-ink-2">
        {canSend &&
          [
            t('Takes {units, plural, one {# unit} other {# units}} out of stock.', { units: unitsOf(items) }),
            isLast ? t('The order is then completed.') : t('The rest can be sent later.'),
          ].join(' ')}
      </p>
      {isRest && <Notice error={error} advice={t('You now see the current order.')} className="mt-4" />}
      <Actions>
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button
          type="submit"
          look="primary"
          busy={busy}
          refusal={canSend ? undefined : isWrong ? t('Correct what is marked first.') : t('Choose at least one unit.')}
        >
          {canSend ? t('Fulfil {units, plural, one {# unit} other {# units}}', { units: unitsOf(items) }) : t('Fulfil')}
        </Button>
      </Actions>
    </form>
  )
}
