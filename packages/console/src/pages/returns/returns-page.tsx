import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Checkbox } from '#console/ui/checkbox.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Page } from '#console/ui/page.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Status } from '#console/ui/status.tsx'
import { Time } from '#console/ui/time.tsx'
import { type Return, returnTones, unitsOf } from '../orders/returns-of-order.ts'
import { returnsOptions } from './return-data.ts'
import { type ReturnsSearch, returnStatuses } from './search.ts'

const ReturnDialog = lazy(() => import('./return-dialog.tsx').then((module) => ({ default: module.ReturnDialog })))

const kindOf = ({ kind }: Return) => (kind === 'withdrawal' ? t('Withdrawal') : t('Return'))

const personOf = ({ customer_name, email }: Return) => customer_name ?? email ?? '—'

const columns: Column<Return>[] = [
  { name: t('Order'), cell: ({ order_number }) => order_number, className: 'min-w-36' },
  {
    name: t('Customer'),
    cell: personOf,
    from: 'xl',
    className: 'min-w-44 max-w-56 truncate text-ink-2',
  },
  {
    name: t('Products'),
    cell: (row) => <span className="block truncate">{unitsOf(row)}</span>,
    from: 'sm',
    className: 'sm:w-full sm:max-w-0',
  },
  { name: t('Kind'), cell: kindOf, from: 'md', className: 'min-w-28 text-ink-2' },
  {
    name: t('Status'),
    cell: ({ status }) => <Status tone={returnTones[status]}>{status}</Status>,
    className: 'min-w-28',
  },
  {
    name: t('Refund by'),
    cell: ({ refund_due_at: at, ended_at }) => (at === null || ended_at !== null ? '' : <Time at={at} />),
    from: 'lg',
    className: 'min-w-28 text-ink-2',
  },
  {
    name: t('Asked'),
    cell: ({ created_at }) => <Time at={created_at} />,
    from: 'md',
    className: 'min-w-28 text-ink-2',
  },
]

const tabs = [undefined, ...returnStatuses].map((value) => ({ value, text: value ? words(value) : t('All') }))

/** What customers send back: decided, received and refunded in a dialog. */
export function ReturnsPage() {
  const search = useSearch({ from: '/shell/returns' })
  const navigate = useNavigate({ from: '/returns' })
  const change = (next: Partial<ReturnsSearch>) => navigate({ search: (now) => ({ ...now, ...next }), replace: true })
  const query = useInfiniteQuery(returnsOptions(search))
  const total = query.data?.pages.at(-1)?.pagination
  return (
    <Page
      title={t('Returns')}
      aside={
        total && <span className="text-ink-3">{t('{total, plural, one {# return} other {# returns}}', { total })}</span>
      }
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 lg:px-8">
        <FilterTabs
          label={t('Status')}
          value={search.status}
          options={tabs}
          onChange={(status) => change({ status })}
        />
        <Checkbox checked={search.due === true} onChange={({ target }) => change({ due: target.checked || undefined })}>
          {t('Refund is due')}
        </Checkbox>
      </div>
      <ListTable
        label={t('Returns')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => ({ to: '/returns', search: { ...search, open: id }, resetScroll: false })}
        phoneLine={(row) => `${personOf(row)} · ${unitsOf(row)}`}
        empty={
          search.status === undefined && search.due === undefined ? (
            <Empty title={t('No returns yet')}>
              {t('Returns and withdrawals from customers appear here. Set your return policy in Settings.')}
            </Empty>
          ) : (
            <Empty title={t('No return matches')}>
              {search.due ? t('No refund is due.') : t('Another status may find it.')}
            </Empty>
          )
        }
      />
      {search.open !== undefined && (
        <Suspense>
          <ReturnDialog
            key={search.open}
            id={search.open}
            onClose={() =>
              navigate({ search: (now) => ({ ...now, open: undefined }), replace: true, resetScroll: false })
            }
          />
        </Suspense>
      )}
    </Page>
  )
}
