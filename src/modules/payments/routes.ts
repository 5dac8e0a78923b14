import { Type } from 'typebox'
import type { App } from '#src/platform/http/app.ts'
import { envelope, errors, named, ok } from '#src/platform/http/envelope.ts'
import { clientAddress, limitRequest, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import type { Dependencies } from './dependencies.ts'
import { receiveNotification } from './receive-notification.ts'

const tags = ['Payments']

const Received = named('Received', Type.Object({ received: Type.Literal(true) }))

const refusals = [
  ...(['VALIDATION_ERROR', 'NOT_FOUND', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const),
  ...(['RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const),
]

/** A scope of its own: the signature is over the bytes of the body, and there are no credentials. */
export function notificationRoutes(app: App, deps: Dependencies, limiter: RateLimiter): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes))
  app.post(
    '/payments/stripe/webhook',
    {
      schema: {
        tags,
        operationId: 'receiveStripeEvent',
        summary: 'Webhook for Stripe: a payment has changed',
        description:
          'The body is an event of Stripe, signed in `stripe-signature` at most 5 minutes ago. It only makes the ' +
          'service ask Stripe for the payment that it names.',
        security: [],
        headers: Type.Object({ 'stripe-signature': Type.Optional(Type.String({ maxLength: 2_000 })) }),
        response: { 200: envelope(Received), ...errors(...refusals) },
      },
    },
    async (request, reply) => {
      const provider = deps.paymentProviders.find(({ name }) => name === 'stripe')
      if (provider?.readNotification === undefined) throw notFound('payment provider')
      const body = request.body as Buffer | undefined
      const notification = provider.readNotification(body ?? Buffer.alloc(0), request.headers['stripe-signature'])
      if (notification === undefined) {
        // Only these events: Stripe may send many others.
        await limitRequest(limiter, clientAddress(request.ip), reply)
        throw invalid({ field: 'stripe-signature', message: 'is not a valid signature of this body, or is too old' })
      }
      await receiveNotification(deps, provider.name, notification)
      return ok({ received: true as const })
    },
  )
}
