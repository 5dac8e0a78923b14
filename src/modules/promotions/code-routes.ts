import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { recordExport } from '#src/platform/audit/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { csvFile, envelope, errors, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { CodeBatchRow } from './code-queries.ts'
import type { Dependencies } from './dependencies.ts'
import { exportCodes, listCodes, removeCode, startCodes, statusOf } from './generate-codes.ts'
import { findPromotion } from './manage-promotions.ts'
import { CodeBatch, GenerateCodes, PromotionCode } from './schemas.ts'

const tags = ['Promotions']
const params = Type.Object({ id: Uuid })

const presentBatch = ({ id, promotion_id, prefix, wanted, made, created_at }: CodeBatchRow) => ({
  id,
  promotion_id,
  prefix,
  count: wanted,
  made,
  created_at: created_at.toISOString(),
})

/** Generated codes of promotions. */
export function promotionCodeRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/promotions/:id/codes',
    {
      config: { permission: 'promotions.read' },
      schema: {
        tags,
        operationId: 'listPromotionCodes',
        summary: 'The generated codes of a promotion, in their order',
        params,
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(PromotionCode) },
      },
    },
    async (request) => {
      const key = { merchantId: staffOf(request).merchantId, promotionId: request.params.id }
      const list = paginate(deps, ['/admin/promotions/codes', key], request.query)
      const page = await deps.reads.run(writerOf(request), deps.shop(key.merchantId), (db) =>
        listCodes(db, key, list.request),
      )
      return list.answer(page, (row) => ({
        code: row.code,
        status: statusOf(row),
        order_id: row.order_id,
        created_at: row.created_at.toISOString(),
      }))
    },
  )

  app.post(
    '/admin/promotions/:id/codes',
    {
      config: { permission: 'promotions.write' },
      schema: {
        tags,
        operationId: 'generatePromotionCodes',
        summary: 'Generate codes for a promotion',
        description:
          'Each is good for one order. A job makes them; `code_count` of the promotion tells how many there are. The ' +
          'promotion is not automatic from then on.',
        params,
        body: GenerateCodes,
        response: { 202: envelope(CodeBatch), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const services = { db: deps.shop(staff.merchantId), seal: deps.seal }
      return once(services, request, reply, 202, async (executor) =>
        ok(presentBatch(await startCodes(executor, staff, request.params.id, request.body))),
      )
    },
  )

  app.get(
    '/admin/promotions/:id/codes/export',
    {
      config: { permission: 'exports.read' },
      schema: {
        tags,
        operationId: 'exportPromotionCodes',
        summary: 'The generated codes of a promotion as a file',
        params,
        response: {
          200: csvFile,
        },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const { merchantId } = staff
      const shop = deps.shop(merchantId)
      const key = { merchantId, promotionId: request.params.id }
      await findPromotion(shop, merchantId, key.promotionId)
      await recordExport(shop, staff, 'promotion.exported')
      reply.header('content-disposition', 'attachment; filename="codes.csv"')
      reply.type('text/csv; charset=utf-8')
      const writer = writerOf(request)
      const rows = exportCodes((read) => deps.reads.run(writer, shop, read), key)
      // The declared type is the file's text; it is sent as a stream.
      return reply.send(Readable.from(rows) as never)
    },
  )

  app.delete(
    '/admin/promotions/:id/codes/:code',
    {
      config: { permission: 'promotions.write' },
      schema: {
        tags,
        operationId: 'revokePromotionCode',
        summary: 'Revoke a generated code',
        description: 'Nobody can use it any more. An order that has it keeps its discount.',
        params: Type.Object({ id: Uuid, code: line({ max: 64, examples: ['VIP-7K3M9QX2AB'] }) }),
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      await removeCode(deps.shop(staff.merchantId), staff, request.params.id, request.params.code)
      return ok({})
    },
  )
}
