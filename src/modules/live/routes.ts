import { Gauge } from 'prom-client'
import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { actorOf, staffOf } from '#src/platform/http/auth/authentication.ts'
import { permissionsNow } from '#src/platform/http/auth/permissions-now.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { streamPermissions } from './changes.ts'
import type { Dependencies } from './dependencies.ts'
import { createLogReader } from './log-reader.ts'
import { type ChangeStream, openStream } from './open-stream.ts'
import { eventStream, LastEventId } from './schemas.ts'
import { createStreamLimit } from './stream-limit.ts'

/** Tells staff what changes while they look. */
export function liveRoutes(app: App, deps: Dependencies): void {
  const reader = createLogReader(deps.db, deps.logger)
  const limit = createStreamLimit()
  const streams = new Set<ChangeStream>()
  new Gauge({
    name: 'http_streams_open',
    help: 'Streams of changes that this process has open.',
    registers: [deps.metrics],
    collect() {
      this.set(limit.open())
    },
  })
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end()
    await reader.stop()
  })

  app.get(
    '/admin/stream',
    {
      config: { permission: 'orders.read', orPermissions: streamPermissions, endless: true },
      schema: {
        tags: ['Events'],
        operationId: 'streamChanges',
        summary: 'Changes as they happen, as server-sent events',
        description:
          'Each `event: change` has `data: {type, id, version}` of what the caller may read: `type` is the name of ' +
          'an event, `id` that of the order, product or customer. A comment comes every 20 s. `last-event-id` ' +
          'resumes; after `event: reset` reload what you show: too much was missed; after `event: end` ' +
          'the caller would be refused.',
        headers: Type.Object({ 'last-event-id': LastEventId }),
        response: { 200: eventStream },
      },
    },
    async (request, reply) => {
      reply.type('text/event-stream; charset=utf-8')
      reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      if (request.method === 'HEAD') return reply.send('')
      if (app.isStopping())
        throw new AppError('SERVICE_UNAVAILABLE', 'this process is stopping; try again', { retryAfter: 1 })
      const { userId, merchantId, principal } = staffOf(request)
      const session = principal.type === 'api_key' ? principal.id : actorOf(request).sessionId
      const release = limit.enter({ session, userId, merchantId })
      try {
        const stream = await openStream({
          db: deps.shop(merchantId),
          reader,
          merchantId,
          heartbeatMs: app.heartbeatMs,
          since: request.headers['last-event-id'] || undefined,
          permissions: async () => {
            const now = await permissionsNow(request, deps)
            return streamPermissions.some((one) => now?.has(one)) ? now : undefined
          },
        })
        streams.add(stream)
        stream.body.once('close', () => {
          streams.delete(stream)
          release()
        })
        if (app.isStopping()) stream.end()
        // The declared type is the stream's text.
        return reply.send(stream.body as never)
      } catch (error) {
        release()
        throw error
      }
    },
  )
}
