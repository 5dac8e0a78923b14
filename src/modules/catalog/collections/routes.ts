import { Type } from 'typebox'
import { currencyOf } from '#src/modules/merchants/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok, Uuid } from '#src/platform/http/envelope.ts'
import { idLists } from '#src/platform/http/requests/body-parser.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { Dependencies } from '../dependencies.ts'
import { removedFrom } from '../products/descriptions.ts'
import { listCards, listOwnCollections, previewRules } from './list-collections.ts'
import {
  changeCollection,
  createCollection,
  findCollection,
  maxCollections,
  removeCollection,
  setProducts,
} from './manage-collections.ts'
import { presentCard, presentCollection, presentOwnCollection } from './present.ts'
import {
  Collection,
  CollectionDetails,
  CollectionPreview,
  CollectionProduct,
  CreateCollection,
  PreviewCollection,
  SetCollectionProducts,
  UpdateCollection,
} from './schemas.ts'

const tags = ['Collections']
const params = Type.Object({ id: Uuid })

/** A merchant's own collections. */
export function collectionAdminRoutes(app: App, deps: Dependencies): void {
  const currencyAt = (merchantId: string) => currencyOf(deps.merchants, merchantId)

  app.get(
    '/admin/collections',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'listOwnCollections',
        summary: 'The merchant’s collections of any status, newest first',
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(Collection) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const list = paginate(deps, ['/admin/collections', merchantId], request.query)
      const page = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        listOwnCollections(db, merchantId, list.request),
      )
      return list.answer(page, presentOwnCollection)
    },
  )

  app.post(
    '/admin/collections',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'createCollection',
        summary: 'Add a collection',
        description:
          'With `rules` it holds what they find, and follows the products within a minute. Without, its products are ' +
          `put in with \`PUT /admin/collections/{id}/products\`. 409 if there are ${maxCollections}.`,
        body: CreateCollection,
        response: { 201: envelope(CollectionDetails), ...errors('CONFLICT', 'IDEMPOTENCY_KEY_REUSED') },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      const currency = await currencyAt(staff.merchantId)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok({
          ...presentCollection(await createCollection(executor, staff, request.body, currency)),
          ...removedFrom(request.body),
        }),
      )
    },
  )

  app.post(
    '/admin/collections/preview',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'previewCollection',
        summary: 'What rules would find now',
        description: 'Changes nothing.',
        body: PreviewCollection,
        response: { 200: envelope(CollectionPreview) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const currency = await currencyAt(merchantId)
      const read = (db: Parameters<typeof previewRules>[0]) =>
        previewRules(db, merchantId, request.body.rules, currency)
      const { count, precision, sample } = await deps.reads.run(writerOf(request), deps.shop(merchantId), read)
      return ok({ count, count_precision: precision, sample: sample.map(presentCard) })
    },
  )

  app.get(
    '/admin/collections/:id',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'getOwnCollection',
        summary: 'One of the merchant’s collections',
        params,
        response: { 200: envelope(CollectionDetails) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentCollection(await findCollection(deps.shop(merchantId), merchantId, request.params.id)))
    },
  )

  app.patch(
    '/admin/collections/:id',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'updateCollection',
        summary: 'Change a collection',
        description:
          'Fields that are left out stay; null clears them. `rules: null` keeps what they found, as products put ' +
          'in by hand; rules replace what was put in.',
        params,
        body: UpdateCollection,
        response: { 200: envelope(CollectionDetails), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const [db, currency] = [deps.shop(staff.merchantId), await currencyAt(staff.merchantId)]
      const { params, body } = request
      const changed = presentCollection(await changeCollection(db, staff, params.id, body, currency))
      return ok({ ...changed, ...removedFrom(body) })
    },
  )

  app.delete(
    '/admin/collections/:id',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'deleteCollection',
        summary: 'Delete a collection',
        description: 'Its products stay.',
        params,
        response: { 200: envelope(Type.Object({})) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      await removeCollection(deps.shop(staff.merchantId), staff, request.params.id)
      return ok({})
    },
  )

  app.get(
    '/admin/collections/:id/products',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'listCollectionProducts',
        summary: 'Products and groups of a collection, in its order',
        description: 'Of any status.',
        params,
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(CollectionProduct) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { id } = request.params
      const list = paginate(deps, ['/admin/collections/products', merchantId, id], request.query)
      const page = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        listCards(db, merchantId, id, list.request),
      )
      return list.answer(page, presentCard)
    },
  )

  app.put(
    '/admin/collections/:id/products',
    {
      bodyLimit: idLists.bodyLimit,
      config: { permission: 'products.write', maxValues: idLists.maxValues },
      schema: {
        tags,
        operationId: 'setCollectionProducts',
        summary: 'Put products and groups into a collection',
        description: 'These, in this order, in place of those it has. 409 of a collection with rules.',
        params,
        body: SetCollectionProducts,
        response: { 200: envelope(CollectionDetails), ...errors('CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { id } = request.params
      return ok(presentCollection(await setProducts(deps.shop(staff.merchantId), staff, id, request.body)))
    },
  )
}
