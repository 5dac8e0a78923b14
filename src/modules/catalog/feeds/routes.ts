import { Type } from 'typebox'
import type { Executor } from '#src/platform/db/transaction.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from '../dependencies.ts'
import { createFeed, maxFeeds, removeFeed } from './manage-feeds.ts'
import { countFeedProducts, countFeeds, selectFeeds } from './queries.ts'
import { CountedFeed, CreateFeed, Feed, presentFeed } from './schemas.ts'

const tags = ['Products']

/** Feeds: addresses at which others read a shop's products as a file. */
export function feedRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/feeds',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'listFeeds',
        summary: 'Feeds, newest first',
        description: 'With the number of products, and of those without a picture: up to 5 seconds old above 1,000.',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(CountedFeed) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const list = paginate(deps, ['/admin/feeds', merchantId], request.query)
      const found = await deps.reads.run(writerOf(request), deps.shop(merchantId), async (db) => {
        const rows = await selectFeeds(db, merchantId, list.request)
        const count = () => countFeeds(db, merchantId)
        const page = await toPage(rows, list.request, count, (row) => [row.id])
        return { page, counts: await countedOnce(deps, db, merchantId) }
      })
      const { products, without_picture } = found.counts
      return list.answer(found.page, (row) => ({ ...presentFeed(row, deps.config), products, without_picture }))
    },
  )

  app.post(
    '/admin/feeds',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'createFeed',
        summary: 'Create a feed for Google Merchant Center and for search engines',
        description:
          'They are public: anyone with one reads what shoppers see, without headers. Links are ' +
          `\`{storefront_url}/products/{slug}?variant={sku}\`. At most ${maxFeeds} for a shop.`,
        body: CreateFeed,
        response: { 201: envelope(Feed), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok(presentFeed(await createFeed(executor, staff, request.body.storefront_url ?? null), deps.config)),
      )
    },
  )

  app.delete(
    '/admin/feeds/:id',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'deleteFeed',
        summary: 'End a feed',
        description: 'Its addresses then answer 404.',
        params: Type.Object({ id: Uuid }),
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      await removeFeed(deps.shop(staff.merchantId), staff, request.params.id)
      return ok({})
    },
  )
}

/** All products are counted, for all feeds of the shop and for five seconds. */
function countedOnce({ totals }: Dependencies, db: Executor, merchantId: string) {
  const count = () => countFeedProducts(db, merchantId)
  return totals.counts(JSON.stringify(['/admin/feeds', merchantId, 'products']), count, ({ products }) => products)
}
