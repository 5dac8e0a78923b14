import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, named, ok, optionalBody, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import type { Dependencies } from '../dependencies.ts'
import { makePaymentLink } from './payment-link.ts'

const MakePaymentLink = optionalBody('MakePaymentLink', {
  mail: Type.Optional(Type.Boolean({ description: 'Mails a link to the address of the order. Default: false.' })),
})

const PaymentLink = named(
  'PaymentLink',
  Type.Object({
    url: Type.String({
      description: 'A page of the service. Anyone with the address can see and pay the order. Shown once.',
      examples: ['https://api.example.com/pay/AZqfPm9cfD6cWS9qOh8LEQ9f…'],
    }),
    expires_at: Timestamp,
  }),
)

export function paymentLinkRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/admin/orders/:id/payment-link',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags: ['Orders'],
        operationId: 'makePaymentLink',
        summary: 'Make a link to pay an order without an account',
        description:
          'Of an order that waits for its payment; 409 INVALID_TRANSITION else. Each call makes another link. ' +
          'Payment, cancellation and expiry of the order end all of them.',
        params: Type.Object({ id: Uuid }),
        body: MakePaymentLink,
        response: { 201: envelope(PaymentLink), ...errors('INVALID_TRANSITION', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const { mail = false } = request.body
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) => {
        const { url, expiresAt } = await makePaymentLink(deps, executor, staff, request.params.id, mail)
        return ok({ url, expires_at: expiresAt.toISOString() })
      })
    },
  )
}
