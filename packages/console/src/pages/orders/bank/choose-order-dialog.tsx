import { read } from '@commerce-platform/client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { Finder, useTyped } from '#console/ui/finder.tsx'
import { Notice } from '#console/ui/states.tsx'
import { type Credit, type Statement, useConfirming } from './statement-data.ts'

interface ChooseOrderDialogProps {
  statementId: string
  credit: Credit
  onDone: (statement: Statement) => void
  onClose: () => void
}

const foundOptions = (q: string) =>
  queryOptions({
    queryKey: ['orders', 'to pay', q],
    queryFn: ({ signal }) => read(api.GET('/admin/orders', { params: { query: { q, limit: 6 } }, signal })),
  })

/** Records a credit as a payment of an order that somebody looks for. */
export function ChooseOrderDialog({ statementId, credit, onDone, onClose }: ChooseOrderDialogProps) {
  const [typed, settled, type] = useTyped()
  const [order, setOrder] = useState<Order>()
  const client = useQueryClient()
  const { data, isPlaceholderData, isPending } = useQuery({
    ...foundOptions(settled),
    enabled: settled !== '',
    placeholderData: (before) => before,
  })
  const confirm = useConfirming(statementId, onDone)
  const isStale = settled !== typed.trim() || isPlaceholderData || isPending
  return (
    <Dialog
      open
      onClose={() => confirm.isPending || onClose()}
      title={t('Record {amount}', { amount: money(credit.amount, credit.currency) })}
      description={[credit.name, credit.text].filter(Boolean).join(': ')}
    >
      <form
        aria-label={t('Choose an order')}
        className="mt-4 grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (order !== undefined && !confirm.isPending) confirm.mutate([{ id: credit.id, order_id: order.id }])
        }}
      >
        <Finder
          label={t('Find an order')}
          placeholder={t('Number, customer, e-mail')}
          typed={typed}
          onType={(text) => {
            setOrder(undefined)
            type(text)
          }}
          found={order === undefined ? data?.items : undefined}
          isStale={isStale}
          none={t('No order is found.')}
          autoFocus
          keyOf={({ id }) => id}
          rowOf={(one) => (
            <>
              <span className="min-w-0 truncate">
                {one.order_number} <span className="text-ink-3">{one.customer?.name ?? one.customer?.email}</span>
              </span>
              <span className="ml-auto shrink-0 text-xs text-ink-3">{dueOf(one)}</span>
            </>
          )}
          first={async (text) => (await client.fetchQuery(foundOptions(text))).items[0]}
          onChoose={(one) => {
            setOrder(one)
            type(one.order_number)
          }}
        />
        {order && <p>{t('Order {order_number}: {due}', { order_number: order.order_number, due: dueOf(order) })}</p>}
        {confirm.error != null && <Notice error={confirm.error} />}
        <Actions>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            look="primary"
            busy={confirm.isPending}
            refusal={order === undefined ? t('Choose an order first.') : undefined}
          >
            {t('Record payment')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  )
}

function dueOf({ amount_due: due, currency, status }: Order): string {
  if (status === 'cancelled') return t('Cancelled')
  return due > 0 ? t('{amount} due', { amount: money(due, currency) }) : t('Paid')
}
