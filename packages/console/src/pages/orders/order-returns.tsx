import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { linkClass } from '#console/ui/link.ts'
import { Section } from '#console/ui/page.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { Comments } from '../comments/comments.tsx'
import { returnsOfOrder, returnTones, unitsOf } from './returns-of-order.ts'

/** Withdrawals and returns of an order, and what the team says about it: one file that comes behind the page. */
export function ReturnsAndComments({ orderId }: { orderId: string }) {
  return (
    <>
      <OrderReturns orderId={orderId} />
      <Comments on="orders" id={orderId} />
    </>
  )
}

/** Nothing where there are none. */
function OrderReturns({ orderId }: { orderId: string }) {
  const { data: returns = [] } = useQuery(returnsOfOrder(orderId))
  if (returns.length === 0) return null
  return (
    <Section title="Returns">
      <ul>
        {returns.map((row) => (
          <li key={row.id} className="grid grid-cols-[7rem_1fr_auto] items-center gap-x-4 border-t border-line py-2">
            <Status tone={returnTones[row.status]}>{row.status}</Status>
            <Link to="/returns" search={{ open: row.id }} className={`${linkClass} min-w-0 wrap-anywhere`}>
              {row.kind === 'withdrawal' ? 'Withdrawal: ' : ''}
              {unitsOf(row)}
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
