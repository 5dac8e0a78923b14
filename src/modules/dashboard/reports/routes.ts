import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { merchantOf } from '#src/modules/merchants/index.ts'
import { recordExport } from '#src/platform/audit/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { lacksPermission } from '#src/platform/lib/permissions.ts'
import { readSelling, type Selling } from '../currency-rules.ts'
import type { Dependencies } from '../dependencies.ts'
import { exportReport, type Report, type ReportName, readReport, reports } from './read-report.ts'
import { readReportRange } from './rules.ts'
import { reportAnswer, reportQuery } from './schemas.ts'

const texts: Record<ReportName, readonly [title: string, summary: string, description: string]> = {
  sales: ['Sales', 'Sales', 'Orders by the day of their payment, and refunds by theirs.'],
  payments: ['Payments', 'Payments by provider', 'Money by the day on which it came or went; by method without days.'],
  taxes: [
    'Taxes',
    'Taxes by country and rate',
    'As the One-Stop Shop of the EU wants them: where the order is taxed, goods and services, each rate.',
  ],
  products: ['Products', 'Sold products', 'Units and money of each product.'],
  discounts: ['Discounts', 'Discounts by promotion', 'Discounts of the orders that were paid on these days.'],
  'gift-cards': ['GiftCards', 'Gift cards and store credit', 'Every change of a balance, and what is left.'],
  refunds: ['Refunds', 'Refunds', 'Refunds by the day on which they succeeded.'],
  margin: [
    'Margin',
    'Margin',
    'Revenue without tax, and what the sold units cost the shop. Costs are in the shop’s own currency: in another ' +
      'one, cost and margin are null.',
  ],
  visits: ['Visits', 'Visits', 'Visits that a storefront counted, and how far they came.'],
}

const fileName = (name: ReportName, selling: Selling | undefined) =>
  selling?.which === 'one' ? `${name}-${selling.currency}` : name

const ofCustomers = 'With `by=customer` the caller also needs `customers.read`.'

export function reportRoutes(app: App, deps: Dependencies): void {
  for (const [name, report] of Object.entries(reports) as [ReportName, Report][]) {
    const [title, summary, description] = texts[name]
    app.get(
      `/admin/reports/${name}`,
      {
        config: { permission: 'dashboard.read' },
        schema: {
          tags: ['Reports'],
          operationId: `get${title}Report`,
          summary,
          description: report.dimensions.includes('customer') ? `${description} ${ofCustomers}` : description,
          querystring: reportQuery(report.dimensions, !report.isWithoutMoney),
          response: {
            200: {
              description: 'The report; with `format=csv` a file with all rows, without `totals`.',
              content: {
                'application/json': { schema: envelope(reportAnswer(name, title, !report.isWithoutMoney)) },
                'text/csv': { schema: Type.String() },
              },
            },
            ...errors(),
          },
        },
      },
      async (request, reply) => {
        const { from, to, format } = request.query
        const by = request.query.by ?? (report.isNeeded ? report.dimensions[0] : undefined)
        const staff = staffOf(request)
        if (by === 'customer' && !staff.permissions.has('customers.read')) throw lacksPermission('customers.read')
        const merchant = await merchantOf(deps.merchants, staff.merchantId)
        const range = readReportRange({ from, to }, by, new Date(), merchant.timezone)
        const hasSeveral = !report.isWithoutMoney && deps.merchants.hasMarkets(merchant.id)
        const selling = readSelling(request.query.currency, merchant.currency, hasSeveral)
        const requested = { name, by, range, selling }
        const [shop, writer] = [deps.shop(merchant.id), writerOf(request)]
        // The declared types are those of the texts.
        if (format === 'json') {
          return ok(await deps.reads.run(writer, shop, (db) => readReport(db, merchant, requested))) as never
        }
        await recordExport(shop, staff, 'report.exported')
        reply.header('content-disposition', `attachment; filename="${fileName(name, selling)}.csv"`)
        reply.type('text/csv; charset=utf-8')
        return reply.send(
          Readable.from(exportReport((read) => deps.reads.run(writer, shop, read), merchant, requested)) as never,
        )
      },
    )
  }
}
