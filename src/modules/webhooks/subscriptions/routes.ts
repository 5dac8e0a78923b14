import { Type } from 'typebox'
import { createResolver } from '#src/platform/egress/resolver.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import {
  changeSubscription,
  checkReceiver,
  createSubscription,
  deleteSubscription,
  getSubscription,
  rotateSecret,
} from './manage-subscriptions.ts'
import { countSubscriptions, selectSubscriptions } from './queries.ts'
import {
  CreateWebhook,
  presentSubscription,
  presentWithSecret,
  RotateSecret,
  UpdateWebhook,
  Webhook,
  WebhookWithSecret,
} from './schemas.ts'

const tags = ['Webhooks']
const params = Type.Object({ webhook_id: Uuid })

/** The webhook subscriptions of a merchant. */
export function webhookRoutes(app: App, deps: Dependencies): void {
  const { production } = deps.config
  const receivers = { production, resolve: createResolver({ production }) }

  app.post(
    '/admin/webhooks',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        tags,
        operationId: 'createWebhook',
        summary: 'Subscribe a URL to events',
        description:
          'Only this answer and that of a rotation contain the secret. 409 if the merchant has 100 subscriptions.',
        body: CreateWebhook,
        response: { 201: envelope(WebhookWithSecret), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      await checkReceiver(request.body.url, receivers)
      return once(
        { db: deps.shop(staffOf(request).merchantId), seal: deps.seal },
        request,
        reply,
        201,
        async (executor) =>
          ok(presentWithSecret(await createSubscription(executor, deps, staffOf(request), request.body))),
      )
    },
  )

  app.get(
    '/admin/webhooks',
    {
      config: { permission: 'webhooks.read' },
      schema: {
        tags,
        operationId: 'listWebhooks',
        summary: 'Subscriptions, newest first',
        description: 'The list has no secrets.',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(Webhook) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const list = paginate(deps, ['/admin/webhooks', merchantId], request.query)
      const rows = await selectSubscriptions(deps.shop(merchantId), merchantId, list.request)
      const count = () => countSubscriptions(deps.shop(merchantId), merchantId)
      return list.answer(await toPage(rows, list.request, count, (row) => [row.id]), presentSubscription)
    },
  )

  app.get(
    '/admin/webhooks/:webhook_id',
    {
      config: { permission: 'webhooks.read' },
      schema: {
        tags,
        operationId: 'getWebhook',
        summary: 'One subscription',
        description: 'Without its secret. If the service switched it off, `disabled_reason` says why.',
        params,
        response: { 200: envelope(Webhook) },
      },
    },
    async (request) => {
      const key = keyOf(request)
      return ok(presentSubscription(await getSubscription(deps.shop(key.merchantId), key)))
    },
  )

  app.patch(
    '/admin/webhooks/:webhook_id',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        tags,
        operationId: 'updateWebhook',
        summary: 'Change a subscription',
        description: 'Omitted fields keep their value. Retries also use the new URL.',
        params,
        body: UpdateWebhook,
        response: { 200: envelope(Webhook) },
      },
    },
    async (request) => {
      if (request.body.url !== undefined) await checkReceiver(request.body.url, receivers)
      const key = keyOf(request)
      return ok(presentSubscription(await changeSubscription(deps.shop(key.merchantId), key, request.body)))
    },
  )

  app.delete(
    '/admin/webhooks/:webhook_id',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        tags,
        operationId: 'deleteWebhook',
        summary: 'Delete a subscription',
        description: 'Waiting deliveries are cancelled. Past deliveries can no longer be read.',
        params,
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      const key = keyOf(request)
      await deleteSubscription(deps.shop(key.merchantId), key)
      return ok({})
    },
  )

  app.post(
    '/admin/webhooks/:webhook_id/rotate-secret',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        tags,
        operationId: 'rotateWebhookSecret',
        summary: 'Replace the secret',
        description:
          'Only this answer contains the new secret. For 24 h `webhook-signature` also has a signature of the ' +
          'previous one; `X-Service-Signature` uses the new one at once.',
        params,
        body: RotateSecret,
        response: { 200: envelope(WebhookWithSecret), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) =>
      once({ db: deps.shop(staffOf(request).merchantId), seal: deps.seal }, request, reply, 200, async (executor) =>
        ok(presentWithSecret(await rotateSecret(executor, deps, keyOf(request), request.body.secret))),
      ),
  )
}

function keyOf(request: Parameters<typeof staffOf>[0] & { params: { webhook_id: string } }) {
  const { merchantId, cause } = staffOf(request)
  return { merchantId, cause, subscriptionId: request.params.webhook_id }
}
