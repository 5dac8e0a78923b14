import { read, type Schemas } from '@commerce-platform/client'
import { lazy } from 'react'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { countryName, money, plural } from '#console/lib/format.ts'
import type { Column } from '#console/ui/list-table.tsx'
import { Status } from '#console/ui/status.tsx'
import { MethodsPage } from './methods-page.tsx'
import { kindNames } from './payment-kinds.ts'

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
  return (
    <MethodsPage
      tab="Payments"
      path="/settings/payments"
      kind="payment method"
      options={methodsOptions}
      columnsIn={columnsIn}
      phoneLine={(one) => [kindNames[one.kind], !one.active && 'Off'].filter(Boolean).join(' · ')}
      without="Until there is one, customers pay as this service takes payments. From the first one on, they choose among these."
      dialog={(props) => <PaymentDialog {...props} />}
    />
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
