import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { getDelivery, listDeliveries } from './list-deliveries.ts'
import { recoverFailed, retryDelivery } from './redelivery.ts'
import {
  Delivery,
  DeliveryDetail,
  DeliveryStatus,
  EventName,
  presentDelivery,
  presentDeliveryDetail,
  RecoverDeliveries,
  Recovered,
  TestWebhook,
} from './schemas.ts'
import { sendTest } from './send-test.ts'

const tags = ['Webhooks']
const params = Type.Object({ webhook_id: Uuid })
const deliveryParams = Type.Object({ webhook_id: Uuid, delivery_id: Uuid })

/** The deliveries of a subscription: list, detail, test, retry and recovery. */
export function deliveryRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/admin/webhooks/:webhook_id/test',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        tags,
        operationId: 'testWebhook',
        summary: 'Send a sample event',
        description:
          'Sends to this subscription only, even if it does not list the event; signed, retried and logged like ' +
          'others. Without `event`: `order.created` if it is subscribed to, else the first subscribed event. ' +
          'WEBHOOK_INACTIVE if switched off.',
        params,
        body: TestWebhook,
        response: { 202: envelope(Delivery), ...errors('WEBHOOK_INACTIVE', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const merchant = await deps.merchants.find(staffOf(request).merchantId)
      if (merchant === undefined) throw notFound('merchant')
      return once(
        { db: deps.shop(staffOf(request).merchantId), seal: deps.seal },
        request,
        reply,
        202,
        async (executor) =>
          ok(
            presentDelivery(
              await sendTest(executor, deps.events, merchant, request.params.webhook_id, request.body.event),
            ),
          ),
      )
    },
  )

  app.get(
    '/admin/webhooks/:webhook_id/deliveries',
    {
      config: { permission: 'webhooks.read' },
      schema: {
        tags,
        operationId: 'listDeliveries',
        summary: 'Deliveries of the last 30 days, newest first',
        description: 'Filter by `status` to find failed deliveries.',
        params,
        querystring: listQuery(defaultLimits, {
          status: Type.Optional(DeliveryStatus),
          event: Type.Optional(EventName),
        }),
        response: { 200: pageOf(Delivery) },
      },
    },
    async (request) => {
      const key = keyOf(request)
      const { status, event } = request.query
      const listed = ['/admin/webhooks/deliveries', key.merchantId, key.subscriptionId, status, event]
      const list = paginate(deps, listed, request.query)
      const page = await listDeliveries(deps.shop(key.merchantId), key, { status, event }, list.request)
      return list.answer(page, presentDelivery)
    },
  )

  app.get(
    '/admin/webhooks/:webhook_id/deliveries/:delivery_id',
    {
      config: { permission: 'webhooks.read' },
      schema: {
        tags,
        operationId: 'getDelivery',
        summary: 'One delivery with its payload and every attempt',
        description:
          'The bytes that are sent, and for each attempt its time, status, error, and the first 16 KiB of the answer.',
        params: deliveryParams,
        response: { 200: envelope(DeliveryDetail) },
      },
    },
    async (request) => {
      const key = deliveryKeyOf(request)
      return ok(presentDeliveryDetail(await getDelivery(deps.shop(key.merchantId), key)))
    },
  )

  app.post(
    '/admin/webhooks/:webhook_id/deliveries/:delivery_id/retry',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        tags,
        operationId: 'retryDelivery',
        summary: 'Send an ended delivery again',
        description:
          'Sends a failed, cancelled or delivered delivery at once, with the same bytes and all retries. Attempt ' +
          'numbers continue. CONFLICT while it is pending or delivering, WEBHOOK_INACTIVE if switched off.',
        params: deliveryParams,
        response: { 202: envelope(Delivery), ...errors('CONFLICT', 'WEBHOOK_INACTIVE', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) =>
      once({ db: deps.shop(staffOf(request).merchantId), seal: deps.seal }, request, reply, 202, async (executor) =>
        ok(presentDelivery(await retryDelivery(executor, deliveryKeyOf(request)))),
      ),
  )

  app.post(
    '/admin/webhooks/:webhook_id/recover',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        tags,
        operationId: 'recoverDeliveries',
        summary: 'Send the failed deliveries of a range of time again',
        description:
          'The range refers to the time of the events. Idempotent: a delivery that was queued again is not failed ' +
          'any more.',
        params,
        body: RecoverDeliveries,
        response: { 202: envelope(Recovered), ...errors('WEBHOOK_INACTIVE', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) =>
      once({ db: deps.shop(staffOf(request).merchantId), seal: deps.seal }, request, reply, 202, async (executor) =>
        ok(await recoverFailed(executor, keyOf(request), request.body)),
      ),
  )
}

function keyOf(request: Parameters<typeof staffOf>[0] & { params: { webhook_id: string } }) {
  return { merchantId: staffOf(request).merchantId, subscriptionId: request.params.webhook_id }
}

function deliveryKeyOf(request: Parameters<typeof keyOf>[0] & { params: { delivery_id: string } }) {
  return { ...keyOf(request), deliveryId: request.params.delivery_id }
}
