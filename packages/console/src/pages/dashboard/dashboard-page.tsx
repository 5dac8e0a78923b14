import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { may } from '#console/data/session.ts'
import { faultsOf } from '#console/lib/faults.ts'
import { count, money } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { CurrencySwitch } from '#console/ui/currency-switch.tsx'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { Page, Section } from '#console/ui/page.tsx'
import { DayRange } from '#console/ui/range-field.tsx'
import { Failure, Skeleton } from '#console/ui/states.tsx'
import { FigureChart } from './chart.tsx'
import { type Dashboard, dashboardOptions } from './data.ts'
import { Figure } from './figure.tsx'
import { type FigureName, figureNames, figureOf, figures, stepValue } from './figures.ts'
import { firstStepsOptions } from './first-steps-data.ts'
import {
  AllLowStock,
  Discounts,
  inCurrencyOf,
  LowStock,
  MoneyFigures,
  OrdersByStatus,
  TopProducts,
  WebhookHealth,
} from './lists.tsx'
import { placedIn, type Range, rangeOf } from './periods.ts'
import type { DashboardSearch, Period } from './search.ts'

const FirstSteps = lazy(() => import('./first-steps.tsx').then((module) => ({ default: module.FirstSteps })))

const Visits = lazy(() => import('./visits.tsx').then((module) => ({ default: module.Visits })))

const periodTabs: { value: Period; text: string }[] = [
  { value: '7d', text: t('{days, plural, one {# day} other {# days}}', { days: 7 }) },
  { value: '30d', text: t('{days, plural, one {# day} other {# days}}', { days: 30 }) },
  { value: '90d', text: t('{days, plural, one {# day} other {# days}}', { days: 90 }) },
  { value: '365d', text: t('12 months') },
]

export function DashboardPage() {
  const search = useSearch({ from: '/shell/' })
  const navigate = useNavigate({ from: '/' })
  const range = rangeOf(search)
  const query = useQuery(dashboardOptions(range, search))
  const { data: dashboard, error } = query
  const isQuiet =
    dashboard?.currencies.every(({ orders }) => orders === 0) === true && dashboard.previous?.orders.total === 0
  const mayAsk = may('settings.read')
  const { data: has, isLoading: isUnknown } = useQuery({ ...firstStepsOptions, enabled: mayAsk })
  const hasSteps = has?.dismissed === false && has.open > 0
  const isChosen = search.from !== undefined || search.to !== undefined
  const change = (next: DashboardSearch) =>
    navigate({
      search: { top_by: search.top_by, currency: search.currency, ...next },
      replace: true,
      resetScroll: false,
    })
  return (
    <Page
      title={t('Dashboard')}
      actions={
        <div className="flex flex-wrap items-center gap-2 max-sm:w-[calc(100vw-2rem)]">
          {dashboard && (
            <CurrencySwitch
              currencies={dashboard.currencies.map(({ currency }) => currency)}
              value={dashboard.currency}
              onChange={(currency) => change({ ...search, currency })}
            />
          )}
          <FilterTabs
            label={t('Period')}
            value={isChosen ? undefined : (search.period ?? '30d')}
            options={periodTabs}
            onChange={(period) => change({ period: period === '30d' ? undefined : period })}
          />
          <DayRange
            required
            label={t('Days')}
            from={range.from}
            to={range.to}
            onChange={change}
            invalid={faultsOf(error, []).of('from') !== undefined}
            className="max-sm:w-full"
          />
        </div>
      }
    >
      {isQuiet && hasSteps ? null : dashboard && !(isQuiet && isUnknown) ? (
        <Figures dashboard={dashboard} range={range} search={search} change={change} />
      ) : error ? (
        <Failure error={error} retry={() => query.refetch()} />
      ) : (
        <Placeholder />
      )}
      {has && hasSteps && dashboard && (
        <Suspense>
          <FirstSteps has={has} isFirstOrder={isQuiet} />
        </Suspense>
      )}
    </Page>
  )
}

