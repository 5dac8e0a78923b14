import { read, type Schemas } from '@commerce-platform/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { count, countryName, dayText, money, words } from '#console/lib/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failure, Skeleton } from '#console/ui/states.tsx'
import { type FigureColumn, FigureTable } from './figure-table.tsx'

const Accounts = lazy(() => import('./datev-accounts.tsx').then((module) => ({ default: module.DatevAccounts })))

type Booking = Schemas['DatevBooking']

const columns: readonly FigureColumn<Booking>[] = [
  {
    name: 'Date',
    numeric: false,
    text: ({ date }) => dayText(`${date}T12:00:00Z`, { day: 'numeric', month: 'short', year: 'numeric' }),
  },
  { name: 'Kind', numeric: false, text: ({ kind }) => words(kind) },
  { name: 'Document', numeric: false, text: ({ document }) => document },
  { name: 'Account', numeric: false, text: ({ account }) => account },
  { name: 'Contra account', numeric: false, text: ({ contra_account: account }) => account },
  { name: 'Country', numeric: false, text: ({ country }) => (country === null ? '—' : countryName(country)) },
  { name: 'Rate', numeric: true, text: ({ rate }) => (rate === null ? '—' : `${rate} %`) },
  {
    name: 'Debit',
    numeric: true,
    text: (row, currency) => (row.side === 'debit' ? money(row.amount, currency) : ''),
  },
  {
    name: 'Credit',
    numeric: true,
    text: (row, currency) => (row.side === 'credit' ? money(row.amount, currency) : ''),
  },
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
          {data && data.other_currencies > 0 && (
            <> · {count(data.other_currencies)} in other currencies left out: book them by hand</>
          )}
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
        <FigureTable
          name="DATEV"
          label="Table of the bookings"
          columns={columns}
          rows={data.rows}
          currency={data.currency}
          more={
            data.total_rows > data.rows.length &&
            `The first ${count(data.rows.length)} bookings of ${count(data.total_rows)}. The file has all of them.`
          }
        />
      )}
      {isOpen && (
        <Suspense>
          <Accounts onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
