import { Type } from 'typebox'
import { withCustomPlans } from '#src/platform/db/statements/custom-plans.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from './dependencies.ts'
import { countHappenings, type HappeningRow, selectCurrency, selectHappenings } from './queries.ts'
import { dataOf, type Kind, kinds, textOf } from './sentences.ts'

const Happening = named(
  'TimelineItem',
  Type.Object({
    id: Type.String({ examples: ['paid_019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'] }),
    at: Timestamp,
    actor: Nullable(
      Type.Object(
        { id: Uuid, name: Nullable(Type.String({ examples: ['Grace Hopper'] })) },
        { description: 'A customer, a member of the staff or an API key, by the name of today; null: the service.' },
      ),
    ),
    kind: Type.Unsafe<Kind>(Type.String({ enum: [...kinds] })),
    text: Type.String({ description: 'In English; of a comment, its text.', examples: ['12.75 GBP paid by stripe'] }),
    data: Type.Unsafe<Record<string, unknown>>(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description: 'Ids, amounts and states of what happened; of a mail its `kind`, `address` and `bounced`.',
        },
      ),
    ),
  }),
)

/** What happened to an order, and who did it. */
export function timelineRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/orders/:id/timeline',
    {
      config: { permission: 'orders.read' },
      schema: {
        tags: ['Orders'],
        operationId: 'getOrderTimeline',
        summary: 'What happened to one order, newest first',
        description:
          'Placed, paid, corrected, edited, papers, mails, comments, fulfilments, returns and refunds, with who ' +
          'did it.',
        params: Type.Object({ id: Uuid }),
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(Happening) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { id: orderId } = request.params
      const list = paginate(deps, ['/admin/orders/:id/timeline', merchantId, orderId], request.query)
      const db = deps.shop(merchantId)
      const key = { merchantId, orderId }
      const currency = await selectCurrency(db, key)
      if (currency === undefined) throw notFound('order')
      const rows = await withCustomPlans(db, (planned) => selectHappenings(planned, key, list.request))
      const page = await toPage(
        rows,
        list.request,
        () => countHappenings(db, key),
        (row) => [row.position, row.id, row.kind],
      )
      return list.answer(page, (row) => present(row, currency))
    },
  )
}

function present({ id, at, kind, actor_id, actor_name, data: stored }: HappeningRow, currency: string) {
  const data = dataOf(stored, currency)
  return {
    id: `${kind}_${id}`,
    at: at.toISOString(),
    actor: actor_id === null ? null : { id: actor_id, name: actor_name },
    kind,
    text: textOf(kind, data, currency),
    data,
  }
}
