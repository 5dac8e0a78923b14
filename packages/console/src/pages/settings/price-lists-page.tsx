import { read, type Schemas } from '@commerce-platform/client'
import { lazy } from 'react'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { exactTime } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import type { Column } from '#console/ui/list-table.tsx'
import { MethodsPage } from './methods-page.tsx'

const PriceListDialog = lazy(() =>
  import('./price-list-dialog.tsx').then((module) => ({ default: module.PriceListDialog })),
)

type PriceList = Schemas['PriceList']

const listsOptions = listOptions(['price-lists'], (page, signal) =>
  read(api.GET('/admin/price-lists', { params: { query: page }, signal })),
)

const columns: Column<PriceList>[] = [
  { name: t('Price list'), cell: ({ name }) => name, className: 'sm:w-full sm:max-w-0' },
  { name: t('Prices'), cell: pricesOf, className: 'min-w-40 text-ink-2 whitespace-nowrap' },
  { name: t('For'), cell: customersOf, from: 'sm', className: 'min-w-32 text-ink-2 whitespace-nowrap' },
  { name: t('When'), cell: periodOf, from: 'md', className: 'min-w-48 text-ink-2' },
]

export function PriceListsPage() {
  return (
    <MethodsPage
      tab={t('Price lists')}
      path="/settings/price-lists"
      kind="price-lists"
      options={listsOptions}
      columnsIn={() => columns}
      phoneLine={(one) => [customersOf(one), periodOf(one)].join(' · ')}
      without={t(
        'Everybody pays the prices of your products. A list changes them for a time, or for groups ' + 'of customers.',
      )}
      dialog={(props) => <PriceListDialog {...props} />}
    />
  )
}

function pricesOf({ percent, price_count: count }: PriceList): string {
  if (percent === null) return t('{prices, plural, one {# price} other {# prices}}', { prices: count })
  const values = { products: count, percent: Math.abs(percent) }
  if (percent < 0) {
    return count === 0
      ? t('Everything {percent} % cheaper', values)
      : t('{products, plural, one {# product} other {# products}} {percent} % cheaper', values)
  }
  return count === 0
    ? t('Everything {percent} % dearer', values)
    : t('{products, plural, one {# product} other {# products}} {percent} % dearer', values)
}

function customersOf({ customers }: PriceList): string {
  return customers === null
    ? t('Everybody')
    : t('{groups, plural, one {# customer group} other {# customer groups}}', { groups: customers.group_ids.length })
}

function periodOf({ starts_at: starts, ends_at: ends }: PriceList): string {
  if (starts === null) return ends === null ? t('Always') : t('Until {end}', { end: exactTime(ends) })
  const start = exactTime(starts)
  return ends === null ? t('From {start}', { start }) : t('From {start} until {end}', { start, end: exactTime(ends) })
}
