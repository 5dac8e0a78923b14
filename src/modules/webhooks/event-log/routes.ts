import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/authentication.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/pagination.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { EventEnvelope, EventName, presentEvent } from '../schemas.ts'
import { listEvents } from './read-event-log.ts'

/** The pull log: for who would rather ask than be called, or was away. */
export function eventRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/events',
    {
      config: { permission: 'webhooks.read' },
      schema: {
        tags: ['Webhooks'],
        operationId: 'listEvents',
        summary: 'Events of the last 30 days, oldest first',
        description:
          'The very envelopes that are delivered, whoever subscribed to them; sample events of tests are not among them.',
        querystring: listQuery(defaultLimits, {
          event: Type.Optional(EventName),
          since: Type.Optional(Type.String({ format: 'date-time', description: 'Only events from this time on.' })),
          after: Type.Optional(
            Type.String({
              pattern: '^evt_[0-9a-f]{32}$',
              description:
                'Id of an event: only what stands behind it in the log. To go on from the last one you have.',
            }),
          ),
        }),
        response: { 200: pageOf(EventEnvelope) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { event, since, after } = request.query
      const list = paginate(deps.cursors, ['/admin/events', merchantId, event, since, after], request.query)
      const { rows, total } = await listEvents(deps.db, merchantId, { event, since, after }, list.request)
      return list.answer(
        toPage(rows, list.request.limit, total, (row) => [row.transaction_id, row.id]),
        presentEvent,
      )
    },
  )
}
