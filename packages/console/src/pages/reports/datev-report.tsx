import { read, type Schemas } from '@commerce-platform/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { cx } from '#console/lib/class-names.ts'
import { count, countryName, dayText, money, words } from '#console/lib/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failure, Skeleton } from '#console/ui/states.tsx'

const Accounts = lazy(() => import('./datev-accounts.tsx').then((module) => ({ default: module.DatevAccounts })))

type Booking = Schemas['DatevBooking']

const columns: readonly [name: string, numeric: boolean, text: (row: Booking, currency: string) => string][] = [
  ['Date', false, ({ date }) => dayText(`${date}T12:00:00Z`, { day: 'numeric', month: 'short', year: 'numeric' })],
  ['Kind', false, ({ kind }) => words(kind)],
  ['Document', false, ({ document }) => document],
  ['Account', false, ({ account }) => account],
  ['Contra account', false, ({ contra_account: account }) => account],
  ['Country', false, ({ country }) => (country === null ? '—' : countryName(country))],
  ['Rate', true, ({ rate }) => (rate === null ? '—' : `${rate} %`)],
  ['Debit', true, (row, currency) => (row.side === 'debit' ? money(row.amount, currency) : '')],
  ['Credit', true, (row, currency) => (row.side === 'credit' ? money(row.amount, currency) : '')],
]

/** Bookings for the tax advisor, and the accounts that they are made with. */
export function DatevReport({ from, to }: { from: string; to: string }) {
  const [isOpen, setOpen] = useState(false)
  const may = useMay('settings.write')
  const query = useQuery({
    queryKey: ['reports', 'datev', { from, to }],
    queryFn: ({ signal }) => read(api.GET('/admin/reports/datev', { params: { query: { from, to } }, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const { data, error } = query
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 lg:px-8">
        <p className="text-ink-2">
          {data === undefined
            ? 'Bookings in the DATEV format'
            : `${count(data.total_rows)} bookings · sales ${money(data.totals.sales, data.currency)} · ` +
              `refunds ${money(data.totals.refunds, data.currency)}`}
        </p>
        {may && <Button onClick={() => setOpen(true)}>Accounts</Button>}
      </div>
      {error ? (
        <Failure error={error} retry={() => query.refetch()} />
      ) : data === undefined ? (
        <div className="px-4 py-6 lg:px-8">
          <Skeleton className="h-40" />
        </div>
      ) : data.rows.length === 0 ? (
        <Empty title="No bookings on these days">Choose other days.</Empty>
      ) : (
        <Bookings rows={data.rows} currency={data.currency} all={data.total_rows} />
      )}
      {isOpen && (
        <Suspense>
          <Accounts onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function Bookings({ rows, currency, all }: { rows: Booking[]; currency: string; all: number }) {
  const cell = (numeric: boolean) =>
    cx('h-9 px-3 whitespace-nowrap first:pl-4 last:pr-4 lg:first:pl-8 lg:last:pr-8', numeric ? 'num' : 'text-left')
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keys */}
      <section className="overflow-x-auto" aria-label="Table of the bookings" tabIndex={0}>
        <table className="w-full border-separate border-spacing-0" aria-label="DATEV">
          <thead>
            <tr>
              {columns.map(([name, numeric]) => (
                <th
                  key={name}
                  scope="col"
                  className={cx(cell(numeric), 'border-b border-line text-xs font-medium text-ink-3')}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // Rows have no id, and change only together.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <tr key={index} className="hover:bg-paper-2">
                {columns.map(([name, numeric, text]) => (
                  <td key={name} className={cx(cell(numeric), 'border-b border-line')}>
                    {text(row, currency)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {all > rows.length && (
        <p className="px-4 py-4 text-ink-2 lg:px-8">
          {`The first ${count(rows.length)} bookings of ${count(all)}. The file has all of them.`}
        </p>
      )}
    </>
  )
}
