import { Type } from 'typebox'
import { currencyOf } from '#src/modules/merchants/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { idLists } from '#src/platform/http/requests/body-parser.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { readCode } from './code-rules.ts'
import type { Dependencies } from './dependencies.ts'
import {
  changePromotion,
  createPromotion,
  findPromotion,
  listPromotions,
  maxPromotions,
  type Priced,
  removePromotion,
} from './manage-promotions.ts'
import { presentPromotion } from './present.ts'
import { CreatePromotion, Promotion, promotionFilters, UpdatePromotion } from './schemas.ts'

const tags = ['Promotions']
const params = Type.Object({ id: Uuid })
const present = ({ promotion, currency }: Priced) => presentPromotion(promotion, currency)

/** Promotions of a merchant. */
export function promotionRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/promotions',
    {
      config: { permission: 'promotions.read' },
      schema: {
        tags,
        operationId: 'listPromotions',
        summary: 'The merchant’s promotions, newest first',
        querystring: listQuery(defaultLimits, promotionFilters),
        response: { 200: pageOf(Promotion) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const currency = await currencyOf(deps.merchants, merchantId)
      const { q, status, kind, code, ...query } = request.query
      const filter = { q: q?.trim(), status, kind, code: code && readCode(code) }
      const list = paginate(deps, ['/admin/promotions', merchantId, filter], query)
      const page = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        listPromotions(db, merchantId, filter, list.request),
      )
      return list.answer(page, (row) => presentPromotion(row, currency))
    },
  )

  app.post(
    '/admin/promotions',
    {
      bodyLimit: idLists.bodyLimit,
      config: { permission: 'promotions.write', maxValues: idLists.maxValues },
      schema: {
        tags,
        operationId: 'createPromotion',
        summary: 'Add a promotion',
        description:
          'Without a code it is automatic; with codes generated for it, it applies to those who have one. A ' +
          `promotion that could never apply is a 400. 409 if its code is taken, or there are ${maxPromotions}.`,
        body: CreatePromotion,
        response: { 201: envelope(Promotion), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const currency = await currencyOf(deps.merchants, staff.merchantId)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(present(await createPromotion(executor, staff, request.body, currency))),
      )
    },
  )

  app.get(
    '/admin/promotions/:id',
    {
      config: { permission: 'promotions.read' },
      schema: {
        tags,
        operationId: 'getPromotion',
        summary: 'A promotion',
        params,
        response: { 200: envelope(Promotion) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const currency = await currencyOf(deps.merchants, merchantId)
      const promotion = await findPromotion(deps.shop(merchantId), merchantId, request.params.id)
      return ok(presentPromotion(promotion, currency))
    },
  )

  app.patch(
    '/admin/promotions/:id',
    {
      bodyLimit: idLists.bodyLimit,
      config: { permission: 'promotions.write', maxValues: idLists.maxValues },
      schema: {
        tags,
        operationId: 'updatePromotion',
        summary: 'Change a promotion',
        description: 'Omitted fields keep their value; null clears. Orders stay as they are.',
        params,
        body: UpdatePromotion,
        response: { 200: envelope(Promotion), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const currency = await currencyOf(deps.merchants, staff.merchantId)
      const db = deps.shop(staff.merchantId)
      return ok(present(await changePromotion(db, staff, request.params.id, request.body, currency)))
    },
  )

  app.delete(
    '/admin/promotions/:id',
    {
      config: { permission: 'promotions.write' },
      schema: {
        tags,
        operationId: 'deletePromotion',
        summary: 'Delete a promotion with its codes',
        description: 'Orders stay as they are.',
        params,
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      await removePromotion(deps.shop(staff.merchantId), staff, request.params.id)
      return ok({})
    },
  )
}
