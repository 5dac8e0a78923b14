import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { originOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { limitByAddress, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { once, onceInSteps } from '#src/platform/http/requests/idempotency.ts'
import { byUser } from '#src/platform/lib/cause.ts'
import { presentWithdrawn, request, withdrawal } from './declarations.ts'
import type { Dependencies } from './dependencies.ts'
import { openLink, readByLink } from './open-link.ts'
import { requestReturn } from './request-return.ts'
import {
  LinkedOrder,
  presentLinked,
  presentReturn,
  RequestReturn,
  Return,
  WithdrawFromOrder,
  WithdrawnOrder,
} from './schemas.ts'
import { beginWithdrawal, type Declared, finishWithdrawal, readWithdrawal } from './withdraw.ts'

const tags = ['Returns']
const params = Type.Object({
  token: Type.String({ maxLength: 500, description: 'Part of the link to the order in the shop’s mails.' }),
})
const always = ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const
const ofBodies = ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const
const ofKeys = ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'] as const
const refusals = errors(...always, ...ofBodies, ...ofKeys, 'INVALID_TRANSITION', 'CONFLICT')

/** Requests of one token share their idempotency keys, and no others do. */
const headers = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 16,
      maxLength: 255,
      description: 'Makes the request safe to repeat for 24 h: the same key and body replay the first answer.',
      examples: ['3f1c9a52-7d0e-4b1a-9c55-0e6b8a2f7d14'],
    }),
  ),
})

/** An order by the link in its mails: for guests, and without a session. */
export function orderLinkRoutes(app: App, deps: Dependencies, limiter: RateLimiter): void {
  limitByAddress(app, limiter)
  app.addHook('onRequest', async (request, reply) => {
    const { token = '' } = request.params as { token?: string }
    request.deviceId = `order link ${createHash('sha256').update(token).digest('base64url')}`
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  })

  app.get(
    '/orders/by-token/:token',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        operationId: 'getOrderByToken',
        summary: 'An order by the link in its mails',
        description: 'The token is of this order alone and works for 60 days.',
        security: [],
        params,
        querystring: Type.Object({}),
        response: { 200: envelope(LinkedOrder), ...errors(...always) },
      },
    },
    async (request) => ok(presentLinked(await readByLink(deps, request.params.token))),
  )

  app.post(
    '/orders/by-token/:token/withdraw',
    {
      preValidation: async (request) => {
        if (request.body === undefined) request.body = {}
      },
      schema: {
        tags,
        operationId: 'withdrawByToken',
        ...withdrawal,
        security: [],
        ...{ headers, params },
        body: WithdrawFromOrder,
        response: { 201: envelope(WithdrawnOrder), ...refusals },
      },
    },
    async (request, reply) => {
      const linked = await openLink(deps, request.params.token)
      const customer = { ...linked, userId: null, cause: byUser(null, originOf(request)) }
      const db = deps.shop(linked.merchantId)
      return onceInSteps({ db, seal: deps.seal }, request, reply, 201, {
        begin: (executor) => beginWithdrawal({ ...deps, db: executor }, customer, request.body.items),
        finish: async (declared) => presentWithdrawn(await finishWithdrawal({ ...deps, db }, declared)),
        resume: async (declared: Declared) => presentWithdrawn(await readWithdrawal(db, declared)),
      })
    },
  )

  app.post(
    '/orders/by-token/:token/returns',
    {
      schema: {
        tags,
        operationId: 'requestReturnByToken',
        ...request,
        security: [],
        ...{ headers, params },
        body: RequestReturn,
        response: { 201: envelope(Return), ...refusals },
      },
    },
    async (request, reply) => {
      const linked = await openLink(deps, request.params.token)
      const customer = { ...linked, userId: null, cause: byUser(null, originOf(request)) }
      const services = { db: deps.shop(linked.merchantId), seal: deps.seal }
      return once(services, request, reply, 201, async (executor) =>
        ok(presentReturn(await requestReturn(executor, customer, request.body), 'customer')),
      )
    },
  )
}
