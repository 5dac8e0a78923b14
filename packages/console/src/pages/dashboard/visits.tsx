import { read, type Schemas } from '@commerce-platform/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bar } from '#console/charts/bar.tsx'
import { api } from '#console/data/session.ts'
import { count } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { Section } from '#console/ui/page.tsx'
import { Failure, Skeleton } from '#console/ui/states.tsx'
import type { Range } from './periods.ts'
import { FigureRow, Nothing, Rows } from './rows.tsx'

type Report = Schemas['VisitsReport']

const steps = [
  ['visits', t('Visits')],
  ['product_views', t('Saw a product')],
  ['carts', t('Had a cart')],
  ['checkouts', t('Began a checkout')],
] as const

/** From visits to orders, as a storefront counts them, and where the visits came from. */
export function Visits({ range: { from, to }, orders }: { range: Range; orders: number }) {
  const query = useQuery({
    queryKey: ['reports', 'visits', from, to],
    queryFn: ({ signal }) => {
      const params = { query: { from, to, by: 'source' as const } }
      return read(api.GET('/admin/reports/visits', { params, signal })) as Promise<Report>
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
  const { data, error } = query
  const search = { report: 'visits', by: 'source', from, to } as const
  return (
    <Section
      title={t('Visits')}
      actions={
        <Link to="/reports" search={search} className="text-ink-2 hover:text-ink">
          {t('All sources')}
        </Link>
      }
    >
      {error ? (
        <Failure error={error} retry={() => query.refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-40" />
      ) : data.rows.length === 0 ? (
        <Nothing>{t('No visits were counted in these days. Your storefront can count them, without cookies.')}</Nothing>
      ) : (
        <>
          <Funnel totals={data.totals} orders={orders} />
          <h3 className="mt-4 mb-2 text-ink-3">{t('Where visits came from')}</h3>
          <Rows>
            {data.rows.slice(0, 5).map(({ source, visits }) => (
              <FigureRow key={source} label={source ?? ''} link={{ to: '/reports', search }}>
                {count(visits)}
              </FigureRow>
            ))}
          </Rows>
        </>
      )}
    </Section>
  )
}

/** Each step with its share of the visits. */
function Funnel({ totals, orders }: { totals: Report['totals']; orders: number }) {
  const rows = [...steps.map(([name, text]) => [text, totals[name]] as const), [t('Orders'), orders] as const]
  const max = Math.max(...rows.map(([, value]) => value))
  return (
    <ol aria-label={t('From visits to orders')} className="border-b border-line">
      {rows.map(([text, value], index) => (
        <li key={text} className="border-t border-line pt-2 pb-2.5">
          <span className="mb-1.5 flex justify-between gap-4">
            <span className="truncate">{text}</span>
            <span className="num shrink-0">
              {index > 0 && totals.visits > 0 && (
                <span className="text-ink-3">{Math.round((value / totals.visits) * 100)} %</span>
              )}{' '}
              <span className="inline-block min-w-20">{count(value)}</span>
            </span>
          </span>
          <Bar share={max > 0 ? value / max : 0} />
        </li>
      ))}
    </ol>
  )
}
