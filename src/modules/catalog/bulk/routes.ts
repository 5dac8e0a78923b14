import { Type } from 'typebox'
import { currencyOf, type MerchantDirectory } from '#src/modules/merchants/index.ts'
import { chargeUnit, type PaymentProviders } from '#src/modules/payments/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { idLists } from '#src/platform/http/requests/body-parser.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { findJob, readRequest, rehearseChange, startChange } from './change-products.ts'
import { presentJob } from './present.ts'
import { BulkRehearsal, ChangeProducts, Job } from './schemas.ts'

const tags = ['Products']

interface BulkDependencies extends Databases {
  reads: Reads
  seal: Seal
  merchants: MerchantDirectory
  paymentProviders: PaymentProviders
}

/** Changes of many products, which run as jobs. */
export function bulkRoutes(app: App, deps: BulkDependencies): void {
  app.post(
    '/admin/products/bulk',
    {
      bodyLimit: idLists.bodyLimit,
      config: { permission: 'products.write', maxValues: idLists.maxValues },
      schema: {
        tags,
        operationId: 'changeProducts',
        summary: 'Change many products at once',
        description:
          'Up to 10,000 `ids`, or all that a `filter` finds. It runs as a job; each product is changed as if alone, ' +
          'with its event and audit entry, and one that cannot be changed is listed in the job’s errors. With ' +
          '`dry_run`, 200 says what would happen.',
        body: ChangeProducts,
        response: {
          200: envelope(BulkRehearsal),
          202: envelope(Job),
          ...errors('IDEMPOTENCY_KEY_REUSED'),
        },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const { merchantId } = staff
      const currency = await currencyOf(deps.merchants, merchantId)
      const pricing = { currency, unit: chargeUnit(deps.paymentProviders, currency) }
      const bulk = readRequest(request.body)
      const shop = deps.shop(merchantId)
      if (request.body.dry_run === true) {
        const read = deps.reads.run(writerOf(request), shop, (db) => rehearseChange(db, merchantId, bulk, pricing))
        return reply.code(200).send(ok(await read))
      }
      const answer = await once({ db: shop, seal: deps.seal }, request, reply, 202, async (executor) =>
        ok(presentJob(await startChange(executor, staff, bulk, pricing))),
      )
      return reply.send(answer)
    },
  )

  app.get(
    '/admin/jobs/:id',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'getJob',
        summary: 'How far a change of many products has come',
        description: 'What was changed stays, also if the job fails.',
        params: Type.Object({ id: Uuid }),
        response: { 200: envelope(Job) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentJob(await findJob(deps.shop(merchantId), merchantId, request.params.id)))
    },
  )
}
