import { Type } from 'typebox'
import { currencyOf } from '#src/modules/merchants/index.ts'
import { chargeUnit } from '#src/modules/payments/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { type Staff, staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { idLists } from '#src/platform/http/requests/body-parser.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { countPriceLists, selectPriceLists } from './list-queries.ts'
import {
  CreatePriceList,
  PriceList,
  presentPriceList,
  presentWholeList,
  UpdatePriceList,
  WholePriceList,
} from './list-schemas.ts'
import {
  changePriceList,
  createPriceList,
  findPriceList,
  maxPriceLists,
  removePriceList,
  type WholeList,
} from './manage-lists.ts'

const tags = ['Price lists']
const params = Type.Object({ id: Uuid })
const present = ({ row, prices, products }: WholeList) => presentWholeList(row, prices, products)

/** Price lists of a shop. */
export function priceListRoutes(app: App, deps: Dependencies): void {
  const shopOf = async (staff: Staff) => ({
    staff,
    currency: await currencyOf(deps.merchants, staff.merchantId),
    unitOf: (currency: string) => chargeUnit(deps.paymentProviders, currency),
  })

  app.get(
    '/admin/price-lists',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'listPriceLists',
        summary: 'The shop’s price lists, newest first',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(PriceList) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const db = deps.shop(merchantId)
      const list = paginate(deps, ['/admin/price-lists', merchantId], request.query)
      const rows = await selectPriceLists(db, merchantId, list.request)
      const page = await toPage(
        rows,
        list.request,
        () => countPriceLists(db, merchantId),
        ({ id }) => [id],
      )
      return list.answer(page, presentPriceList)
    },
  )

  app.post(
    '/admin/price-lists',
    {
      bodyLimit: idLists.bodyLimit,
      config: { permission: 'products.write', maxValues: idLists.maxValues },
      schema: {
        tags,
        operationId: 'createPriceList',
        summary: 'Add a price list',
        description:
          'With `percent`, for all products or those of `product_ids`; or with `prices`. It begins and ends on the ' +
          `second. 409 if the shop has ${maxPriceLists}.`,
        body: CreatePriceList,
        response: { 201: envelope(WholePriceList), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const shop = await shopOf(staffOf(request))
      const { merchantId } = shop.staff
      const answer = await once({ db: deps.shop(merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(present(await createPriceList(executor, shop, request.body))),
      )
      deps.merchants.change(merchantId, { hasPrices: true })
      return answer
    },
  )

  app.get(
    '/admin/price-lists/:id',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'getPriceList',
        summary: 'A price list with its prices',
        params,
        response: { 200: envelope(WholePriceList) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(present(await findPriceList(deps.shop(merchantId), merchantId, request.params.id)))
    },
  )

  app.patch(
    '/admin/price-lists/:id',
    {
      bodyLimit: idLists.bodyLimit,
      config: { permission: 'products.write', maxValues: idLists.maxValues },
      schema: {
        tags,
        operationId: 'updatePriceList',
        summary: 'Change a price list',
        description:
          'Omitted fields keep their value. `prices` and `product_ids` replace those that there are. 409 if it has ' +
          'changed since `expected_updated_at`.',
        params,
        body: UpdatePriceList,
        response: { 200: envelope(WholePriceList), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const shop = await shopOf(staffOf(request))
      const db = deps.shop(shop.staff.merchantId)
      return ok(present(await changePriceList(db, shop, request.params.id, request.body)))
    },
  )

  app.delete(
    '/admin/price-lists/:id',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'deletePriceList',
        summary: 'Delete a price list',
        description: 'Orders keep their prices.',
        params,
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      const shop = await shopOf(staffOf(request))
      await removePriceList(deps.shop(shop.staff.merchantId), shop, request.params.id)
      return ok({})
    },
  )
}
