import { Type } from 'typebox'
import { readerParameters, readingFor } from '#src/modules/markets/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import { sendJson } from '#src/platform/http/answers/serialization.ts'
import type { App } from '#src/platform/http/app.ts'
import { envelope, line, named, ok, Uuid } from '#src/platform/http/envelope.ts'
import { chosenIds } from '#src/platform/http/requests/chosen-ids.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { findShownCollection, listShownCollections } from './collections/list-collections.ts'
import { presentShownCollection, presentWholeCollection } from './collections/present.ts'
import { CatalogCollection, CatalogCollectionDetails } from './collections/schemas.ts'
import type { Dependencies } from './dependencies.ts'
import { Card } from './listing/cards.ts'
import { filterKey, type ProductSort, readFilter, readOrder } from './listing/filter.ts'
import { listByIds, maxIds, readIds } from './listing/list-by-ids.ts'
import { listInOrder, withCollection } from './listing/list-collection.ts'
import { findActiveCard, listCategories, listProducts } from './listing/list-products.ts'
import { Category, filterParameters, optionParameters, optionsOf, orderParameter } from './listing/schemas.ts'
import { showCards, showProduct, viewerOf } from './prices/shown.ts'
import { maxSlugLength } from './products/field-schemas.ts'
import { findBySlug } from './products/slugs.ts'
import { expansions, readProductPage } from './related/product-page.ts'
import { ProductPage } from './related/schemas.ts'
import { translateCollections } from './translations/translate.ts'

const tags = ['Catalog']

const FoundSlug = named(
  'FoundSlug',
  Type.Object({
    type: Type.String({ enum: ['product', 'product_group'] }),
    id: Uuid,
    slug: Type.String({ description: 'The current one.', examples: ['white-hanging-heart'] }),
  }),
)

