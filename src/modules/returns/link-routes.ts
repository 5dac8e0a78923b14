import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { linkCodes, linkHeaders, linkParams, openOrderLink, openToAll, readErrors } from '#src/modules/orders/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { originOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { once, onceInSteps } from '#src/platform/http/requests/idempotency.ts'
import { byUser } from '#src/platform/lib/cause.ts'
import { presentWithdrawn, request, withdrawal } from './declarations.ts'
import type { Dependencies } from './dependencies.ts'
import { readByLink } from './open-link.ts'
import { presentLinked, presentReturn } from './present-return.ts'
import { requestReturn } from './request-return.ts'
import { LinkedOrder, RequestReturn, Return, WithdrawFromOrder, WithdrawnOrder } from './schemas.ts'
import { beginWithdrawal, type Declared, finishWithdrawal, readWithdrawal } from './withdraw.ts'

const tags = ['Returns']
const security = openToAll
const [params, headers] = [linkParams, linkHeaders]

/** An order by the link in its mails: for guests, and without a session. */
export function orderLinkRoutes(app: App, deps: Dependencies): void {
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
        security,
        params,
        querystring: Type.Object({}),
        response: { 200: envelope(LinkedOrder), ...errors(...readErrors, 'NOT_FOUND') },
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
        security,
        headers,
        params,
        body: WithdrawFromOrder,
        response: { 201: envelope(WithdrawnOrder), ...errors(...linkCodes) },
      },
    },
    async (request, reply) => {
      const linked = await openOrderLink(deps, request.params.token)
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
        security,
        headers,
        params,
        body: RequestReturn,
        response: { 201: envelope(Return), ...errors(...linkCodes) },
      },
    },
    async (request, reply) => {
      const linked = await openOrderLink(deps, request.params.token)
      const customer = { ...linked, userId: null, cause: byUser(null, originOf(request)) }
      const services = { db: deps.shop(linked.merchantId), seal: deps.seal }
      return once(services, request, reply, 201, async (executor) =>
        ok(presentReturn(await requestReturn(executor, customer, request.body), 'customer')),
      )
    },
  )
}
