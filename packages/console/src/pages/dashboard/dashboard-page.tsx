import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { LineChart } from '#console/charts/line-chart.tsx'
import { count, money, shortMoney, utcDay } from '#console/lib/format.ts'
import { FilterTabs } from '#console/ui/filter-tabs.tsx'
import { Page, Section } from '#console/ui/page.tsx'
import { Failure, Skeleton } from '#console/ui/states.tsx'
import { type Dashboard, dashboardOptions } from './data.ts'
import { Figure, type FigureName } from './figure.tsx'
import { LowStock, OrdersByStatus, TopProducts, WebhookHealth } from './lists.tsx'
import { type Range, rangesOf } from './periods.ts'
import type { Period } from './search.ts'

const periodTabs: { value: Period; text: string }[] = [
  { value: '7d', text: '7 days' },
  { value: '30d', text: '30 days' },
  { value: '90d', text: '90 days' },
  { value: '365d', text: '12 months' },
]

export function DashboardPage() {
  const search = useSearch({ from: '/shell/' })
  const navigate = useNavigate({ from: '/' })
  const [range, rangeBefore] = rangesOf(search)
  const now = useQuery(dashboardOptions(range))
  const before = useQuery(dashboardOptions(rangeBefore))
  return (
    <Page
      title="Dashboard"
      aside={<span className="text-ink-3 max-sm:hidden">{rangeText(range)}</span>}
      actions={
        <div className="max-sm:w-[calc(100vw-2rem)]">
          <FilterTabs
            label="Period"
            value={search.period ?? '30d'}
            options={periodTabs}
            onChange={(period) => navigate({ search: period === '30d' ? {} : { period }, replace: true })}
          />
        </div>
      }
    >
      {now.data ? (
        <Figures now={now.data} before={before.data} />
      ) : now.error ? (
        <Failure error={now.error} retry={() => now.refetch()} />
      ) : (
        <Placeholder />
      )}
    </Page>
  )
}

function rangeText({ from, to }: Range): string {
  return `${utcDay(from)} – ${utcDay(to, { day: 'numeric', month: 'short', year: 'numeric' })}`
}

function Figures({ now, before }: { now: Dashboard; before: Dashboard | undefined }) {
  const [shown, setShown] = useState<FigureName>('revenue')
  const { currency } = now
  const isMoney = shown === 'revenue' || shown === 'average_order_value'
  const shownOf = (step: Dashboard['series'][number] | undefined) => step && stepValue(step, shown)
  return (
    <>
      <div className="grid grid-cols-2 border-b border-line lg:grid-cols-4">
        {figures.map(({ name, label }) => (
          <Figure
            key={name}
            label={label}
            value={figureOf(now, name)}
            before={before && figureOf(before, name)}
            format={(value) => (moneyFigures.has(name) ? money(value, currency) : count(value))}
            course={now.series.map((step) => stepValue(step, name))}
            isShown={shown === name}
            onShow={() => setShown(name)}
          />
        ))}
      </div>
      <div className="border-b border-line px-4 pt-5 pb-4 lg:px-8">
        <LineChart
          title={figures.find(({ name }) => name === shown)?.label ?? ''}
          points={now.series.map((step, index) => ({
            label: utcDay(step.starts_at, now.interval === 'month' ? { month: 'short', year: '2-digit' } : undefined),
            value: stepValue(step, shown),
            before: shownOf(before?.series[index]),
          }))}
          format={(value) => (isMoney ? money(value, currency) : count(value))}
          formatAxis={(value) => (isMoney ? shortMoney(value, currency) : count(value))}
        />
        <p className="mt-2 flex gap-4 pl-13 text-xs text-ink-3">
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="h-0.5 w-4 bg-accent" /> This period
          </span>
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="w-4 border-t border-dashed border-line-3" /> The period before
          </span>
        </p>
      </div>
      <div className="grid gap-x-12 gap-y-8 px-4 py-6 lg:grid-cols-2 lg:px-8">
        <Section title="Top products">
          <TopProducts dashboard={now} />
        </Section>
        <Section title="Orders by status">
          <OrdersByStatus dashboard={now} />
        </Section>
        <Section title="Low stock">
          <LowStock dashboard={now} />
        </Section>
        <Section title="Webhooks and carts">
          <WebhookHealth dashboard={now} />
        </Section>
      </div>
    </>
  )
}

const figures: { name: FigureName; label: string }[] = [
  { name: 'revenue', label: 'Revenue' },
  { name: 'orders', label: 'Orders' },
  { name: 'average_order_value', label: 'Average order' },
  { name: 'new_customers', label: 'New customers' },
]
const moneyFigures = new Set<FigureName>(['revenue', 'average_order_value'])

function figureOf(dashboard: Dashboard, name: FigureName): number {
  return name === 'orders' ? dashboard.orders.total : (dashboard[name] ?? 0)
}

function stepValue(step: Dashboard['series'][number], name: FigureName): number {
  if (name === 'average_order_value') return step.paid_orders === 0 ? 0 : step.revenue / step.paid_orders
  return step[name]
}

function Placeholder() {
  return (
    <>
      <div className="grid grid-cols-2 border-b border-line lg:grid-cols-4">
        {figures.map(({ name }) => (
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
