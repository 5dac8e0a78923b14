import { Type } from 'typebox'
import { Card, showCards, viewerOf } from '#src/modules/catalog/index.ts'
import { readerParameters, readingFor } from '#src/modules/markets/index.ts'
import { sendJson } from '#src/platform/http/answers/serialization.ts'
import type { App } from '#src/platform/http/app.ts'
import { envelope, line, named, Uuid } from '#src/platform/http/envelope.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { createCategoryCache } from './category-cache.ts'
import type { Dependencies } from './dependencies.ts'
import { maxSuggested, suggest } from './suggest.ts'
import type { WordCache } from './word-cache.ts'

const { products, categories, corrections } = maxSuggested

const Suggestions = named(
  'Suggestions',
  Type.Object({
    products: Type.Array(Card, { description: `The best ${products} of a search.` }),
    categories: Type.Array(
      Type.Object({ name: Type.String({ description: 'As the filter `category` takes it.', examples: ['Lighting'] }) }),
      { description: `At most ${categories}: first those whose names have the words, then those of \`products\`.` },
    ),
    corrections: Type.Array(Type.String({ examples: ['white lantern'] }), {
      description: `At most ${corrections} texts, if a word is not known; each finds products. The nearest first.`,
    }),
  }),
)

/** What a search box shows while somebody types. */
export function suggestRoute(app: App, deps: Dependencies, wordCache: WordCache): void {
  const categoryCache = createCategoryCache()
  app.get(
    '/catalog/suggest',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags: ['Catalog'],
        operationId: 'suggest',
        summary: 'What a text in a search box may mean',
        description:
          'Products, categories and corrections for a text of which the last word may be a beginning. It finds what ' +
          'a search finds, ranks fewer products, and counts none. A new category is suggested after half a minute.',
        querystring: Type.Object({
          q: line({ min: 0, max: 200, examples: ['white lan'] }),
          merchant_id: Type.Optional(Uuid),
          ...readerParameters,
        }),
        response: { 200: envelope(Suggestions) },
      },
    },
    async (request, reply) => {
      const { q, merchant_id: merchantId } = request.query
      const reading = await readingFor(deps, request, reply)
      const { language, context } = reading
      const viewer = viewerOf(deps, merchantId, reading)
      const scope = {
        ...(merchantId !== undefined && { merchantId }),
        ...(language !== undefined && { language }),
        ...(context !== undefined && { context }),
      }
      const found = await deps.reads.run(writerOf(request), deps.db, async (db) => {
        const suggested = await suggest({ db, cardCache: deps.cardCache, wordCache, categoryCache }, q, scope)
        const products = await showCards(viewer(db), suggested.products)
        return { ...suggested, products: products.map(({ json }) => json) }
      })
      const rest = JSON.stringify({
        categories: found.categories.map((name) => ({ name })),
        corrections: found.corrections,
      })
      const json = `{"success":true,"data":{"products":[${found.products.join()}],${rest.slice(1)}}`
      return sendJson(reply, { json, digest: json })
    },
  )
}
