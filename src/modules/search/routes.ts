import { Type } from 'typebox'
import {
  Card,
  filterKey,
  filterParameters,
  optionParameters,
  optionsOf,
  orderParameter,
  readFilter,
  readOrder,
  showCards,
  viewerOf,
  withCollection,
} from '#src/modules/catalog/index.ts'
import { readerParameters, readingFor } from '#src/modules/markets/index.ts'
import { listQuery, Pagination, paginate } from '#src/platform/http/answers/pagination.ts'
import { sendJson } from '#src/platform/http/answers/serialization.ts'
import type { App } from '#src/platform/http/app.ts'
import { line, named, Uuid } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { Dependencies } from './dependencies.ts'
import { type FacetName, facetNames } from './facet-queries.ts'
import { type Search, searchProducts } from './search-products.ts'
import { suggestRoute } from './suggest-route.ts'
import { createWordCache } from './word-cache.ts'

const value = { value: Type.String(), count: Type.Integer() }

const Facets = named(
  'Facets',
  Type.Object({
    category: Type.Optional(Type.Array(Type.Object(value))),
    merchant: Type.Optional(Type.Array(Type.Object({ ...value, value: Uuid, name: Type.String() }))),
    brand: Type.Optional(Type.Array(Type.Object(value))),
    tag: Type.Optional(Type.Array(Type.Object(value))),
    option: Type.Optional(Type.Array(Type.Object({ name: Type.String(), ...value }))),
  }),
)

const facetName = `(${facetNames.join('|')})`

export function searchRoutes(app: App, deps: Dependencies): void {
  const { cardCache, totals } = deps
  const wordCache = createWordCache()
  suggestRoute(app, deps, wordCache)
  app.get(
    '/marketplace/search',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags: ['Catalog'],
        operationId: 'searchProducts',
        summary: 'Active products by words',
        description:
          'Finds words in any form in name, category and description, and a whole SKU. The last word may be a ' +
          'prefix; small typing errors are corrected. If few products have all words, products with most of them ' +
          'follow. A word that no product has is ignored, and named in `ignored_words`. Without `q`, the whole ' +
          'catalog, newest first.',
        querystring: listQuery(
          { default: 20, max: 50 },
          {
            q: Type.Optional(line({ min: 0, max: 200, examples: ['white lantern'] })),
            ...filterParameters,
            sort: Type.String({ enum: ['relevance', 'created_at', 'price', 'name'], default: 'relevance' }),
            order: orderParameter,
            ...readerParameters,
            facets: Type.Optional(
              Type.String({
                pattern: `^${facetName}(,${facetName})*$`,
                description:
                  'What to count by: `category`, `merchant`, `brand`, `tag`, `option`, with commas between. ' +
                  'Options are of what can be bought now.',
                examples: ['category,merchant'],
              }),
            ),
          },
          optionParameters,
        ),
        response: {
          200: Type.Object({
            success: Type.Literal(true),
            data: Type.Object({
              items: Type.Array(Card),
              pagination: Pagination,
              facets: Type.Optional(Facets),
              ignored_words: Type.Array(Type.String(), {
                description:
                  'Words of `q` that no product has (with `merchant_id`: none of the shop), while it has others: ' +
                  'the search ignores them. Without case and accents. Empty if no word is known; then nothing is ' +
                  'found.',
              }),
            }),
          }),
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const sort = query.sort as Search['sort']
      const reading = await readingFor(deps, request, reply)
      const { language, context } = reading
      const viewer = viewerOf(deps, query.merchant_id, reading)
      const search: Search = {
        q: query.q ?? '',
        filter: {
          ...readFilter(query, optionsOf(query)),
          ...(language !== undefined && { language }),
          ...(context !== undefined && { context }),
        },
        sort,
        order: readOrder(sort === 'relevance' ? 'created_at' : sort, sort === 'relevance' ? undefined : query.order),
        facets: [...new Set(query.facets?.split(',') as FacetName[] | undefined)],
      }
      const key = [
        '/marketplace/search',
        search.q.trim(),
        ...filterKey(search.filter),
        sort,
        search.order,
        query.collection ?? null,
      ]
      const list = paginate(deps, key, query)
      const { page, facets, ignoredWords } = await deps.reads.run(
        writerOf(request),
        deps.db,
        async (db) => {
          const filter = await withCollection(db, search.filter, query.collection, 'shoppers')
          const found = await searchProducts({ db, cardCache, wordCache, totals }, { ...search, filter }, list.request)
          const { page } = found
          const items = await showCards(viewer(db), page.items)
          return { ...found, page: { ...page, items } }
        },
        { oneSnapshot: search.facets.length > 0 || search.q.trim() === '' },
      )
      const more = { ...(search.facets.length > 0 && { facets }), ignored_words: ignoredWords }
      return sendJson(reply, list.answerJson(page, more))
    },
  )
}
