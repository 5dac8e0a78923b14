import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { merchantOf } from '#src/modules/merchants/index.ts'
import { recordExport } from '#src/platform/audit/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { exportedFile } from '#src/platform/http/envelope.ts'
import { chosenIds, readChosenIds } from '#src/platform/http/requests/chosen-ids.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { Dependencies } from '../dependencies.ts'
import { exportMerchantOrders } from './export-orders.ts'
import { readFilter } from './filter.ts'
import { staffFilters } from './schemas.ts'

export function orderExportRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/orders/export',
    {
      config: { permission: 'exports.read' },
      schema: {
        tags: ['Orders'],
        operationId: 'exportOrders',
        summary: 'The merchant’s orders as a file',
        description:
          'A row per order line, oldest first, with the fields of the whole order in each row. In CSV, text that a ' +
          'spreadsheet would take for a formula gets an apostrophe before it; telephone numbers do not. `created_on` ' +
          'and `paid_on` are days of the shop’s `timezone`.',
        querystring: Type.Object({
          format: Type.Unsafe<'csv' | 'ndjson'>(Type.String({ enum: ['csv', 'ndjson'], default: 'csv' })),
          ...staffFilters,
          ids: chosenIds('orders'),
        }),
        response: {
          200: exportedFile,
        },
      },
    },
    async (request, reply) => {
      const { format, ids: chosen, ...query } = request.query
      const ids = readChosenIds(chosen)
      const staff = staffOf(request)
      const merchant = await merchantOf(deps.merchants, staff.merchantId)
      const filter = readFilter(query, { ...merchant, hasMarkets: deps.merchants.hasMarkets(merchant.id) })
      const shop = deps.shop(staff.merchantId)
      await recordExport(shop, staff, 'order.exported')
      reply.header('content-disposition', `attachment; filename="orders.${format}"`)
      reply.type(`${format === 'csv' ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`)
      const writer = writerOf(request)
      const rows = exportMerchantOrders(
        (read) => deps.reads.run(writer, shop, read),
        merchant,
        { ...filter, ...(ids && { ids }) },
        format,
      )
      // The declared type is the file's text; it is sent as a stream.
      return reply.send(Readable.from(rows) as never)
    },
  )
}
