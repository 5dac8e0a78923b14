import { Type } from 'typebox'
import { linkCodes, linkHeaders, linkParams, openOrderLink, openToAll } from '#src/modules/orders/index.ts'
import { openAction, Payment, presentPayment } from '#src/modules/payments/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { originOf, shopperOf, staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { limitRequest, type RateLimiter } from '#src/platform/http/overload/rate-limit.ts'
import { byKeyOf } from '#src/platform/http/requests/idempotency.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { listPayments } from './list-payments.ts'
import { pay, record } from './pay.ts'
import { recordedPayment } from './requested-payment.ts'
import { PaidOrder, PayOrder, RecordPayment } from './schemas.ts'

const tags = ['Payments']
const params = Type.Object({ id: Uuid })
const response = { 201: envelope(PaidOrder), ...errors('INVALID_TRANSITION', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED') }
const shopperResponse = {
  ...response,
  ...errors(
    ...([
      'INVALID_TRANSITION',
      'PAYMENT_METHOD_UNAVAILABLE',
      'CONFLICT',
      'GIFT_CARD_UNAVAILABLE',
      'CURRENCY_MISMATCH',
    ] as const),
    ...(['REMAINDER_TOO_SMALL', 'IDEMPOTENCY_KEY_REUSED'] as const),
  ),
}

export function paymentRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/user/orders/:id/payments',
    {
      schema: {
        tags,
        operationId: 'listPayments',
        summary: 'Every payment of an order, newest first',
        description: 'Includes failed attempts.',
        params,
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(Payment) },
      },
    },
    async (request) => {
      const { userId, merchant } = shopperOf(request)
      const key = { merchantId: merchant.id, orderId: request.params.id, userId }
      const list = paginate(deps, ['/user/orders/payments', key], request.query)
      return list.answer(await listPayments(deps.shop(key.merchantId), key, list.request), (row) =>
        presentPayment(row, 'owner', openAction(deps.seal, row)),
      )
    },
  )

  app.post(
    '/user/orders/:id/payments',
    {
      schema: {
        tags,
        operationId: 'payOrder',
        summary: 'Pay an order',
        description:
          'A declined payment is a 201, too: its `status` is `failed`, and the order may be paid again. Without an ' +
          'answer of the provider it is `pending`, and the service keeps asking. An order has one payment at a time; ' +
          'a payment that `requires_action` is cancelled for the next one. A card taken by Stripe.js is charged at ' +
          'once. Without `payment_method` the payment `requires_action`: Stripe.js takes the card and confirms with ' +
          'the `client_secret` of `next_action`. `gift_card` and `store_credit` take what is due or what is there, ' +
          'and leave no less than can be charged (REMAINDER_TOO_SMALL); the rest is another payment. An order that ' +
          'is to be paid to the shop itself takes a card only if the shop offers cards for it, too ' +
          '(PAYMENT_METHOD_UNAVAILABLE).',
        params,
        body: PayOrder,
        response: shopperResponse,
      },
    },
    async (request, reply) => {
      const shopper = shopperOf(request)
      const runner = byKeyOf(request, reply, { db: deps.shop(shopper.merchant.id), seal: deps.seal })
      return ok(await pay(deps, { ...shopper, hasSession: true }, request.params.id, request.body, runner))
    },
  )
}

/** Attempts to pay one order in a minute, also by its payment links. */
const maxAttempts = 10

/** Payment by the link in an order's mails. */
export function linkedPaymentRoutes(app: App, deps: Dependencies, limiter: RateLimiter): void {
  app.post(
    '/orders/by-token/:token/payments',
    {
      schema: {
        tags,
        operationId: 'payOrderByToken',
        summary: 'Pay an order by the link in its mails',
        description:
          'As `POST /user/orders/{id}/payments`, but not with `store_credit`, which takes a session. Ten attempts a ' +
          'minute.',
        security: openToAll,
        params: linkParams,
        headers: linkHeaders,
        body: PayOrder,
        response: {
          201: envelope(PaidOrder),
          ...errors(
            ...linkCodes,
            'PAYMENT_METHOD_UNAVAILABLE',
            'GIFT_CARD_UNAVAILABLE',
            'CURRENCY_MISMATCH',
            'REMAINDER_TOO_SMALL',
          ),
        },
      },
    },
    async (request, reply) => {
      const { merchantId, orderId, userId } = await openOrderLink(deps, request.params.token)
      await limitRequest(limiter, `pay ${orderId}`, reply, maxAttempts)
      const merchant = await deps.merchants.find(merchantId)
      if (merchant === undefined) throw notFound('order')
      const payer = { userId, merchant, address: originOf(request).address, hasSession: false }
      const runner = byKeyOf(request, reply, { db: deps.shop(merchantId), seal: deps.seal })
      return ok(await pay(deps, payer, orderId, request.body, runner))
    },
  )
}

export function adminPaymentRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/orders/:id/payments',
    {
      config: { permission: 'orders.read' },
      schema: {
        tags,
        operationId: 'listMerchantPayments',
        summary: 'Every payment of an order, newest first',
        description: 'Includes failed attempts.',
        params,
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(Payment) },
      },
    },
    async (request) => {
      const key = { merchantId: staffOf(request).merchantId, orderId: request.params.id }
      const list = paginate(deps, ['/admin/orders/payments', key], request.query)
      return list.answer(await listPayments(deps.shop(key.merchantId), key, list.request), (row) =>
        presentPayment(row, 'staff'),
      )
    },
  )

  app.post(
    '/admin/orders/:id/payments',
    {
      config: { permission: 'orders.write' },
      schema: {
        tags,
        operationId: 'recordPayment',
        summary: 'Record a payment made in another way',
        description:
          'For cash or a bank transfer: pays what is due, or a part of it. Staff also refunds it by hand. ' +
          'An order with gift cards also takes `gift_cards.write`.',
        params,
        body: RecordPayment,
        response,
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const runner = byKeyOf(request, reply, { db: deps.shop(staff.merchantId), seal: deps.seal })
      return ok(await record(deps, recordedPayment(deps, staff, request.params.id, request.body), 'staff', runner))
    },
  )
}
