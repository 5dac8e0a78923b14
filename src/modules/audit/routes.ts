import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from './dependencies.ts'
import { countEntries, selectActors, selectEntries, selectPeopleAndKeys, selectTargets } from './queries.ts'
import { namesIn, readFilter } from './rules.ts'
import { AuditEntry, auditFilters, presentEntry } from './schemas.ts'

export function auditRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/audit-log',
    {
      config: { permission: 'audit.read' },
      schema: {
        tags: ['Audit log'],
        operationId: 'listAuditLog',
        summary: 'What was done at the shop and by whom, newest first',
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
      const shop = deps.shop(merchantId)
      const rows = await selectEntries(shop, merchantId, filter, list.request)
      const count = () => countEntries(shop, merchantId, filter)
      const page = await toPage(rows, list.request, count, (row) => [row.at.toISOString(), row.id])
      const [actors, ofShop, others] = await Promise.all([
        selectActors(deps.identity, merchantId, page.items),
        selectTargets(shop, merchantId, page.items),
        selectPeopleAndKeys(deps.identity, merchantId, page.items),
      ])
      const targets = new Map([...namesIn(page.items), ...ofShop, ...others])
      return list.answer(page, (row) => presentEntry(row, actors, targets))
    },
  )
}
