import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { envelope, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { Dependencies } from '../dependencies.ts'
import { findShownPage, listShownPages } from './list-pages.ts'
import { longestSlug } from './rules.ts'
import { CatalogPage, CatalogPageDetails, presentShownPage, presentWholeShownPage } from './schemas.ts'

const tags = ['Content']

/** Pages as shoppers read them. */
export function publicPageRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/catalog/pages',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags,
        operationId: 'listPages',
        summary: 'Published pages, by title',
        description: 'Of all merchants, or of one. Without their texts.',
        querystring: listQuery(defaultLimits, { merchant_id: Type.Optional(Uuid) }),
        response: { 200: pageOf(CatalogPage) },
      },
    },
    async (request) => {
      const merchantId = request.query.merchant_id
      const list = paginate(deps, ['/catalog/pages', merchantId ?? null], request.query)
      const page = await deps.reads.run(writerOf(request), deps.db, (db) =>
        listShownPages(db, merchantId, list.request),
      )
      return list.answer(page, presentShownPage)
    },
  )

  app.get(
    '/catalog/pages/:slug',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags,
        operationId: 'getPage',
        summary: 'One published page',
        description: 'By its slug, within a merchant. An old slug leads on by `GET /catalog/redirects`.',
        params: Type.Object({ slug: line({ max: longestSlug, examples: ['imprint'] }) }),
        querystring: Type.Object({ merchant_id: Type.Optional(Uuid) }),
        response: { 200: envelope(CatalogPageDetails) },
      },
    },
    async (request) => {
      const { merchant_id: merchantId } = request.query
      const found = await deps.reads.run(writerOf(request), deps.db, (db) =>
        findShownPage(db, merchantId, request.params.slug),
      )
      return ok(presentWholeShownPage(found))
    },
  )
}
