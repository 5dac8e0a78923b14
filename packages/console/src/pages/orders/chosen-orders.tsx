import { ApiError, read } from '@commerce-platform/client'
import { ChevronDown, Download, Printer, Truck } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { trackingAddress, useCarriers } from '#console/data/carriers.ts'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { api, files } from '#console/data/session.ts'
import { exportChosen } from '#console/lib/export-chosen.ts'
import { listed, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import type { Selection } from '#console/lib/use-selection.ts'
import { BulkDialog } from '#console/ui/bulk-dialog.tsx'
import { Button } from '#console/ui/button.tsx'
import { ExportDialog } from '#console/ui/export-dialog.tsx'
import { Field } from '#console/ui/field.tsx'
import { Menu } from '#console/ui/menu.tsx'
import { moneyLeft, rounded, unitsLeft, unsendable } from './order-units.ts'
import type { Paper } from './print-orders.tsx'
import { CarrierInput } from './tracking-fields.tsx'
import { TrackingNumbers } from './tracking-numbers.tsx'

const PrintOrders = lazy(() => import('./print-orders.tsx').then((module) => ({ default: module.PrintOrders })))

type Step = 'processing' | 'completed' | 'cancelled'

/** What can be done with the orders that are chosen. */
export function ChosenOrders({ selection }: { selection: Selection<Order> }) {
  const [shown, setShown] = useState<Step | 'fulfil' | 'export'>()
  const [paper, setPaper] = useState<Paper>()
  const refusal = useRefusal('orders.write')
  const fulfilRefusal = useRefusal('orders.fulfil')
  const refundRefusal = useRefusal('orders.refund')
  const exportRefusal = useRefusal('exports.read')
  const orders = selection.items
  const isAllowed: Record<Step, boolean> = {
    processing: true,
    completed: fulfilRefusal === undefined,
    cancelled: refundRefusal === undefined || orders.every(({ amount_paid }) => amount_paid === 0),
  }
  const close = () => setShown(undefined)
  const dialog = { orders, onClose: close, onDone: selection.keep }
  return (
    <>
      <Menu
        trigger={
          <Button>
            <Printer aria-hidden />
            {t('Print')}
            <ChevronDown aria-hidden />
          </Button>
        }
        items={[
          { label: t('Packing slips'), onSelect: () => setPaper('slips') },
          { label: t('Pick list'), onSelect: () => setPaper('picks') },
        ]}
      />
      <Button refusal={exportRefusal} onClick={() => setShown('export')}>
        <Download aria-hidden />
        {t('Export')}
      </Button>
      {refusal === undefined ? (
        <Menu
          trigger={
            <Button>
              {t('Status')}
              <ChevronDown aria-hidden />
            </Button>
          }
          items={(['processing', 'completed', 'cancelled'] as const)
            .filter((step) => isAllowed[step])
            .map((step) => ({
              label: `${texts[step].action}…`,
              onSelect: () => setShown(step),
            }))}
        />
      ) : (
        <Button refusal={refusal}>{t('Status')}</Button>
      )}
      <Button look="primary" refusal={fulfilRefusal} onClick={() => setShown('fulfil')}>
        <Truck aria-hidden />
        {t('Fulfil')}
      </Button>
      {shown === 'fulfil' && <FulfilChosen {...dialog} />}
      {shown !== undefined && shown !== 'fulfil' && shown !== 'export' && <MoveChosen {...dialog} step={shown} />}
      <ExportDialog
        open={shown === 'export'}
        onClose={close}
        name="orders"
        description={t(
          'The {orders, plural, one {# order} other {# orders}} that you have chosen, oldest first, ' +
            'with a row for each item.',
          { orders: orders.length },
        )}
        download={(format, signal) =>
          exportChosen(
            orders.map(({ id }) => id),
            format,
            signal,
            async (ids) => {
              const params = { query: { ids, format } }
              return (await files.GET('/admin/orders/export', { params, parseAs: 'stream', signal })).data
            },
          )
        }
      />
      <Suspense>
        {paper && <PrintOrders orders={orders} paper={paper} onPrinted={() => setPaper(undefined)} />}
      </Suspense>
    </>
  )
}

interface ChosenProps {
  orders: readonly Order[]
  onClose: () => void
  onDone: (left: ReadonlySet<string>) => void
}

const shared = {
  noun: 'order' as const,
  nameOf: (order: Order) => order.order_number,
  keyOf: (order: Order) => order.id,
  shownBy: [['orders'], ['order'], ['dashboard'], ['inventory'], ['products']],
}

const sumOf = (orders: readonly Order[], of: (order: Order) => number) => orders.reduce((sum, one) => sum + of(one), 0)

function FulfilChosen({ orders, ...rest }: ChosenProps) {
  const carriers = useCarriers()
  const fit = orders.filter((order) => unsendable(order) === undefined)
  const refused = orders.flatMap((item) => {
    const why = unsendable(item)
    return why === undefined ? [] : [{ item, why }]
  })
  const units = sumOf(fit, unitsLeft)
  return (
    <BulkDialog
      {...shared}
      {...rest}
      wide
      title={t('Fulfil {fit, plural, one {# order} other {# orders}}', { fit: fit.length })}
      description={t(
        'Takes {units, plural, one {# unit} other {# units}} out of stock: all that is left of each ' +
          'order, which is then completed.',
        { units },
      )}
      action={t('Fulfil {fit, plural, one {# order} other {# orders}}', { fit: fit.length })}
      done={(count) => t('{count, plural, one {# order} other {# orders}} fulfilled', { count })}
      items={fit}
      refused={refused}
      stepOf={(form) => (order, headers) => {
        const text = (name: string) => String(form.get(name) ?? '').trim() || null
        const [carrier, tracking_number] = [text('carrier'), text(`number:${order.id}`)]
        const made = trackingAddress(carriers, carrier ?? '', tracking_number ?? '')
        const body = { carrier, tracking_number, ...(made === undefined && { tracking_url: null }) }
        return read(api.POST('/admin/orders/{id}/fulfillments', { params: { path: { id: order.id } }, body, headers }))
      }}
    >
      {fit.length > 0 && (
        <>
          <Field label={t('Carrier')} hint={t('Of all these parcels. Optional.')} className="sm:w-64">
            <CarrierInput />
          </Field>
          <TrackingNumbers orders={fit} />
        </>
      )}
    </BulkDialog>
  )
}

const texts: Record<Step, { action: (count: number) => string; done: (count: number) => string; why: string }> = {
  processing: {
    action: (count) => t('Start processing {count, plural, one {# order} other {# orders}}', { count }),
    done: (count) => t('{count, plural, one {# order} other {# orders}} being processed', { count }),
    why: t('is not paid, or further already.'),
  },
  completed: {
    action: (count) => t('Complete {count, plural, one {# order} other {# orders}}', { count }),
    done: (count) => t('{count, plural, one {# order} other {# orders}} completed', { count }),
    why: t('is not paid, or completed or cancelled already.'),
  },
  cancelled: {
    action: (count) => t('Cancel {count, plural, one {# order} other {# orders}}', { count }),
    done: (count) => t('{count, plural, one {# order} other {# orders}} cancelled', { count }),
    why: t('was sent in part, or is completed or cancelled already.'),
  },
}

function MoveChosen({ step, orders, ...rest }: ChosenProps & { step: Step }) {
  const fit = orders.filter((order) => order.allowed_transitions.includes(step))
  const refused = orders.filter((order) => !fit.includes(order)).map((item) => ({ item, why: texts[step].why }))
  const { action, done } = texts[step]
  const title = action(fit.length)
  return (
    <BulkDialog
      {...shared}
      {...rest}
      title={title}
      description={consequence(step, fit)}
      action={title}
      done={done}
      danger={step === 'cancelled'}
      items={fit}
      refused={refused}
      stepOf={() => (order) => move(order.id, step)}
    />
  )
}

/** An answer that was lost may have been a success: then there is nothing left to do. */
async function move(id: string, status: Step): Promise<void> {
  const params = { path: { id } }
  try {
    await read(api.PATCH('/admin/orders/{id}', { params, body: { status } }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INVALID_TRANSITION') throw error
    const now = await read(api.GET('/admin/orders/{id}', { params }))
    if (now.status !== status) throw error
  }
}

/** What cannot be undone, in figures. */
function consequence(step: Step, orders: readonly Order[]): string {
  const units = sumOf(orders, unitsLeft)
  if (step === 'processing') return t('Customers can no longer cancel them.')
  if (step === 'completed')
    return t('Takes {units, plural, one {# unit} other {# units}} out of stock. They cannot be reopened.', { units })
  const back = [...Map.groupBy(orders, ({ currency }) => currency)]
    .map(([currency, its]) => ({ currency, amount: rounded(sumOf(its, moneyLeft)) }))
    .filter(({ amount }) => amount > 0)
    .map(({ currency, amount }) => money(amount, currency))
  const makes =
    back.length > 0
      ? t('Refunds {amount} and makes {units, plural, one {# unit} other {# units}} available again.', {
          amount: listed(back),
          units,
        })
      : t('Makes {units, plural, one {# unit} other {# units}} available again.', { units })
  return `${makes} ${t('It cannot be undone.')}`
}
