import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, ok } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { cannotBeRead } from '#src/platform/lib/errors.ts'
import { readSelling } from './currency-rules.ts'
import { readCounts, readDashboard } from './dashboard.ts'
import type { Dependencies } from './dependencies.ts'
import { type Interval, readRange } from './rules.ts'
import { Counts, Dashboard, DashboardQuery } from './schemas.ts'

export function dashboardRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/dashboard',
    {
      config: { permission: 'dashboard.read' },
      schema: {
        tags: ['Dashboard'],
        operationId: 'getDashboard',
        summary: 'Figures of the shop',
        description:
          'Exact figures of whole days of the shop’s `timezone`; changes by others may show some seconds later. At ' +
          'most 3,660 days and 1,000 steps. What comes from orders is of one currency, never a sum of several; ' +
          'customers, carts, stock and webhooks are of the whole shop.',
        querystring: DashboardQuery,
        response: { 200: envelope(Dashboard) },
      },
    },
    async (request) => {
      const { from, to, interval, top_by, compare, currency } = request.query
      const merchant = await deps.merchants.find(staffOf(request).merchantId)
      // Merchants are not deleted.
      if (merchant === undefined) throw cannotBeRead('merchant')
      const range = readRange({ from, to, interval: interval as Interval }, new Date(), merchant.timezone)
      const topBy = top_by === 'units' ? 'units' : 'revenue'
      const selling = readSelling(currency, merchant.currency, deps.merchants.hasMarkets(merchant.id))
      const dashboard = await deps.reads.run(
        writerOf(request),
        deps.shop(merchant.id),
        (db) => readDashboard(db, merchant, { range, topBy, compared: compare !== undefined, selling }),
        { oneSnapshot: true },
      )
      return ok(dashboard)
    },
  )
  app.get(
    '/admin/counts',
    {
      config: { permission: 'dashboard.read' },
      schema: {
        tags: ['Dashboard'],
        operationId: 'getCounts',
        summary: 'Counts of open work',
        description:
          'Numbers for badges; each is exact and equals the total of its list. Orders are those of all currencies.',
        response: { 200: envelope(Counts) },
      },
    },
    async (request) => ok(await readCounts(deps, staffOf(request).merchantId, writerOf(request))),
  )
}
