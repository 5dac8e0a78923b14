import { Link } from '@tanstack/react-router'
import { cx } from '#console/lib/class-names.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import type { Column } from '#console/ui/list-table.tsx'
import { Time } from '#console/ui/time.tsx'
import type { Movement } from './stock-data.ts'

const types: Record<string, string> = {
  opening: t('Opening stock'),
  adjustment: t('Adjusted'),
  import: t('Imported'),
  order_placed: t('Order placed'),
  order_cancelled: t('Order cancelled'),
  order_completed: t('Order completed'),
  order_fulfilled: t('Units sent'),
  refund_cancelled: t('Refund before sending'),
  refund_returned: t('Units returned'),
}

/** Why, who, when, by how much, and what it came to. */
export function movementColumns(staff: ReadonlyMap<string | null, string> | undefined): Column<Movement>[] {
  return [
    { name: t('Why'), cell: (movement) => <Why movement={movement} />, className: 'sm:w-full sm:max-w-0' },
    {
      name: t('Who'),
      cell: (movement) => <Who movement={movement} staff={staff} />,
      from: 'md',
      className: 'max-w-40',
    },
    { name: t('When'), cell: (movement) => <Time at={movement.created_at} />, from: 'sm', className: 'text-ink-2' },
    {
      name: t('On hand'),
      cell: (one) => <Change by={one.on_hand_change} to={one.on_hand_after} />,
      numeric: true,
      from: 'sm',
    },
    {
      name: t('Reserved'),
      cell: (one) => <Change by={one.reserved_change} to={one.reserved_after} />,
      numeric: true,
      from: 'sm',
    },
    { name: t('Available'), cell: (one) => count(one.on_hand_after - one.reserved_after), numeric: true },
  ]
}

function Why({ movement: { type, reason, order_id, counted_at } }: { movement: Movement }) {
  const text = type === 'adjustment' && counted_at !== null ? t('Counted') : (types[type] ?? type)
  return (
    <span className="block truncate">
      {order_id === null ? (
        text
      ) : (
        <Link to="/orders/$orderId" params={{ orderId: order_id }} className="hover:underline">
          {text}
        </Link>
      )}
      {reason && <span className="text-ink-3"> · {reason}</span>}
    </span>
  )
}

/** A member of staff by name. Orders are placed by customers; customers and staff cancel them. */
function Who({ movement, staff }: { movement: Movement; staff: ReadonlyMap<string | null, string> | undefined }) {
  const { actor_id, type } = movement
  const name = staff?.get(actor_id)
  if (actor_id !== null && name !== undefined) return <span className="block truncate text-ink-2">{name}</span>
  if (actor_id !== null && type === 'order_placed') {
    return (
      <Link to="/customers/$customerId" params={{ customerId: actor_id }} className="text-ink-2 hover:underline">
        {t('Customer')}
      </Link>
    )
  }
  const other = type === 'order_cancelled' ? t('Not staff') : t('Former staff')
  return <span className="block truncate text-ink-3">{actor_id === null ? t('Service') : other}</span>
}

/** What it came to, and by how much that changed. */
function Change({ by, to }: { by: number; to: number }) {
  return (
    <span className={cx('whitespace-nowrap', by === 0 && 'text-ink-3')}>
      {by !== 0 && <span className="text-ink-3">{signed(by)}</span>}
      <span className="inline-block min-w-10">{count(to)}</span>
    </span>
  )
}

/** What the hidden columns would say. */
export function MovementPhoneLine({ movement }: { movement: Movement }) {
  const { created_at, on_hand_change, on_hand_after, reserved_change, reserved_after } = movement
  const describe = (name: string, by: number, to: number) =>
    by === 0 ? `${count(to)} ${name}` : `${count(to)} ${name} (${signed(by)})`
  return (
    <>
      <Time at={created_at} /> · {describe(t('on hand'), on_hand_change, on_hand_after)},{' '}
      {describe('reserved', reserved_change, reserved_after)}
    </>
  )
}

function signed(units: number): string {
  return units < 0 ? `−${count(-units)}` : `+${count(units)}`
}
