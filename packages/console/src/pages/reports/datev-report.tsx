import { read, type Schemas } from '@commerce-platform/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#console/data/permissions.ts'
import { api } from '#console/data/session.ts'
import { count, countryName, dayText, money, words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Empty, Failure, Skeleton } from '#console/ui/states.tsx'
import { type FigureColumn, FigureTable } from './figure-table.tsx'

const Accounts = lazy(() => import('./datev-accounts.tsx').then((module) => ({ default: module.DatevAccounts })))

type Booking = Schemas['DatevBooking']

const columns: readonly FigureColumn<Booking>[] = [
  {
    name: t('Date'),
    numeric: false,
    text: ({ date }) => dayText(`${date}T12:00:00Z`, { day: 'numeric', month: 'short', year: 'numeric' }),
  },
  { name: t('Kind'), numeric: false, text: ({ kind }) => words(kind) },
  { name: t('Document'), numeric: false, text: ({ document }) => document },
  { name: t('Account'), numeric: false, text: ({ account }) => account },
  { name: t('Contra account'), numeric: false, text: ({ contra_account: account }) => account },
  { name: t('Country'), numeric: false, text: ({ country }) => (country === null ? '—' : countryName(country)) },
  { name: t('Rate'), numeric: true, text: ({ rate }) => (rate === null ? '—' : `${rate} %`) },
  {
    name: t('Debit'),
    numeric: true,
    text: (row, currency) => (row.side === 'debit' ? money(row.amount, currency) : ''),
  },
  {
    name: t('Credit'),
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
            ? t('Bookings in the DATEV format')
            : t('{total_rows} bookings · sales {sales} · refunds {refunds}', {
                total_rows: count(data.total_rows),
                sales: money(data.totals.sales, data.currency),
                refunds: money(data.totals.refunds, data.currency),
              })}
          {data && data.other_currencies > 0 && (
            <span>
              {t('· {other_currencies} in other currencies left out: book them by hand', {
                other_currencies: count(data.other_currencies),
              })}
            </span>
          )}
        </p>
        {may && <Button onClick={() => setOpen(true)}>{t('Accounts')}</Button>}
      </div>
      {error ? (
        <Failure error={error} retry={() => query.refetch()} />
      ) : data === undefined ? (
        <div className="px-4 py-6 lg:px-8">
          <Skeleton className="h-40" />
        </div>
      ) : data.rows.length === 0 ? (
        <Empty title={t('No bookings on these days')}>{t('Choose other days.')}</Empty>
      ) : (
        <FigureTable
          name="DATEV"
          label={t('Table of the bookings')}
          columns={columns}
          rows={data.rows}
          currency={data.currency}
          more={
            data.total_rows > data.rows.length &&
            t('The first {rows} bookings of {total_rows}. The file has all of them.', {
              rows: count(data.rows.length),
              total_rows: count(data.total_rows),
            })
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
