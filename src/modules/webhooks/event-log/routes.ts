import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/authentication.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/pagination.ts'
import { toPage } from '#src/platform/lib/page.ts'
import { EventEnvelope, presentEvent } from '../deliveries/schemas.ts'
import type { Dependencies } from '../dependencies.ts'
import { cursorValues, listEvents } from './list-events.ts'
import { eventLogFilter } from './schemas.ts'

/** The event log, for receivers that poll or were away. */
export function eventRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/events',
    {
      config: { permission: 'webhooks.read' },
      schema: {
        tags: ['Webhooks'],
        operationId: 'listEvents',
        summary: 'Events of the last 30 days, oldest first',
        description: 'The envelopes as they are delivered, subscribed to or not; without the sample events of tests.',
        querystring: listQuery(defaultLimits, eventLogFilter),
        response: { 200: pageOf(EventEnvelope) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { event, since, after } = request.query
      const list = paginate(deps.cursors, ['/admin/events', merchantId, event, since, after], request.query)
      const log = { db: deps.shop(merchantId), mails: deps.config.MAIL }
      const { rows, total } = await listEvents(log, merchantId, { event, since, after }, list.request)
      return list.answer(toPage(rows, list.request.limit, total, cursorValues), presentEvent)
    },
  )
}
