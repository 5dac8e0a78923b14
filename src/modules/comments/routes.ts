import { Type } from 'typebox'
import { withCustomPlans } from '#src/platform/db/statements/custom-plans.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Permission } from '#src/platform/lib/permissions.ts'
import type { Dependencies } from './dependencies.ts'
import { countComments, selectComments, selectSubject } from './queries.ts'
import type { Subject } from './rules.ts'
import { Comment, NewComment, presentComment } from './schemas.ts'
import { writeComment } from './write-comment.ts'

/** Who may read something reads its comments; customers have no permission to write of their own. */
const subjects: readonly { path: string; subject: Subject; named: string; read: Permission; write: Permission }[] = [
  { path: 'orders', subject: 'order', named: 'Order', read: 'orders.read', write: 'orders.write' },
  { path: 'users', subject: 'customer', named: 'Customer', read: 'customers.read', write: 'orders.write' },
  { path: 'returns', subject: 'return', named: 'Return', read: 'orders.read', write: 'orders.write' },
  { path: 'products', subject: 'product', named: 'Product', read: 'products.read', write: 'products.write' },
]

/** What staff says among themselves about an order, a customer, a return or a product. */
export function commentRoutes(app: App, deps: Dependencies): void {
  for (const { path, subject, named, read, write } of subjects) {
    const [url, tags, params] = [`/admin/${path}/:id/comments`, ['Comments'], Type.Object({ id: Uuid })] as const

    app.get(
      url,
      {
        config: { permission: read },
        schema: {
          tags: [...tags],
          operationId: `list${named}Comments`,
          summary: `Comments on one ${subject}, newest first`,
          params,
          querystring: listQuery(defaultLimits, {}),
          response: { 200: pageOf(Comment) },
        },
      },
      async (request) => {
        const { merchantId } = staffOf(request)
        const { id } = request.params
        const list = paginate(deps, [url, merchantId, id], request.query)
        const page = await withCustomPlans(deps.shop(merchantId), async (db) => {
          const found = await selectSubject(db, { merchantId, subject, id })
          if (found === undefined) throw notFound(subject)
          const of = { merchantId, subject, id: found.id }
          const rows = await selectComments(db, of, list.request)
          return toPage(
            rows,
            list.request,
            () => countComments(db, of),
            (row) => [row.id],
          )
        })
        return list.answer(page, presentComment)
      },
    )

    app.post(
      url,
      {
        config: { permission: write },
        schema: {
          tags: [...tags],
          operationId: `commentOn${named}`,
          summary: `Comment on one ${subject}`,
          description: 'For staff only. `@[Name]` mails the comment to the colleague with this name.',
          params,
          body: NewComment,
          response: { 201: envelope(Comment), ...errors('IDEMPOTENCY_KEY_REUSED') },
        },
      },
      async (request, reply) => {
        const staff = staffOf(request)
        const { text } = request.body
        const services = { db: deps.shop(staff.merchantId), seal: deps.seal }
        return once(services, request, reply, 201, async (executor) =>
          ok(
            presentComment(await writeComment(executor, deps.config, staff, { subject, id: request.params.id, text })),
          ),
        )
      },
    )
  }
}
