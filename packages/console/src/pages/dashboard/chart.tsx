import { LineChart } from '#console/charts/line-chart.tsx'
import { count, money, shortMoney } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import type { Dashboard } from './data.ts'
import { type FigureName, figures, stepValue } from './figures.ts'
import { rangeText, stepText } from './periods.ts'

/** One figure over time, with the period before drawn dashed. */
export function FigureChart({ dashboard, shown }: { dashboard: Dashboard; shown: FigureName }) {
  const { currency, interval, previous } = dashboard
  const { label, isMoney } = figures[shown]
  return (
    <div className="border-b border-line px-4 pt-5 pb-4 lg:px-8">
      <LineChart
        title={label}
        whole={!isMoney}
        points={dashboard.series.map((step, index) => {
          const before = previous?.series[index]
          return {
            label: stepText(step.starts_at, interval),
            value: stepValue(step, shown),
            ...(before && {
              before: { label: stepText(before.starts_at, interval), value: stepValue(before, shown) },
            }),
          }
        })}
        format={(value) => (isMoney ? money(value, currency) : count(value))}
        formatAxis={(value) => (isMoney ? shortMoney(value, currency) : count(value))}
      />
      <p className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-3 sm:pl-13">
        <span className="flex items-center gap-1.5">
          <span aria-hidden className="h-0.5 w-4 bg-accent" /> {rangeText(dashboard.from, dashboard.to)}
        </span>
        {previous && (
          <span className="flex items-center gap-1.5">
            <span aria-hidden className="w-4 border-t border-dashed border-line-3" />{' '}
            {t('Before: {range}', { range: rangeText(previous.from, previous.to) })}
          </span>
        )}
      </p>
    </div>
  )
}
