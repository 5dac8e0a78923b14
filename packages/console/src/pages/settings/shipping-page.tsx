import { read, type Schemas } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { listOptions, shopOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { countryName, money, weight } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import type { Column } from '#console/ui/list-table.tsx'
import { Status } from '#console/ui/status.tsx'
import { MethodsPage } from './methods-page.tsx'

const Carriers = lazy(() => import('./carriers.tsx').then((module) => ({ default: module.Carriers })))
const ShippingDialog = lazy(() =>
  import('./shipping-dialog.tsx').then((module) => ({ default: module.ShippingDialog })),
)

type Method = Schemas['ShippingMethod']

const methodsOptions = listOptions(['shipping-methods'], (page, signal) =>
  read(api.GET('/admin/shipping-methods', { params: { query: page }, signal })),
)

const columnsIn = (currency: string): Column<Method>[] => [
  { name: t('Method'), cell: ({ name }) => name, className: 'sm:w-full sm:max-w-0' },
  { name: t('Ships to'), cell: placesOf, from: 'sm', className: 'min-w-48 text-ink-2 whitespace-nowrap' },
  { name: t('Weight'), cell: weightsOf, from: 'lg', className: 'min-w-32 text-ink-2 whitespace-nowrap' },
  { name: t('State'), cell: ({ active }) => <State active={active} />, from: 'md', className: 'min-w-24' },
  {
    name: t('Free from'),
    cell: ({ free_from }) => (free_from === null ? '—' : money(free_from, currency)),
    numeric: true,
    from: 'md',
    className: 'min-w-24',
  },
  { name: t('Price'), cell: ({ price }) => money(price, currency), numeric: true, className: 'min-w-24' },
]

export function ShippingPage() {
  const { data: shop } = useQuery(shopOptions)
  return (
    <MethodsPage
      tab={t('Shipping')}
      path="/settings/shipping"
      kind="shipping-methods"
      options={methodsOptions}
      columnsIn={columnsIn}
      phoneLine={(one) => [placesOf(one), weightsOf(one), !one.active && t('Off')].filter(Boolean).join(' · ')}
      without={t(
        'Customers choose among those that ship to their country. Until there is one, orders cost no shipping.',
      )}
      dialog={(props) => <ShippingDialog {...props} />}
    >
      <Suspense>{shop && <Carriers shop={shop} />}</Suspense>
    </MethodsPage>
  )
}

const State = ({ active }: { active: boolean }) => (
  <Status tone={active ? 'good' : 'neutral'}>{active ? t('Active') : t('Off')}</Status>
)

/** Places that are named; the rest are counted. */
const maxNamed = 2

function placesOf({ countries, regions, postal_codes }: Method): string {
  if (countries === null) return t('Anywhere')
  const parts = [...(regions ?? []), ...(postal_codes ?? [])]
  if (parts.length > 0) {
    return t('{country}: {places}', { country: countries.map(countryName).join(), places: fewOf(parts) })
  }
  return fewOf(countries.map(countryName))
}

function fewOf(places: readonly string[]): string {
  const named = places.slice(0, maxNamed).join(', ')
  return places.length > maxNamed
    ? t('{places} and {more, plural, one {# more} other {# more}}', { places: named, more: places.length - maxNamed })
    : named
}

function weightsOf({ min_weight_grams: min, max_weight_grams: max }: Method): string {
  if (min === null || min === 0) return max === null ? t('Any weight') : t('Up to {weight}', { weight: weight(max) })
  return max === null
    ? t('From {weight}', { weight: weight(min) })
    : t('{min} to {max}', { min: weight(min), max: weight(max) })
}
