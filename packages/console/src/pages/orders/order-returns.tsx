import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import type { Order } from '#console/data/queries.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Section } from '#console/ui/page.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { Comments } from '../comments/comments.tsx'
import { leftToReturn, returnsOfOrder, returnTones, unitsOf } from './returns-of-order.ts'

const TakeReturnDialog = lazy(() =>
  import('./take-return-dialog.tsx').then((module) => ({ default: module.TakeReturnDialog })),
)

/** Withdrawals and returns of an order, and what the team says about it: one file that comes behind the page. */
export function ReturnsAndComments({ order }: { order: Order }) {
  return (
    <>
      <OrderReturns order={order} />
      <Comments on="orders" id={order.id} />
    </>
  )
}

/** Nothing where there are none, and nothing was sent that could come back. */
function OrderReturns({ order }: { order: Order }) {
  const { data: returns = [] } = useQuery(returnsOfOrder(order.id))
  const canReturn = order.status !== 'cancelled' && order.items.some((item) => leftToReturn(item, returns) > 0)
  if (returns.length === 0 && !canReturn) return null
  return (
    <Section title={t('Returns')} actions={canReturn && <TakeReturn order={order} />}>
      {returns.length === 0 && <p className="text-ink-3">{t('None yet.')}</p>}
      <ul>
        {returns.map((row) => (
          <li key={row.id} className="grid grid-cols-[7rem_1fr_auto] items-center gap-x-4 border-t border-line py-2">
            <Status tone={returnTones[row.status]}>{row.status}</Status>
            <Link to="/returns" search={{ open: row.id }} className={`${linkClass} min-w-0 wrap-anywhere`}>
              {row.kind === 'withdrawal' ? t('Withdrawal: {units}', { units: unitsOf(row) }) : unitsOf(row)}
            </Link>
            <span className="text-ink-3">
              <Time at={row.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function TakeReturn({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const refusal = useRefusal('orders.write')
  return (
    <>
      <Button look="quiet" className="-mr-3" refusal={refusal} onClick={() => setOpen(true)}>
        {t('Take a return')}
      </Button>
      <Suspense>{isOpen && <TakeReturnDialog order={order} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
