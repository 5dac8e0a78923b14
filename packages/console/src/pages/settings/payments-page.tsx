import { read, type Schemas } from '@commerce-platform/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { listOptions, shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { countryName, money, plural, pluralTotal } from '#console/lib/format.ts'
import { readMore } from '#console/lib/list-items.ts'
import { Button } from '#console/ui/button.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Status } from '#console/ui/status.tsx'
import { kindNames } from './payment-kinds.ts'
import { SettingsPage } from './settings-page.tsx'

const PaymentDialog = lazy(() => import('./payment-dialog.tsx').then((module) => ({ default: module.PaymentDialog })))

type Method = Schemas['ShopPaymentMethod']

const methodsOptions = listOptions(['payment-methods'], (page, signal) =>
  read(api.GET('/admin/payment-methods', { params: { query: page }, signal })),
)

const columnsIn = (currency: string): Column<Method>[] => [
  { name: 'Method', cell: ({ name }) => name, className: 'sm:w-full sm:max-w-0' },
  { name: 'Kind', cell: ({ kind }) => kindNames[kind], from: 'sm', className: 'min-w-36 text-ink-2' },
  { name: 'Countries', cell: placesOf, from: 'lg', className: 'min-w-36 text-ink-2 whitespace-nowrap' },
  { name: 'Total', cell: (one) => totalsOf(one, currency), from: 'lg', className: 'min-w-36 text-ink-2' },
  {
    name: 'Fee',
    cell: ({ fee }) => (fee ? money(fee.amount, currency) : '—'),
    from: 'lg',
    className: 'min-w-24 text-ink-2',
  },
  { name: 'Due', cell: dueOf, from: 'md', className: 'min-w-24 text-ink-2' },
  { name: 'State', cell: (one) => <State method={one} />, className: 'min-w-24' },
]

export function PaymentsPage() {
  const { open } = useSearch({ from: '/shell/settings/payments' })
  const navigate = useNavigate({ from: '/settings/payments' })
  const query = useInfiniteQuery(methodsOptions)
  const { data: shop } = useQuery(shopOptions)
  const refusal = useRefusal('settings.write')
  const methods = query.data?.pages.flatMap((page) => page.items) ?? []
  const method = methods.find(({ id }) => id === open)
  const isSought = open !== undefined && open !== 'new' && method === undefined
  const { hasNextPage, isFetching, fetchNextPage } = query
  useEffect(() => {
    if (isSought && hasNextPage && !isFetching) void readMore({ fetchNextPage })
  }, [isSought, hasNextPage, isFetching, fetchNextPage])
  const total = query.data?.pages.at(-1)?.pagination
  const create = (
    <Button look="primary" refusal={refusal} onClick={() => navigate({ search: { open: 'new' }, resetScroll: false })}>
      <Plus aria-hidden />
      New method
    </Button>
  )
  return (
    <SettingsPage
      tab="Payments"
      aside={total && <span className="text-ink-3">{pluralTotal(total, 'payment method')}</span>}
      actions={create}
    >
      {shop && (
        <ListTable
          label="Payment methods"
          query={query}
          columns={columnsIn(shop.currency)}
          rowKey={({ id }) => id}
          rowLink={({ id }) => ({ to: '/settings/payments', search: { open: id }, resetScroll: false })}
          phoneLine={(one) => [kindNames[one.kind], !one.active && 'Off'].filter(Boolean).join(' · ')}
          empty={
            <Empty title="No payment methods yet" action={create}>
              Until there is one, customers pay as this service takes payments. From the first one on, they choose among
              these.
            </Empty>
          }
        />
      )}
      <Suspense>
        {shop && (method || open === 'new') && (
          <PaymentDialog
            key={open}
            method={method}
            currency={shop.currency}
            onClose={() => navigate({ search: {}, replace: true, resetScroll: false })}
          />
        )}
      </Suspense>
    </SettingsPage>
  )
}

function State({ method: { active, missing } }: { method: Method }) {
  if (!active) return <Status tone="neutral">Off</Status>
  return missing ? <Status tone="warn">Incomplete</Status> : <Status tone="good">Active</Status>
}

function placesOf({ countries }: Method): string {
  if (countries === null) return 'Anywhere'
  return countries.length > 2 ? plural(countries.length, 'country', 'countries') : countries.map(countryName).join(', ')
}

function totalsOf({ min, max }: Method, currency: string): string {
  if (min === null) return max === null ? 'Any' : `Up to ${money(max, currency)}`
  return max === null ? `From ${money(min, currency)}` : `${money(min, currency)} to ${money(max, currency)}`
}

function dueOf({ net_days: days }: Method): string {
  return days === null ? '—' : plural(days, 'day')
}
