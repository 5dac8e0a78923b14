import { read, type Schemas } from '@commerce-platform/client'
import { lazy } from 'react'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { countryName, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
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
  { name: t('Method'), cell: ({ name }) => name, className: 'sm:w-full sm:max-w-0' },
  { name: t('Kind'), cell: ({ kind }) => kindNames[kind], from: 'sm', className: 'min-w-36 text-ink-2' },
  { name: t('Countries'), cell: placesOf, from: 'lg', className: 'min-w-36 text-ink-2 whitespace-nowrap' },
  { name: t('Total'), cell: (one) => totalsOf(one, currency), from: 'lg', className: 'min-w-36 text-ink-2' },
  {
    name: t('Fee'),
    cell: ({ fee }) => (fee ? money(fee.amount, currency) : '—'),
    from: 'lg',
    className: 'min-w-24 text-ink-2',
  },
  { name: t('Due'), cell: dueOf, from: 'md', className: 'min-w-24 text-ink-2' },
  { name: t('State'), cell: (one) => <State method={one} />, className: 'min-w-24' },
]

export function PaymentsPage() {
  return (
    <MethodsPage
      tab={t('Payments')}
      path="/settings/payments"
      kind="payment-methods"
      options={methodsOptions}
      columnsIn={columnsIn}
      phoneLine={(one) => [kindNames[one.kind], !one.active && t('Off')].filter(Boolean).join(' · ')}
      without={t(
        'Until there is one, customers pay as this service takes payments. From the first one on, ' +
          'they choose among these.',
      )}
      dialog={(props) => <PaymentDialog {...props} />}
    />
  )
}

function State({ method: { active, missing } }: { method: Method }) {
  if (!active) return <Status tone="neutral">{t('Off')}</Status>
  return missing ? <Status tone="warn">{t('Incomplete')}</Status> : <Status tone="good">{t('Active')}</Status>
}

function placesOf({ countries }: Method): string {
  if (countries === null) return t('Anywhere')
  return countries.length > 2
    ? t('{countries, plural, one {# country} other {# countries}}', { countries: countries.length })
    : countries.map(countryName).join(', ')
}

function totalsOf({ min, max }: Method, currency: string): string {
  if (min === null) return max === null ? t('Any') : t('Up to {amount}', { amount: money(max, currency) })
  return max === null
    ? t('From {amount}', { amount: money(min, currency) })
    : t('{min} to {max}', { min: money(min, currency), max: money(max, currency) })
}

function dueOf({ net_days: days }: Method): string {
  return days === null ? '—' : t('{days, plural, one {# day} other {# days}}', { days })
}
