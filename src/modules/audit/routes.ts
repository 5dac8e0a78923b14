import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import type { Dependencies } from './dependencies.ts'
import { listEntries } from './list-entries.ts'
import { readFilter } from './rules.ts'
import { AuditEntry, auditFilters, presentEntry } from './schemas.ts'

export function auditRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/audit-log',
    {
      config: { permission: 'audit.read' },
      schema: {
        tags: ['Audit log'],
        operationId: 'listAuditLog',
        summary: 'The audit log of the shop, newest first',
        description: 'Entries are kept for 400 days and never changed.',
        querystring: listQuery(defaultLimits, auditFilters),
        response: { 200: pageOf(AuditEntry) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const timezone = (await deps.merchants.find(merchantId))?.timezone ?? 'UTC'
      const filter = readFilter(request.query, timezone)
      const list = paginate(deps, ['/admin/audit-log', merchantId, filter], request.query)
      const entries = await listEntries(deps.shop(merchantId), merchantId, filter, list.request)
      const { page, actors, targets } = entries
      return list.answer(page, (row) => presentEntry(row, actors, targets))
    },
  )
}
