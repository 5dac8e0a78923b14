import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, ok } from '#src/platform/http/envelope.ts'
import { EventEnvelope, presentEvent } from '../deliveries/schemas.ts'
import type { Dependencies } from '../dependencies.ts'
import { getEvent } from './get-event.ts'
import { listEvents } from './list-events.ts'
import { EventDetail, EventId, eventLogFilter, presentEventDetail } from './schemas.ts'

/** The event log, for receivers that poll or were away. */
export function eventRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/events',
    {
      config: { permission: 'webhooks.read' },
      schema: {
        tags: ['Webhooks'],
        operationId: 'listEvents',
        summary: 'Events of the last 30 days',
        description: 'The envelopes as delivered, with or without a subscription. Excludes the sample events of tests.',
        querystring: listQuery(defaultLimits, eventLogFilter),
        response: { 200: pageOf(EventEnvelope) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { event, since, after, order } = request.query
      const list = paginate(deps, ['/admin/events', merchantId, event, since, after, order], request.query)
      const zone = (await deps.merchants.find(merchantId))?.timezone ?? 'UTC'
      const log = { db: deps.shop(merchantId), mails: deps.config.MAIL, zone }
      const page = await listEvents(log, merchantId, { event, since, after, direction: order }, list.request)
      return list.answer(page, presentEvent)
    },
  )
  app.get(
    '/admin/events/:event_id',
    {
      config: { permission: 'webhooks.read' },
      schema: {
        tags: ['Webhooks'],
        operationId: 'getEvent',
        summary: 'One event with its deliveries',
        description: 'An event of the last 30 days, or a sample event of a test.',
        params: Type.Object({ event_id: EventId }),
        response: { 200: envelope(EventDetail) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentEventDetail(await getEvent(deps.shop(merchantId), merchantId, request.params.event_id)))
    },
  )
}