/** The catalog of shoppers: active products of every merchant. */
export function catalogRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/catalog/products',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags,
        operationId: 'listProducts',
        summary: 'Active products, newest first or as sorted',
        description:
          'The products of all merchants, or of one. Filters combine. A cursor stays valid while products come and ' +
          'go. `ids` answers these products and groups on one page, in their order, without those that are not active.',
        querystring: listQuery(
          defaultLimits,
          {
            ...filterParameters,
            ids: chosenIds('products and groups', maxIds),
            sort: Type.Optional(
              Type.String({
                enum: ['created_at', 'price', 'name'],
                description: 'Default: `created_at`, or of a `collection` its own order.',
              }),
            ),
            order: orderParameter,
            ...readerParameters,
          },
          optionParameters,
        ),
        response: { 200: pageOf(Card) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const merchantId = query.merchant_id
      const reading = await readingFor(deps, request, reply)
      const viewer = viewerOf(deps, merchantId, reading)
      const ids = readIds(query)
      if (ids !== undefined) {
        const onePage = paginate(deps, ['/catalog/products', 'ids'], { limit: ids.length, offset: 0 })
        const found = await deps.reads.run(writerOf(request), deps.db, async (db) => {
          const cards = await listByIds({ db, cardCache: deps.cardCache }, ids, merchantId)
          return { ...cards, items: await showCards(viewer(db), cards.items) }
        })
        return sendJson(reply, onePage.answerJson(found))
      }
      const sort = (query.sort ?? 'created_at') as ProductSort
      // Of a list only names have a language.
      const { language, context } = reading
      const named = language !== undefined && sort === 'name' && { language }
      const filter = {
        ...readFilter(query, optionsOf(query)),
        ...named,
        ...(context !== undefined && { context }),
      }
      const order = readOrder(sort, query.order)
      const isInOrder = query.collection !== undefined && query.sort === undefined
      const key = ['/catalog/products', ...filterKey(filter), ...(isInOrder ? ['in order'] : [sort, order])]
      const list = paginate(deps, query.collection === undefined ? key : [...key, query.collection], query)
      const { cardCache } = deps
      const page = await deps.reads.run(writerOf(request), deps.db, async (db) => {
        const chosen = await withCollection(db, filter, query.collection, 'shoppers')
        const { collectionId } = chosen
        const found =
          isInOrder && collectionId !== undefined
            ? await listInOrder({ db, cardCache }, { ...chosen, collectionId }, list.request)
            : await listProducts({ db, cardCache }, { filter: chosen, sort, order }, list.request)
        return { ...found, items: await showCards(viewer(db), found.items) }
      })
      return sendJson(reply, list.answerJson(page))
    },
  )

  app.get(
    '/catalog/products/:id',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags,
        operationId: 'getProduct',
        summary: 'One active product',
        description:
          'By its id or, within a merchant, by a slug that it has or had. The slug of a group answers its card. A ' +
          'draft or archived one is a 404. `expand` adds what else its page shows.',
        params: Type.Object({
          id: line({
            max: maxSlugLength,
            description: 'An id or, with `merchant_id` or a key of a storefront, a slug.',
          }),
        }),
        querystring: Type.Object({
          merchant_id: Type.Optional(Uuid),
          ...readerParameters,
          expand: Type.Optional(
            Type.String({
              pattern: `^(${expansions.join('|')})(,(${expansions.join('|')}))*$`,
              description: 'What to add: `group` with its variants, `related`, with commas between.',
              examples: ['group,related'],
            }),
          ),
        }),
        response: { 200: envelope(ProductPage) },
      },
    },
    async (request, reply) => {
      const { id: idOrSlug } = request.params
      const { merchant_id: merchantId, expand } = request.query
      const writer = writerOf(request)
      const viewer = viewerOf(deps, merchantId, await readingFor(deps, request, reply))
      if (expand === undefined) {
        return ok(
          await deps.reads.run(writer, deps.db, async (db) =>
            showProduct(viewer(db), await findActiveCard(db, idOrSlug, merchantId)),
          ),
        )
      }
      const page = { idOrSlug, merchantId, viewer, expand: new Set(expand.split(',')) }
      const { cardCache } = deps
      return sendJson(reply, await deps.reads.run(writer, deps.db, (db) => readProductPage({ db, cardCache }, page)))
    },
  )

  app.get(
    '/catalog/slugs/:slug',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags,
        operationId: 'getSlug',
        summary: 'What a slug of a merchant leads to',
        description:
          'With its current slug: an old one leads on for good. What is not active is a 404, and so is a slug ' +
          'without a key of a storefront or `merchant_id`.',
        params: Type.Object({ slug: line({ max: maxSlugLength }) }),
        querystring: Type.Object({ merchant_id: Type.Optional(Uuid) }),
        response: { 200: envelope(FoundSlug) },
      },
    },
    async (request) => {
      const { merchant_id: merchantId } = request.query
      const slug = request.params.slug.toLowerCase()
      if (merchantId === undefined) throw notFound('slug without merchant_id')
      const found = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        findBySlug(db, merchantId, slug),
      )
      return ok({ type: found.type, id: found.id, slug: found.slug })
    },
  )

  app.get(
    '/catalog/categories',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags,
        operationId: 'listCategories',
        summary: 'Categories that have active products, by name',
        description: 'With the number of active products in each, which may be 5 seconds old above 1,000.',
        querystring: listQuery(defaultLimits, { merchant_id: Type.Optional(Uuid) }),
        response: { 200: pageOf(Category) },
      },
    },
    async (request) => {
      const merchantId = request.query.merchant_id
      const list = paginate(deps, ['/catalog/categories', merchantId ?? null], request.query)
      const page = await deps.reads.run(writerOf(request), deps.db, (db) =>
        listCategories({ db, totals: deps.totals }, merchantId, list.request),
      )
      return list.answer(page, ({ name, product_count }) => ({ name, product_count }))
    },
  )

  app.get(
    '/catalog/collections',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags,
        operationId: 'listCollections',
        summary: 'Active collections, by name',
        description: 'Of all merchants, or of one.',
        querystring: listQuery(defaultLimits, { merchant_id: Type.Optional(Uuid), ...readerParameters }),
        response: { 200: pageOf(CatalogCollection) },
      },
    },
    async (request, reply) => {
      const merchantId = request.query.merchant_id
      const { locales } = await readingFor(deps, request, reply)
      const list = paginate(deps, ['/catalog/collections', merchantId ?? null], request.query)
      const page = await deps.reads.run(writerOf(request), deps.db, async (db) => {
        const found = await listShownCollections(db, merchantId, list.request)
        const shown = found.items.map(presentShownCollection)
        return { ...found, items: await translateCollections({ db, merchantId, locales }, shown) }
      })
      return list.answer(page, (collection) => collection)
    },
  )

  app.get(
    '/catalog/collections/:id',
    {
      config: { cacheable: 'private', storefront: true },
      schema: {
        tags,
        operationId: 'getCollection',
        summary: 'One active collection',
        description: 'By its id or, within a merchant, by its slug. Lists leave `description_html` out.',
        params: Type.Object({
          id: line({
            max: maxSlugLength,
            description: 'An id or, with `merchant_id` or a key of a storefront, a slug.',
          }),
        }),
        querystring: Type.Object({ merchant_id: Type.Optional(Uuid), ...readerParameters }),
        response: { 200: envelope(CatalogCollectionDetails) },
      },
    },
    async (request, reply) => {
      const { merchant_id: merchantId } = request.query
      const { locales } = await readingFor(deps, request, reply)
      return ok(
        await deps.reads.run(writerOf(request), deps.db, async (db) => {
          const found = presentWholeCollection(await findShownCollection(db, request.params.id, merchantId))
          const [collection = found] = await translateCollections({ db, merchantId, locales }, [found])
          return collection
        }),
      )
    },
  )
}
