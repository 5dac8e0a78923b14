import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { readerFor, readerParameters } from '#src/modules/markets/index.ts'
import { currencyOf, selectStripeAccount } from '#src/modules/merchants/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { shopOf, staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from './dependencies.ts'
import { lacksOf, listOffered } from './list-offered.ts'
import { changeMethod, createMethod, maxMethods, removeMethod } from './manage-methods.ts'
import { countMethods, listMethods } from './queries.ts'
import {
  CreatePaymentMethod,
  PaymentMethods,
  presentMethod,
  presentOffered,
  ShopPaymentMethod,
  UpdatePaymentMethod,
} from './schemas.ts'

const tags = ['Payments']
const params = Type.Object({ id: Uuid })

/** For shoppers. */
export function offeredRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/payments/methods',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags,
        operationId: 'listPaymentMethods',
        summary: 'Payment methods of a shop',
        description:
          '`stripe` has the data that Stripe.js needs: the publishable key, and the account of the shop. A shop with ' +
          'methods of its own offers these alone, with `id`, `kind` and `name`; a quote says which fit an order.',
        querystring: Type.Object(readerParameters),
        response: { 200: envelope(PaymentMethods) },
      },
    },
    async (request, reply) => {
      const { id, currency } = shopOf(request)
      const reader = await readerFor(deps, id, request, reply)
      const asked = reader.currency ?? currency
      const currencies = { currency: asked, ownCurrency: currency }
      const offered = await listOffered(deps.shop(id), deps.paymentProviders, id, currencies, reader)
      return ok({ methods: offered.map((method) => presentOffered(method, asked)) })
    },
  )
}

/** Payment methods of a merchant. */
export function paymentMethodRoutes(app: App, deps: Dependencies): void {
  const { paymentProviders: providers } = deps
  const shopOfStaff = async (request: FastifyRequest) => {
    const staff = staffOf(request)
    return { staff, currency: await currencyOf(deps.merchants, staff.merchantId), providers }
  }

  app.get(
    '/admin/payment-methods',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'listShopPaymentMethods',
        summary: 'Payment methods by position, inactive ones too',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(ShopPaymentMethod) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const db = deps.shop(merchantId)
      const list = paginate(deps, ['/admin/payment-methods', merchantId], request.query)
      const currency = await currencyOf(deps.merchants, merchantId)
      const account = await selectStripeAccount(db, merchantId)
      const rows = await listMethods(db, merchantId, list.request)
      const count = () => countMethods(db, merchantId)
      const page = await toPage(rows, list.request, count, (row) => [row.position, row.id])
      return list.answer(page, (method) =>
        presentMethod({ method, currency, missing: lacksOf(method, providers, account) }),
      )
    },
  )

  app.post(
    '/admin/payment-methods',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'createPaymentMethod',
        summary: 'Add a payment method',
        description:
          'From the first active one on, shoppers choose among these with `payment_method_id`. Defaults: every ' +
          `country, any total, active, and an order keeps its stock for 7 days. 409 if the shop has ${maxMethods}.`,
        body: CreatePaymentMethod,
        response: { 201: envelope(ShopPaymentMethod), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const shop = await shopOfStaff(request)
      return once({ db: deps.shop(shop.staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(presentMethod(await createMethod(executor, shop, request.body))),
      )
    },
  )

  app.patch(
    '/admin/payment-methods/:id',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'updatePaymentMethod',
        summary: 'Change a payment method',
        description: 'Omitted fields keep their value; null clears. Orders keep a copy of the method.',
        params,
        body: UpdatePaymentMethod,
        response: { 200: envelope(ShopPaymentMethod) },
      },
    },
    async (request) => {
      const shop = await shopOfStaff(request)
      const db = deps.shop(shop.staff.merchantId)
      return ok(presentMethod(await changeMethod(db, shop, request.params.id, request.body)))
    },
  )

  app.delete(
    '/admin/payment-methods/:id',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'deletePaymentMethod',
        summary: 'Delete a payment method',
        description: 'Orders keep a copy of the method.',
        params,
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      const shop = await shopOfStaff(request)
      await removeMethod(deps.shop(shop.staff.merchantId), shop, request.params.id)
      return ok({})
    },
  )
}
