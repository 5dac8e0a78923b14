import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Order } from '#console/data/queries.ts'
import { files } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { count, lowerWords, money, words } from '#console/lib/format.ts'
import { rich } from '#console/lib/rich.ts'
import { saveFile } from '#console/lib/save-file.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Failure, Notice, Skeleton } from '#console/ui/states.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { orderOptions } from '../orders/order-data.ts'
import { type Return, returnTones } from '../orders/returns-of-order.ts'
import { returnOptions } from './return-data.ts'
import { ReturnForm, useReturnChange } from './return-form.tsx'

const Comments = lazy(() => import('../comments/comments.tsx').then((module) => ({ default: module.Comments })))

/** One return: what was asked, and what can be done next. */
export function ReturnDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: row, error, refetch } = useQuery(returnOptions(id))
  const change = useReturnChange(id, row)
  const exchangeId = row?.exchange_order_id ?? null
  const { data: order } = useQuery({ ...orderOptions(row?.order_id ?? ''), enabled: row !== undefined })
  const { data: exchange } = useQuery({ ...orderOptions(exchangeId ?? ''), enabled: exchangeId !== null })
  const title =
    row === undefined
      ? t('Return')
      : row.kind === 'withdrawal'
        ? t('Withdrawal of {order}', { order: row.order_number })
        : t('Return of {order}', { order: row.order_number })
  return (
    <Dialog open wide onClose={onClose} title={title}>
      {row === undefined ? (
        error === null ? (
          <Skeleton className="h-32" />
        ) : (
          <Failure error={error} retry={refetch} />
        )
      ) : (
        <>
          <About row={row} customer={order?.customer} exchange={exchange} />
          <Suspense>
            <div className="mt-4">
              <Comments on="returns" id={id} />
            </div>
          </Suspense>
          {row.allowed_transitions.length > 0 ? (
            <ReturnForm row={row} exchange={exchange} change={change} onClose={onClose} />
          ) : (
            <>
              {change.error != null && <Notice error={change.error} className="mt-4" />}
              <Actions>
                <Button onClick={onClose}>{t('Close')}</Button>
              </Actions>
            </>
          )}
        </>
      )}
    </Dialog>
  )
}

interface AboutProps {
  row: Return
  customer: Order['customer'] | undefined
  exchange: Order | undefined
}

function About({ row, customer, exchange }: AboutProps) {
  const { status, refunds, currency, refund_due_at: due, ended_at, deduction } = row
  return (
    <div className="mt-2 grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Status tone={returnTones[status]}>{status}</Status>
        <Link to="/orders/$orderId" params={{ orderId: row.order_id }} className={linkClass}>
          {t('Order {order_number}', { order_number: row.order_number })}
        </Link>
        {customer && (
          <Link
            to="/customers/$customerId"
            params={{ customerId: row.user_id }}
            className={`${linkClass} wrap-anywhere`}
          >
            {customer.name ?? row.email ?? customer.email ?? t('Erased account')}
          </Link>
        )}
        {due !== null && ended_at === null && (
          <span className="text-ink-2">
            {t('Refund due')} <Time at={due} />
          </span>
        )}
        {row.refund_to === 'store_credit' && <span className="text-ink-2">{t('Wants store credit')}</span>}
        {row.label !== null && <LabelFile row={row} />}
        {row.label_url !== null && (
          <a href={row.label_url} target="_blank" rel="noreferrer" className={linkClass}>
            {t('Label')}
          </a>
        )}
      </div>
      <ul>
        {row.items.map((item) => (
          <li key={item.line} className="border-t border-line py-2 wrap-anywhere">
            <span className="font-medium">{item.name}</span> <span className="text-ink-3">{item.sku}</span>
            <span className="block text-ink-2">
              {[
                item.quantity > 0 &&
                  item.condition === null &&
                  t('{quantity, plural, one {# unit} other {# units}} to come back', { quantity: item.quantity }),
                item.quantity_cancelled > 0 &&
                  t('{quantity_cancelled} not sent, cancelled', { quantity_cancelled: item.quantity_cancelled }),
                item.reason !== null && words(item.reason),
                item.condition !== null && cameText(item),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {item.note !== null && item.note !== '' && <q className="block text-ink-2">{item.note}</q>}
          </li>
        ))}
      </ul>
      {exchange && <Exchange order={exchange} />}
      {deduction !== null && (
        <p className="text-ink-2">
          {t('Deduction of {amount}: {reason}', {
            amount: money(deduction.amount, currency),
            reason: deduction.reason,
          })}
        </p>
      )}
      {refunds.map(({ id, amount, status: state, store_credit: isCredit }) => (
        <p key={id} className="text-ink-2">
          {t('Refund of {amount}: {state}', {
            amount: money(amount, currency),
            state: isCredit ? (exchange ? t('store credit, for the exchange') : t('store credit')) : lowerWords(state),
          })}
        </p>
      ))}
    </div>
  )
}

/** The label as staff uploaded it. */
function LabelFile({ row: { id, label, order_number } }: { row: Return }) {
  const download = useChange(
    [],
    async () => (await files.GET('/admin/returns/{id}/label', { params: { path: { id } }, parseAs: 'blob' })).data,
    (file) => {
      const ending = label?.content_type === 'image/png' ? 'png' : 'pdf'
      if (file instanceof Blob) saveFile(`return-label-${order_number}.${ending}`, file)
    },
  )
  return (
    <Button look="quiet" busy={download.isPending} onClick={() => download.mutate()}>
      {t('Download label')}
    </Button>
  )
}

/** What the customer gets instead, and what is still to be paid of it. */
function Exchange({ order }: { order: Order }) {
  const { id, order_number, status, items, amount_due, currency } = order
  const state =
    status === 'pending' ? t('{amount} due', { amount: money(amount_due, currency) }) : lowerWords(order.payment_status)
  return (
    <p className="text-ink-2">
      {rich('Exchanged for {items}: <link>order {order}</link>, {state}', {
        items: items.map(({ quantity, name }) => `${quantity} × ${name}`).join(', '),
        order: order_number,
        state: status === 'cancelled' ? lowerWords(status) : state,
        link: (inside) => (
          <Link to="/orders/$orderId" params={{ orderId: id }} className={linkClass}>
            {inside}
          </Link>
        ),
      })}
    </p>
  )
}

const conditions = { resell: t('as new'), damaged: 'damaged', missing: 'missing' } as const

/** `1 of 2 came, damaged`. */
function cameText({ quantity, quantity_received, condition }: Return['items'][number]): string {
  if (condition === null || condition === 'missing') return t('None of {quantity} came', { quantity: count(quantity) })
  return [
    t('{received} of {quantity} came', { received: quantity_received ?? 0, quantity }),
    conditions[condition],
  ].join(', ')
}
