import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/idempotency.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/pagination.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { createResolver } from '../sending/resolver.ts'
import {
  changeSubscription,
  checkReceiver,
  createSubscription,
  deleteSubscription,
  getSubscription,
  rotateSecret,
} from './manage-subscriptions.ts'
import { selectSubscriptions } from './queries.ts'
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

/** The merchant's webhook subscriptions. */
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
        summary: 'Subscribe an address to events',
        description:
          'The only answer that shows the secret, beside that of its rotation. 409 beyond 100 subscriptions.',
        body: CreateWebhook,
        response: { 201: envelope(WebhookWithSecret), ...errors(409, 422) },
      },
    },
    async (request, reply) => {
      await checkReceiver(request.body.url, receivers)
      return once(deps, request, reply, 201, async (executor) =>
        ok(presentWithSecret(await createSubscription(executor, deps, staffOf(request).merchantId, request.body))),
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
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(Webhook) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const list = paginate(deps.cursors, ['/admin/webhooks', merchantId], request.query)
      const { rows, total } = await selectSubscriptions(deps.db, merchantId, list.request)
      return list.answer(
        toPage(rows, list.request.limit, total, (row) => [row.id]),
        presentSubscription,
      )
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
        params,
        response: { 200: envelope(Webhook) },
      },
    },
    async (request) => ok(presentSubscription(await getSubscription(deps.db, keyOf(request)))),
  )

  app.patch(
    '/admin/webhooks/:webhook_id',
    {
      config: { permission: 'webhooks.write' },
      schema: {
        tags,
        operationId: 'updateWebhook',
        summary: 'Change a subscription',
        description: 'What is left out stays. Another address counts for retries too.',
        params,
        body: UpdateWebhook,
        response: { 200: envelope(Webhook) },
      },
    },
    async (request) => {
      if (request.body.url !== undefined) await checkReceiver(request.body.url, receivers)
      return ok(presentSubscription(await changeSubscription(deps.db, keyOf(request), request.body)))
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
        description: 'Nothing that waits is sent any more. Its deliveries can no longer be read.',
        params,
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      await deleteSubscription(deps.db, keyOf(request))
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
        summary: 'Put another secret in force',
        description:
          'Shows it this once. For 24 h `webhook-signature` carries a signature of the secret before beside the new one; ' +
          '`X-Service-Signature` is made with the new one at once.',
        params,
        body: RotateSecret,
        response: { 200: envelope(WebhookWithSecret), ...errors(409, 422) },
      },
    },
    async (request, reply) =>
      once(deps, request, reply, 200, async (executor) =>
        ok(presentWithSecret(await rotateSecret(executor, deps, keyOf(request), request.body.secret))),
      ),
  )
}

function keyOf(request: Parameters<typeof staffOf>[0] & { params: { webhook_id: string } }) {
  return { merchantId: staffOf(request).merchantId, subscriptionId: request.params.webhook_id }
}
