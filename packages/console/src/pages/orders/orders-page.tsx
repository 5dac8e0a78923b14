import { read } from '@commerce-platform/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Landmark } from 'lucide-react'
import { lazy, Suspense, useCallback } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { listOptions, type Order } from '#console/data/queries.ts'
import { api, files, may } from '#console/data/session.ts'
import { type ListTotal, words } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { useSelection } from '#console/lib/use-selection.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { ChosenBar } from '#console/ui/chosen-bar.tsx'
import { ExportButton } from '#console/ui/export-button.tsx'
import type { FileFormat } from '#console/ui/export-dialog.tsx'
import { FilterBar } from '#console/ui/filter-bar.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { ListTable, type Sorting } from '#console/ui/list-table.tsx'
import { NewLink } from '#console/ui/new-link.tsx'
import { Page } from '#console/ui/page.tsx'
import { SavedViews } from '#console/ui/saved-views.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import { Empty } from '#console/ui/states.tsx'
import { OrderPhoneLine, orderColumns } from './order-columns.tsx'
import { filtersOf, furtherFilters, isFiltered, type OrdersSearch, orderStatuses } from './search.ts'

/** Loaded beside the orders, in a line that is kept for them. */
const FurtherFilters = lazy(() => import('./order-filters.tsx').then((module) => ({ default: module.FurtherFilters })))

/** Drafts have no other filters. */
const queryOf = (search: OrdersSearch): OrdersSearch => (search.status === 'draft' ? { status: 'draft' } : search)

export const ordersOptions = (search: OrdersSearch) =>
  listOptions(['orders', search], (page, signal) =>
    read(api.GET('/admin/orders', { params: { query: { ...queryOf(search), ...page } }, signal })),
  )

function exportedOf(filtered: boolean, total: ListTotal | undefined): string {
  const count = total
  if (count === undefined)
    return filtered
      ? t('The orders found, oldest first, with a row for each of their items.')
      : t('All orders, oldest first, with a row for each of their items.')
  return filtered
    ? t(
        'The {count, plural, one {# order} other {# orders}} found, oldest first, with a row for each of their items.',
        { count },
      )
    : t('All {count, plural, one {# order} other {# orders}}, oldest first, with a row for each of their items.', {
        count,
      })
}

async function downloadOrders(search: OrdersSearch, format: FileFormat, signal: AbortSignal) {
  const params = { query: { ...filtersOf(search), format } }
  const { data } = await files.GET('/admin/orders/export', { params, parseAs: 'stream', signal })
  return data
}

const ChosenOrders = lazy(() => import('./chosen-orders.tsx').then((module) => ({ default: module.ChosenOrders })))

const idOf = ({ id }: Order) => id

const tabs = [
  { value: undefined, text: t('All') },
  ...orderStatuses.map((value) => ({ value, text: words(value) })),
  { value: 'draft' as const, text: t('Drafts') },
]

export function OrdersPage() {
  const search = useSearch({ from: '/shell/orders' })
  const navigate = useNavigate({ from: '/orders' })
  const query = useInfiniteQuery(ordersOptions(search))
  const total = query.data?.pages.at(-1)?.pagination
  const selection = useSelection({ query, keyOf: idOf, list: search })
  const change = useCallback(
    (next: Partial<OrdersSearch>) => navigate({ search: (now) => ({ ...now, ...next }), replace: true }),
    [navigate],
  )
  const changeText = useCallback((q: string) => change({ q: q || undefined }), [change])
  const sorting: Sorting = {
    by: search.sort ?? 'created_at',
    order: search.order ?? 'desc',
    onChange: (by, order) =>
      change({ sort: by === 'total' ? by : undefined, order: order === 'asc' ? order : undefined }),
  }
  return (
    <Page
      title={t('Orders')}
      aside={
        total && <span className="text-ink-3">{t('{total, plural, one {# order} other {# orders}}', { total })}</span>
      }
      actions={
        <>
          <SavedViews />
          {search.status !== 'draft' && (
            <ExportButton
              name="orders"
              description={exportedOf(isFiltered(search), total)}
              download={(format, signal) => downloadOrders(search, format, signal)}
            />
          )}
          {may('orders.write') && (
            <Link to="/orders/bank-statement" className={buttonClass()}>
              <Landmark aria-hidden />
              {t('Bank statement')}
            </Link>
          )}
          <NewLink to="/orders/new" refusal={useRefusal('orders.write')}>
            {t('New order')}
          </NewLink>
        </>
      }
    >
      <FilterBar
        tabs={
          <FilterTabs
            label={t('Status')}
            value={search.status}
            options={tabs}
            onChange={(status) => change({ status })}
          />
        }
        search={<SearchField label={t('Number, customer, e-mail')} value={search.q ?? ''} onChange={changeText} />}
        active={furtherFilters.filter((name) => search[name] !== undefined).length}
        onClear={() => change(Object.fromEntries(furtherFilters.map((name) => [name, undefined])))}
      >
        <Suspense>
          <FurtherFilters search={search} error={query.error} change={change} />
        </Suspense>
      </FilterBar>
      <ListTable
        label={t('Orders')}
        query={query}
        columns={orderColumns}
        sorting={sorting}
        rowKey={idOf}
        rowLink={({ id: orderId, status }) => ({
          to: status === 'draft' ? '/orders/drafts/$orderId' : '/orders/$orderId',
          params: { orderId },
        })}
        phoneLine={(order) => <OrderPhoneLine order={order} />}
        {...(search.status !== 'draft' && { selection })}
        empty={
          isFiltered(search) ? (
            <Empty title={t('No order matches')}>{t('Another filter or number may find it.')}</Empty>
          ) : (
            <Empty title={t('No orders yet')}>{t('They appear here as soon as a customer checks out.')}</Empty>
          )
        }
      />
      <ChosenBar selection={selection} noun="order" total={total}>
        <Suspense>
          <ChosenOrders selection={selection} />
        </Suspense>
      </ChosenBar>
    </Page>
  )
}
