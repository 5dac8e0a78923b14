import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { createApiKey, revokeApiKey } from './manage-api-keys.ts'
import { countApiKeys, selectApiKeys } from './queries.ts'
import { ApiKey, ApiKeyWithSecret, NewApiKey, presentApiKey } from './schemas.ts'

const tags = ['API keys']

/** Keys for programs that act for the merchant. */
export function apiKeyRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/api-keys',
    {
      config: { permission: 'keys.write' },
      schema: {
        tags,
        operationId: 'listApiKeys',
        summary: 'API keys, newest first',
        description:
          'A publishable key is shown whole. A secret one is shown once, when it is made; here are its last four ' +
          'characters.',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(ApiKey) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const list = paginate(deps, ['/admin/api-keys', merchantId], request.query)
      const rows = await selectApiKeys(deps.db, merchantId, list.request)
      const count = () => countApiKeys(deps.db, merchantId)
      return list.answer(await toPage(rows, list.request, count, (row) => [row.id]), presentApiKey)
    },
  )

  app.post(
    '/admin/api-keys',
    {
      config: { permission: 'keys.write' },
      schema: {
        tags,
        operationId: 'createApiKey',
        summary: 'Make an API key',
        description:
          'Only this answer contains a secret key. An `admin` key acts for who makes it: it never has more than ' +
          'their role allows at the time, and ends with that role. One made with a key has no more than that one, ' +
          'and ends with it. Keys of the kinds `publishable` and `storefront` belong to the shop and stay.',
        body: NewApiKey,
        response: { 201: envelope(ApiKeyWithSecret), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) =>
      once({ db: deps.db, seal: deps.seal }, request, reply, 201, async (executor) => {
        const made = await createApiKey(executor, staffOf(request), request.body)
        return ok({ ...presentApiKey(made), key: made.key })
      }),
  )

  app.delete(
    '/admin/api-keys/:id',
    {
      config: { permission: 'keys.write' },
      schema: {
        tags,
        operationId: 'revokeApiKey',
        summary: 'Revoke an API key',
        description:
          'It is refused within a second everywhere, and so are the keys made with it. What a CDN has kept for a ' +
          'publishable key it may show for up to six minutes.',
        params: Type.Object({ id: Uuid }),
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      await revokeApiKey(deps, staffOf(request), request.params.id)
      return ok({})
    },
  )
}
