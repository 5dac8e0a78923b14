import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Order } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { lowerWords } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Failure, Skeleton } from '#console/ui/states.tsx'
import { toast } from '#console/ui/toasts.tsx'
import { orderOptions } from '../orders/order-data.ts'
import type { Return } from '../orders/returns-of-order.ts'
import { DecideForm } from './decide-form.tsx'
import { ExchangeForm } from './exchange-form.tsx'
import { ReceiveForm } from './receive-form.tsx'
import { RefundForm } from './refund-form.tsx'
import { returnKeys } from './return-data.ts'
import { kindly } from './return-faults.ts'
import type { ReturnBody } from './return-plan.ts'
import type { StepsProps } from './steps.ts'

/** A step of a return. What it was refused for stays to be seen, also where the return is another one by then. */
export function useReturnChange(id: string, row: Return | undefined) {
  return useChange(
    row === undefined ? [] : returnKeys(row),
    async (body: ReturnBody) => {
      try {
        return await read(api.PATCH('/admin/returns/{id}', { params: { path: { id } }, body }))
      } catch (fault) {
        throw kindly(fault)
      }
    },
    ({ status }, { exchange }) =>
      toast(exchange ? t('The exchange is reserved') : t('The return is {status}', { status: lowerWords(status) })),
  )
}

/** The next steps of a return. Nothing is shown as done before the service has answered. */
export function ReturnForm(props: StepsProps & { exchange: Order | undefined }) {
  const { row } = props
  const { data: order, error, refetch } = useQuery(orderOptions(row.order_id))
  if (order !== undefined) return <Steps key={`${row.status} ${row.exchange_order_id}`} {...props} order={order} />
  return error === null ? <Skeleton className="mt-4 h-32" /> : <Failure error={error} retry={refetch} />
}

type Part = 'next' | 'refund' | 'exchange'

function Steps(props: StepsProps & { order: Order; exchange: Order | undefined }) {
  const { row } = props
  const [part, setPart] = useState<Part>('next')
  const show = (next: Part) => {
    props.change.reset()
    setPart(next)
  }
  const canExchange = row.exchange_order_id === null && row.kind === 'return'
  const more = canExchange ? { onExchange: () => show('exchange') } : {}
  const back = { onBack: () => show('next') }
  return (
    <FocusFirst key={part}>
      {part === 'exchange' ? (
        <ExchangeForm {...props} {...back} />
      ) : row.status === 'requested' ? (
        <DecideForm {...props} {...more} />
      ) : part === 'refund' ? (
        <RefundForm {...props} {...back} />
      ) : row.status === 'approved' ? (
        <ReceiveForm {...props} {...more} onKeep={() => show('refund')} />
      ) : (
        <RefundForm {...props} {...more} />
      )}
    </FocusFirst>
  )
}

/** A step that takes the place of another has the focus, which would be lost with the button that was pressed. */
function FocusFirst({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.getAttribute('role') === 'dialog')
      part.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
  }, [])
  return <div ref={part}>{children}</div>
}
