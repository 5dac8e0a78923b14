import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { originOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import type { Dependencies } from '../dependencies.ts'
import { bodyErrors, openToAll } from '../return/link-schemas.ts'
import { lookUpOrder } from './look-up-order.ts'
import { LookUpOrder } from './schemas.ts'

export function lookUpRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/orders/lookup',
    {
      schema: {
        tags: ['Orders'],
        operationId: 'lookUpOrder',
        summary: 'Ask for the link to an order',
        description:
          'Mails the link to the order of this number and address, at one shop or at all. The answer is the same ' +
          'whether or not there is one. A mailbox gets a few such mails a day. A number that counts up, such as ' +
          'A-1001, is of one shop: that of `merchant_id`, or of the storefront’s key in `storefront-key` or ' +
          '`access-token`.',
        security: openToAll,
        querystring: Type.Object({}),
        body: LookUpOrder,
        response: { 202: envelope(Type.Object({})), ...errors(...bodyErrors) },
      },
    },
    async (request, reply) => {
      const { storefront, storefrontServer: server, body } = request
      const keyOf = storefront?.merchantId ?? server?.merchantId
      await lookUpOrder(deps, body, originOf(request), keyOf)
      return reply.code(202).send(ok({}))
    },
  )
}
