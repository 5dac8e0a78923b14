import { read, type Schemas } from '@commerce-platform/client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useRefusal } from '#console/data/permissions.ts'
import { listOptions, shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { countryName, money, pluralTotal, weight } from '#console/lib/format.ts'
import { readMore } from '#console/lib/list-items.ts'
import { Button } from '#console/ui/button.tsx'
import { type Column, ListTable } from '#console/ui/list-table.tsx'
import { Empty } from '#console/ui/states.tsx'
import { Status } from '#console/ui/status.tsx'
import { SettingsPage } from './settings-page.tsx'

const Carriers = lazy(() => import('./carriers.tsx').then((module) => ({ default: module.Carriers })))
const MethodDialog = lazy(() => import('./method-dialog.tsx').then((module) => ({ default: module.MethodDialog })))

type Method = Schemas['ShippingMethod']

const methodsOptions = listOptions(['shipping-methods'], (page, signal) =>
  read(api.GET('/admin/shipping-methods', { params: { query: page }, signal })),
)

const columnsIn = (currency: string): Column<Method>[] => [
  { name: 'Method', cell: ({ name }) => name, className: 'sm:w-full sm:max-w-0' },
  { name: 'Ships to', cell: placesOf, from: 'sm', className: 'min-w-48 text-ink-2 whitespace-nowrap' },
  { name: 'Weight', cell: weightsOf, from: 'lg', className: 'min-w-32 text-ink-2 whitespace-nowrap' },
  { name: 'State', cell: ({ active }) => <State active={active} />, from: 'md', className: 'min-w-24' },
  {
    name: 'Free from',
    cell: ({ free_from }) => (free_from === null ? '—' : money(free_from, currency)),
    numeric: true,
    from: 'md',
    className: 'min-w-24',
  },
  { name: 'Price', cell: ({ price }) => money(price, currency), numeric: true, className: 'min-w-24' },
]

export function ShippingPage() {
  const { open } = useSearch({ from: '/shell/settings/shipping' })
  const navigate = useNavigate({ from: '/settings/shipping' })
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
      tab="Shipping"
      aside={total && <span className="text-ink-3">{pluralTotal(total, 'shipping method')}</span>}
      actions={create}
    >
      {shop && (
        <ListTable
          label="Shipping methods"
          query={query}
          columns={columnsIn(shop.currency)}
          rowKey={({ id }) => id}
          rowLink={({ id }) => ({ to: '/settings/shipping', search: { open: id }, resetScroll: false })}
          phoneLine={(one) => [placesOf(one), weightsOf(one), !one.active && 'Off'].filter(Boolean).join(' · ')}
          empty={
            <Empty title="No shipping methods yet" action={create}>
              Customers choose among those that ship to their country. Until there is one, orders cost no shipping.
            </Empty>
          }
        />
      )}
      <Suspense>{shop && <Carriers shop={shop} />}</Suspense>
      <Suspense>
        {shop && (method || open === 'new') && (
          <MethodDialog
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

const State = ({ active }: { active: boolean }) => (
  <Status tone={active ? 'good' : 'neutral'}>{active ? 'Active' : 'Off'}</Status>
)

/** Countries that are named; the rest are counted. */
const maxNamed = 2

function placesOf({ countries, regions, postal_codes }: Method): string {
  if (countries === null) return 'Anywhere'
  const parts = [...(regions ?? []), ...(postal_codes ?? [])]
  if (parts.length > 0) {
    const more = parts.length > maxNamed ? ` and ${parts.length - maxNamed} more` : ''
    return `${countries.map(countryName).join()}: ${parts.slice(0, maxNamed).join(', ')}${more}`
  }
  const named = countries.slice(0, maxNamed).map(countryName).join(', ')
  return countries.length > maxNamed ? `${named} and ${countries.length - maxNamed} more` : named
}

function weightsOf({ min_weight_grams: min, max_weight_grams: max }: Method): string {
  if (min === null || min === 0) return max === null ? 'Any weight' : `Up to ${weight(max)}`
  return max === null ? `From ${weight(min)}` : `${weight(min)} to ${weight(max)}`
}