interface FiguresProps {
  dashboard: Dashboard
  range: Range
  search: DashboardSearch
  change: (next: DashboardSearch) => void
}

function Figures({ dashboard, range, search, change }: FiguresProps) {
  const [shown, setShown] = useState<FigureName>('revenue')
  const { currency, series, previous } = dashboard
  return (
    <>
      <div className="grid grid-cols-2 border-b border-line lg:grid-cols-4">
        {figureNames.map((name) => (
          <Figure
            key={name}
            label={figures[name].label}
            list={figures[name].list}
            link={linkOf(name, range, dashboard)}
            note={noteOf(name, dashboard)}
            text={figures[name].isMoney ? money(figureOf(dashboard, name), currency) : count(figureOf(dashboard, name))}
            value={figureOf(dashboard, name)}
            before={previous ? figureOf(previous, name) : 0}
            course={series.map((step) => stepValue(step, name))}
            isShown={shown === name}
            onShow={() => setShown(name)}
          />
        ))}
      </div>
      <FigureChart dashboard={dashboard} shown={shown} />
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-8 px-4 py-6 lg:grid-cols-2 lg:px-8">
        <div className="grid grid-cols-1 gap-8">
          <Section
            title={t('Top products')}
            actions={
              <div className="-my-0.5">
                <FilterTabs
                  label={t('By')}
                  value={search.top_by ?? 'revenue'}
                  options={[
                    { value: 'revenue', text: t('Revenue') },
                    { value: 'units', text: t('Units') },
                  ]}
                  onChange={(by) => change({ ...search, top_by: by === 'units' ? by : undefined })}
                />
              </div>
            }
          >
            <TopProducts dashboard={dashboard} by={search.top_by ?? 'revenue'} />
          </Section>
          <Section title={t('Low stock')} actions={<AllLowStock dashboard={dashboard} />}>
            <LowStock dashboard={dashboard} />
          </Section>
        </div>
        <div className="grid grid-cols-1 gap-8">
          <Section title={t('Orders by status')}>
            <OrdersByStatus dashboard={dashboard} range={range} />
          </Section>
          <Section title={t('Refunds, tax and shipping')}>
            <MoneyFigures dashboard={dashboard} range={range} />
          </Section>
          <Suspense>
            <Visits range={range} orders={dashboard.currencies.reduce((all, { orders }) => all + orders, 0)} />
          </Suspense>
          {dashboard.discounts.by_promotion.length > 0 && (
            <Section title={t('Discounts')}>
              <Discounts dashboard={dashboard} range={range} />
            </Section>
          )}
          <Section title={t('Webhooks and carts')}>
            <WebhookHealth dashboard={dashboard} />
          </Section>
        </div>
      </div>
    </>
  )
}

/** Revenue and average are of the paid orders, which are not all that were placed. */
function noteOf(name: FigureName, { paid_orders, orders }: Dashboard): string | undefined {
  if (name !== 'orders') return undefined
  // Orders of earlier days can be paid on these.
  return paid_orders > orders.total
    ? t('{paid} paid', { paid: paid_orders })
    : t('{paid} paid of {total}', { paid: paid_orders, total: orders.total })
}

function linkOf(name: FigureName, range: Range, dashboard: Dashboard): LinkProps {
  if (name === 'new_customers') return { to: '/customers' }
  const search = { ...placedIn(range), ...inCurrencyOf(dashboard) }
  return { to: '/orders', search: name === 'average_order_value' ? { ...search, sort: 'total' } : search }
}

function Placeholder() {
  return (
    <>
      <div className="grid grid-cols-2 border-b border-line lg:grid-cols-4">
        {figureNames.map((name) => (
          <div key={name} className="h-[117px] border-line px-4 py-4 not-first:border-l lg:px-8">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="mt-3 h-6 w-28" />
          </div>
        ))}
      </div>
      <div className="px-8 py-6">
        <Skeleton className="h-[232px]" />
      </div>
    </>
  )
}
