import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { currencyOf } from '#src/modules/merchants/index.ts'
import { chargeUnit } from '#src/modules/payments/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from './dependencies.ts'
import { changeMethod, createMethod, maxMethods, removeMethod } from './manage-methods.ts'
import { countMethods, listMethods } from './queries.ts'
import { CreateShippingMethod, presentMethod, ShippingMethod, UpdateShippingMethod } from './schemas.ts'

const tags = ['Shipping']
const params = Type.Object({ id: Uuid })

/** Shipping methods of a merchant. */
export function shippingRoutes(app: App, deps: Dependencies): void {
  const unitOf = (currency: string) => chargeUnit(deps.paymentProviders, currency)
  const shopOf = async (request: FastifyRequest) => {
    const staff = staffOf(request)
    return { staff, currency: await currencyOf(deps.merchants, staff.merchantId), unitOf }
  }

  app.get(
    '/admin/shipping-methods',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'listShippingMethods',
        summary: 'Shipping methods by position, inactive ones too',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(ShippingMethod) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const currency = await currencyOf(deps.merchants, merchantId)
      const list = paginate(deps, ['/admin/shipping-methods', merchantId], request.query)
      const rows = await listMethods(deps.shop(merchantId), merchantId, list.request)
      const count = () => countMethods(deps.shop(merchantId), merchantId)
      const page = await toPage(rows, list.request, count, (row) => [row.position, row.id])
      return list.answer(page, (method) => presentMethod({ method, currency }))
    },
  )

  app.post(
    '/admin/shipping-methods',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'createShippingMethod',
        summary: 'Add a shipping method',
        description: `Defaults: every country, any weight, never free, active. 409 if the shop has ${maxMethods}.`,
        body: CreateShippingMethod,
        response: { 201: envelope(ShippingMethod), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const shop = await shopOf(request)
      return once({ db: deps.shop(shop.staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(presentMethod(await createMethod(executor, shop, request.body))),
      )
    },
  )

  app.patch(
    '/admin/shipping-methods/:id',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'updateShippingMethod',
        summary: 'Change a shipping method',
        description: 'Omitted fields keep their value; null clears. Orders keep a copy of the method.',
        params,
        body: UpdateShippingMethod,
        response: { 200: envelope(ShippingMethod) },
      },
    },
    async (request) => {
      const shop = await shopOf(request)
      const db = deps.shop(shop.staff.merchantId)
      return ok(presentMethod(await changeMethod(db, shop, request.params.id, request.body)))
    },
  )

  app.delete(
    '/admin/shipping-methods/:id',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'deleteShippingMethod',
        summary: 'Delete a shipping method',
        description: 'Orders keep a copy of the method.',
        params,
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      const shop = await shopOf(request)
      await removeMethod(deps.shop(shop.staff.merchantId), shop, request.params.id)
      return ok({})
    },
  )
}
