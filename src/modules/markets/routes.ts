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
import { changeMarket, createMarket, readOwnMarket, removeMarket } from './manage-markets.ts'
import { countMarkets, listMarkets } from './queries.ts'
import { maxMarkets } from './rules.ts'
import { CreateMarket, Market, presentMarket, UpdateMarket } from './schemas.ts'

const tags = ['Markets']
const params = Type.Object({ id: Uuid })

/** Markets of a shop. */
export function marketRoutes(app: App, deps: Dependencies): void {
  const unitOf = (currency: string) => chargeUnit(deps.paymentProviders, currency)

  app.get(
    '/admin/markets',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'listMarkets',
        summary: 'The shop’s markets by position',
        description: 'None as long as the shop sells everywhere in one language.',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(Market) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const list = paginate(deps, ['/admin/markets', merchantId], request.query)
      const rows = await listMarkets(deps.shop(merchantId), merchantId, list.request)
      const count = () => countMarkets(deps.shop(merchantId), merchantId)
      const page = await toPage(rows, list.request, count, (row) => [row.position, row.id])
      return list.answer(page, presentMarket)
    },
  )

  app.post(
    '/admin/markets',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'createMarket',
        summary: 'Add a market',
        description:
          'The first one makes the shop’s own beside it, for all other countries in the shop’s language. ' +
          `409 if the shop has ${maxMarkets}.`,
        body: CreateMarket,
        response: { 201: envelope(Market), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const { merchantId } = staff
      const shop = { staff, currency: await currencyOf(deps.merchants, merchantId), unitOf }
      const answer = await once({ db: deps.shop(merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(presentMarket(await createMarket(executor, shop, request.body))),
      )
      deps.merchants.change(merchantId, { hasMarkets: true, hasPrices: true })
      return answer
    },
  )

  app.get(
    '/admin/markets/:id',
    {
      config: { permission: 'settings.read' },
      schema: {
        tags,
        operationId: 'getMarket',
        summary: 'A market',
        params,
        response: { 200: envelope(Market) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentMarket(await readOwnMarket(deps.shop(merchantId), merchantId, request.params.id)))
    },
  )

  app.patch(
    '/admin/markets/:id',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'updateMarket',
        summary: 'Change a market',
        description: 'Omitted fields keep their value.',
        params,
        body: UpdateMarket,
        response: { 200: envelope(Market) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const shop = { staff, unitOf }
      const changed = await changeMarket(deps.shop(staff.merchantId), shop, request.params.id, request.body)
      deps.merchants.change(staff.merchantId, { hasPrices: true })
      return ok(presentMarket(changed))
    },
  )

  app.delete(
    '/admin/markets/:id',
    {
      config: { permission: 'settings.write' },
      schema: {
        tags,
        operationId: 'deleteMarket',
        summary: 'Delete a market',
        description: 'Its countries go to the shop’s own market, which goes with the last of the others: 409 for it.',
        params,
        response: { 200: envelope(Type.Object({})), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      await removeMarket(deps.shop(staff.merchantId), staff, request.params.id)
      return ok({})
    },
  )
}
