import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { money, words } from '#console/lib/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Actions, Dialog } from '#console/ui/dialog.tsx'
import { linkClass } from '#console/ui/link.ts'
import { Failure, Skeleton } from '#console/ui/states.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { type Return, returnOptions, returnTones } from './return-data.ts'
import { ReturnForm } from './return-form.tsx'

/** One return: what was asked, and what can be done next. */
export function ReturnDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: row, error, refetch } = useQuery(returnOptions(id))
  const title =
    row === undefined ? 'Return' : `${row.kind === 'withdrawal' ? 'Withdrawal' : 'Return'} of ${row.order_number}`
  return (
    <Dialog open onClose={onClose} title={title}>
      {row === undefined ? (
        error === null ? (
          <Skeleton className="h-32" />
        ) : (
          <Failure error={error} retry={refetch} />
        )
      ) : (
        <>
          <About row={row} />
          {row.allowed_transitions.length > 0 ? (
            <ReturnForm key={row.version} row={row} onClose={onClose} />
          ) : (
            <Actions>
              <Button onClick={onClose}>Close</Button>
            </Actions>
          )}
        </>
      )}
    </Dialog>
  )
}

function About({ row }: { row: Return }) {
  const { status, refunds, currency, refund_due_at: due, ended_at } = row
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-4">
        <Status tone={returnTones[status]}>{status}</Status>
        <Link to="/orders/$orderId" params={{ orderId: row.order_id }} className={linkClass}>
          Order {row.order_number}
        </Link>
        {due !== null && ended_at === null && (
          <span className="text-ink-2">
            Refund due <Time at={due} />
          </span>
        )}
      </div>
      <ul className="border-b border-line">
        {row.items.map((item) => (
          <li key={item.line} className="border-t border-line py-2 wrap-anywhere">
            <span className="font-medium">{item.name}</span> <span className="text-ink-3">{item.sku}</span>
            <span className="block text-ink-2">
              {[
                item.quantity > 0 && `${item.quantity} to come back`,
                item.quantity_cancelled > 0 && `${item.quantity_cancelled} not sent, cancelled`,
                item.reason !== null && words(item.reason),
                item.condition !== null && `${item.quantity_received} came: ${words(item.condition).toLowerCase()}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {item.note !== null && item.note !== '' && <q className="block text-ink-2">{item.note}</q>}
          </li>
        ))}
      </ul>
      {refunds.map(({ id, amount, status: state }) => (
        <p key={id} className="text-ink-2">
          Refund of {money(amount, currency)}: {state}
        </p>
      ))}
    </div>
  )
}
