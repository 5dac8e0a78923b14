import { read, type Schemas } from '@commerce-platform/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Upload, UsersRound } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo } from 'react'
import { useMay } from '#console/data/permissions.ts'
import { listOptions, shopOptions } from '#console/data/queries.ts'
import { api, files } from '#console/data/session.ts'
import { count, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { useSelection } from '#console/lib/use-selection.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { ChosenBar } from '#console/ui/chosen-bar.tsx'
import { ExportButton } from '#console/ui/export-button.tsx'
import type { FileFormat } from '#console/ui/export-dialog.tsx'
import { FilterBar } from '#console/ui/filter-bar.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { NewLink } from '#console/ui/new-link.tsx'
import { Page } from '#console/ui/page.tsx'
import { SavedViews } from '#console/ui/saved-views.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import { SortSelect } from '#console/ui/sort-select.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { ChosenCustomers } from './chosen-customers.tsx'
import { customerKind, customerName } from './customer-name.ts'
import { customerSorts, filtersOf, furtherFilters, searchFor, sortOf } from './filters.ts'
import { type CustomersSearch, customerSortNames } from './search.ts'

type Customer = Schemas['Customer']

const CustomerDialog = lazy(() =>
  import('./customer-dialog.tsx').then((module) => ({ default: module.CustomerDialog })),
)

const customersOptions = (search: CustomersSearch) =>
  listOptions(['customers', filtersOf(search), sortOf(search)], (page, signal) => {
    const query = { ...filtersOf(search), ...sortOf(search), ...page }
    return read(api.GET('/admin/users', { params: { query }, signal }))
  })

async function downloadCustomers(search: CustomersSearch, format: FileFormat, signal: AbortSignal) {
  const params = { query: { ...filtersOf(search), format } }
  return (await files.GET('/admin/users/export', { params, parseAs: 'stream', signal })).data
}

const CustomerFilters = lazy(() =>
  import('./customer-filters.tsx').then((module) => ({ default: module.CustomerFilters })),
)

const marketingTabs = [
  { value: undefined, text: t('All') },
  { value: 'true' as const, text: t('Agreed to marketing') },
  { value: 'false' as const, text: t('Not agreed') },
]

const columnsIn = (currency: string | undefined): Column<Customer>[] => [
  { name: t('Customer'), cell: customerName, sort: 'name', className: 'sm:w-1/3 sm:max-w-0' },
  {
    name: 'E-mail',
    sort: 'email',
    cell: (customer) => <Email customer={customer} />,
    from: 'md',
    className: 'w-1/3 max-w-0',
  },
  { name: t('Account'), cell: customerKind, from: 'lg', className: 'min-w-28 text-ink-2 whitespace-nowrap' },
  {
    name: t('Since'),
    sort: 'customer_since',
    cell: ({ customer_since }) => <Time at={customer_since} />,
    from: 'sm',
    className: 'text-ink-2',
  },
  {
    name: t('Orders'),
    sort: 'order_count',
    cell: ({ order_count }) => count(order_count),
    numeric: true,
    from: 'sm',
    className: 'min-w-20',
  },
  {
    name: t('Total'),
    sort: 'order_total',
    cell: ({ order_total }) => currency && money(order_total, currency),
    numeric: true,
    className: 'min-w-24',
  },
]

const idOf = ({ id }: Customer) => id

const Email = ({ customer: { email } }: { customer: Customer }) => (
  <span className="block truncate text-ink-2">{email || '—'}</span>
)

export function CustomersPage() {
  const search = useSearch({ from: '/shell/customers' })
  const navigate = useNavigate({ from: '/customers' })
  const query = useInfiniteQuery(customersOptions(search))
  const { data: shop } = useQuery(shopOptions)
  const columns = useMemo(() => columnsIn(shop?.currency), [shop?.currency])
  const total = query.data?.pages.at(-1)?.pagination
  const selection = useSelection({ query, keyOf: idOf, list: [filtersOf(search), sortOf(search)] })
  const change = useCallback(
    (next: Partial<CustomersSearch>) => navigate({ search: (now) => ({ ...now, ...next }), replace: true }),
    [navigate],
  )
  const { sort: by, order } = sortOf(search)
  const mayWrite = useMay('orders.write')
  const importLink = (text: string) => (
    <Link to="/customers/import" className={buttonClass()}>
      <Upload aria-hidden />
      {text}
    </Link>
  )
  const create = mayWrite && (
    <NewLink to="/customers" search={{ ...search, open: 'new' }} refusal={undefined}>
      {t('New customer')}
    </NewLink>
  )
  const sortBy = (next: string, nextOrder: 'asc' | 'desc') => change(searchFor(search, next, nextOrder))
  const isFiltered = Object.keys(filtersOf(search)).length > 0
  const changeText = useCallback((q: string) => change({ q: q || undefined }), [change])
  return (
    <Page
      title={t('Customers')}
      aside={
        total && (
          <span className="text-ink-3">{t('{total, plural, one {# customer} other {# customers}}', { total })}</span>
        )
      }
      actions={
        <>
          <SavedViews />
          <ExportButton
            name="customers"
            description={
              isFiltered ? t('The customers found, the oldest first.') : t('All customers, the oldest first.')
            }
            download={(format, signal) => downloadCustomers(search, format, signal)}
          />
          <Link to="/customers/groups" className={buttonClass()}>
            <UsersRound aria-hidden />
            {t('Groups')}
          </Link>
          {mayWrite && importLink(t('Import'))}
          {create}
        </>
      }
    >
      <FilterBar
        tabs={
          <FilterTabs
            label={t('Marketing')}
            value={filtersOf(search).accepts_marketing}
            options={marketingTabs}
            onChange={(value) => change({ accepts_marketing: value && value === 'true' })}
          />
        }
        search={<SearchField label={t('Name or e-mail')} value={search.q ?? ''} onChange={changeText} />}
        active={furtherFilters.filter((name) => search[name] !== undefined).length}
        onClear={() => change(Object.fromEntries(furtherFilters.map((name) => [name, undefined])))}
      >
        <Suspense>
          <CustomerFilters search={search} onChange={change} />
        </Suspense>
        <SortSelect
          onPhones
          value={by}
          options={customerSortNames.map((value) => ({ value, text: customerSorts[value].text }))}
          onChange={(sort) => sortBy(sort, customerSorts[sort].order)}
        />
      </FilterBar>
      <ListTable
        label={t('Customers')}
        query={query}
        columns={columns}
        sorting={{ by, order, onChange: sortBy }}
        selection={selection}
        rowKey={idOf}
        rowLink={(customer) => ({ to: '/customers/$customerId', params: { customerId: customer.id } })}
        phoneLine={(customer) =>
          `${t('{order_count, plural, one {# order} other {# orders}}', { order_count: customer.order_count })} · ${customer.email || customer.phone || customerKind(customer)}`
        }
        empty={
          isFiltered ? (
            <Empty title={t('No customer matches')}>
              {t('Another filter, or part of the name or e-mail, may find them.')}
            </Empty>
          ) : (
            <Empty
              title={t('No customers yet')}
              action={
                mayWrite && (
                  <span className="flex flex-wrap justify-center gap-2">
                    {importLink(t('Import a file'))}
                    {create}
                  </span>
                )
              }
            >
              {t(
                'People who sign up or order at your shop appear here. Do you have a list of customers? ' +
                  'Import it.',
              )}
            </Empty>
          )
        }
      />
      <ChosenBar selection={selection} noun="customer" total={total}>
        <ChosenCustomers selection={selection} groupId={search.group_id} />
      </ChosenBar>
      <Suspense>{search.open === 'new' && <CustomerDialog onClose={() => change({ open: undefined })} />}</Suspense>
    </Page>
  )
}
