import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { recordExport } from '#src/platform/audit/index.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import type { App } from '#src/platform/http/app.ts'
import { requirePermission, staffOf } from '#src/platform/http/auth/authentication.ts'
import { exportedFile } from '#src/platform/http/envelope.ts'
import { chosenIds, readChosenIds } from '#src/platform/http/requests/chosen-ids.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { cannotBeRead } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { exportCustomers } from './export-customers.ts'
import { readFilter } from './read-filter.ts'
import { customerFilters } from './schemas.ts'

const { sort: _, order: __, ...chosen } = customerFilters

export function customerExportRoutes(app: App, deps: Dependencies & { reads: Reads }): void {
  app.get(
    '/admin/users/export',
    {
      config: { permission: 'exports.read' },
      schema: {
        tags: ['Customers'],
        operationId: 'exportCustomers',
        summary: 'The shop’s customers as a file',
        description:
          'A row per customer, oldest first; needs `customers.read`, too. In CSV, text that a spreadsheet would take ' +
          'for a formula gets an apostrophe before it; telephone numbers do not.',
        querystring: Type.Object({
          format: Type.Unsafe<'csv' | 'ndjson'>(Type.String({ enum: ['csv', 'ndjson'], default: 'csv' })),
          ...chosen,
          ids: chosenIds('customers'),
        }),
        response: {
          200: exportedFile,
        },
      },
    },
    async (request, reply) => {
      requirePermission(request, 'customers.read')
      const { format, ids, ...query } = request.query
      const staff = staffOf(request)
      const { merchantId } = staff
      const merchant = await deps.merchants.find(merchantId)
      if (merchant === undefined) throw cannotBeRead('merchant')
      const given = readFilter({ ...query, sort: 'customer_since', order: 'asc' }, merchant)
      const filter = { ...given, ids: readChosenIds(ids) }
      const shop = deps.shop(merchantId)
      await recordExport(shop, staff, 'customer.exported')
      reply.header('content-disposition', `attachment; filename="customers.${format}"`)
      reply.type(`${format === 'csv' ? 'text/csv' : 'application/x-ndjson'}; charset=utf-8`)
      const writer = writerOf(request)
      const of = { merchantId, currency: merchant.currency }
      const rows = exportCustomers(deps, (read) => deps.reads.run(writer, shop, read), of, filter, format)
      // The declared type is the file's text; it is sent as a stream.
      return reply.send(Readable.from(rows) as never)
    },
  )
}
