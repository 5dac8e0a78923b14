import { read, type Schemas } from '@commerce-platform/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { listOptions, shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { count, money, plural } from '#console/lib/format.ts'
import { Select } from '#console/ui/field.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Page } from '#console/ui/page.tsx'
import { SavedViews } from '#console/ui/saved-views.tsx'
import { SearchField } from '#console/ui/search-field.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'
import { customerKind, customerName } from './customer-name.ts'
import { type CustomersSearch, customerSortNames, customerSorts } from './search.ts'

type Customer = Schemas['Customer']

const customersOptions = ({ sort = 'newest', q }: CustomersSearch) =>
  listOptions(['customers', sort, q], (page, signal) => {
    const { sort: by, order } = customerSorts[sort]
    return read(api.GET('/admin/users', { params: { query: { ...(q && { q }), sort: by, order, ...page } }, signal }))
  })

const columnsIn = (currency: string | undefined): Column<Customer>[] => [
  { name: 'Customer', cell: customerName, className: 'sm:w-1/3 sm:max-w-0' },
  { name: 'E-mail', cell: (customer) => <Email customer={customer} />, from: 'md', className: 'w-1/3 max-w-0' },
  { name: 'Account', cell: customerKind, from: 'lg', className: 'min-w-28 text-ink-2 whitespace-nowrap' },
  { name: 'Since', cell: ({ customer_since }) => <Time at={customer_since} />, from: 'sm', className: 'text-ink-2' },
  { name: 'Orders', cell: ({ order_count }) => count(order_count), numeric: true, from: 'sm', className: 'min-w-20' },
  {
    name: 'Total',
    cell: ({ order_total }) => currency && money(order_total, currency),
    numeric: true,
    className: 'min-w-24',
  },
]

const Email = ({ customer: { email } }: { customer: Customer }) => (
  <span className="block truncate text-ink-2">{email || '—'}</span>
)

export function CustomersPage() {
  const search = useSearch({ from: '/shell/customers' })
  const navigate = useNavigate({ from: '/customers' })
  const query = useInfiniteQuery(customersOptions(search))
  const { data: shop } = useQuery(shopOptions)
  const columns = useMemo(() => columnsIn(shop?.currency), [shop?.currency])
  const total = query.data?.pages.at(-1)?.pagination.total
  const change = useCallback(
    (next: Partial<CustomersSearch>) => navigate({ search: (now) => ({ ...now, ...next }), replace: true }),
    [navigate],
  )
  const changeText = useCallback((q: string) => change({ q: q || undefined }), [change])
  return (
    <Page
      title="Customers"
      aside={total !== undefined && <span className="text-ink-3">{plural(total, 'customer')}</span>}
      actions={<SavedViews />}
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-2 lg:px-8">
        <SearchField label="Name or e-mail" value={search.q ?? ''} onChange={changeText} />
        <Select
          aria-label="Sort"
          value={search.sort ?? 'newest'}
          onChange={({ target }) => change({ sort: customerSortNames.find((name) => name === target.value) })}
          className="w-auto! max-sm:flex-1"
        >
          {customerSortNames.map((name) => (
            <option key={name} value={name}>
              {customerSorts[name].text}
            </option>
          ))}
        </Select>
      </div>
      <ListTable
        label="Customers"
        query={query}
        columns={columns}
        rowKey={(customer) => customer.id}
        rowLink={(customer) => ({ to: '/customers/$customerId', params: { customerId: customer.id } })}
        phoneLine={(customer) =>
          `${plural(customer.order_count, 'order')} · ${customer.email || customerKind(customer)}`
        }
        empty={
          search.q === undefined ? (
            <Empty title="No customers yet">Who signs up or orders at your shop is listed here.</Empty>
          ) : (
            <Empty title="No customer matches">Another part of the name or e-mail may find them.</Empty>
          )
        }
      />
    </Page>
  )
}
