import { read, type Schemas } from '@commerce-platform/client'
import { lazy } from 'react'
import { listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { countryName } from '#console/lib/format.ts'
import { languageName } from '#console/lib/languages.ts'
import { t } from '#console/lib/text.ts'
import type { Column } from '#console/ui/list-table.tsx'
import { Status } from '#console/ui/status.tsx'
import { MethodsPage } from './methods-page.tsx'

const MarketDialog = lazy(() => import('./market-dialog.tsx').then((module) => ({ default: module.MarketDialog })))

type Market = Schemas['Market']

const marketsOptions = listOptions(['markets'], (page, signal) =>
  read(api.GET('/admin/markets', { params: { query: page }, signal })),
)

const columns: Column<Market>[] = [
  { name: t('Market'), cell: ({ name }) => name, className: 'sm:w-full sm:max-w-0' },
  { name: t('Countries'), cell: countriesOf, from: 'sm', className: 'min-w-48 text-ink-2 whitespace-nowrap' },
  { name: t('Languages'), cell: languagesOf, className: 'min-w-40 text-ink-2 whitespace-nowrap' },
  { name: t('Currency'), cell: ({ currency }) => currency, from: 'md', className: 'min-w-24 text-ink-2' },
  {
    name: t('State'),
    cell: ({ active }) => <Status tone={active ? 'good' : 'neutral'}>{active ? t('Active') : t('Off')}</Status>,
    from: 'md',
    className: 'min-w-24',
  },
]

export function MarketsPage() {
  return (
    <MethodsPage
      tab={t('Markets')}
      path="/settings/markets"
      kind="markets"
      options={marketsOptions}
      columnsIn={() => columns}
      phoneLine={(one) => [countriesOf(one), one.currency, !one.active && t('Off')].filter(Boolean).join(' · ')}
      without={t(
        'Your shop sells everywhere in one language and one currency. With markets, some countries ' + 'have others.',
      )}
      dialog={(props) => <MarketDialog {...props} />}
    />
  )
}

/** Countries that are named; the rest are counted. */
const maxNamed = 2

function countriesOf({ own, countries }: Market): string {
  if (own) return t('All others')
  const named = countries.slice(0, maxNamed).map(countryName).join(', ')
  return countries.length > maxNamed
    ? t('{places} and {more, plural, one {# more} other {# more}}', {
        places: named,
        more: countries.length - maxNamed,
      })
    : named
}

function languagesOf({ locales }: Market): string {
  return locales.map(languageName).join(', ')
}
