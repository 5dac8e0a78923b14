import { Type } from 'typebox'
import { chargeUnit } from '#src/modules/payments/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, line, named, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { Dependencies } from './dependencies.ts'
import { addProduct, changeOwnProduct, removeOwnProduct } from './groups/membership.ts'
import { Card, presentOwnCard } from './listing/cards.ts'
import { filterKey, type ProductSort, readFilter, readOrder, type SortOrder } from './listing/filter.ts'
import { withCollection } from './listing/list-collection.ts'
import { listOwnCards } from './listing/list-products.ts'
import { filterParameters, optionParameters, optionsOf } from './listing/schemas.ts'
import { removedFrom } from './products/descriptions.ts'
import { Status } from './products/field-schemas.ts'
import { presentOwnProduct } from './products/field-values.ts'
import { findOwnProduct } from './products/manage-products.ts'
import { CreateProduct, Product, UpdateProduct } from './products/schemas.ts'
import type { ProductStatus } from './products/statuses.ts'

const tags = ['Products']
const params = Type.Object({ id: Uuid })
/** The shop in `merchant-id`. */
const { merchant_id: _, ...ownFilterParameters } = filterParameters

const RemovedProduct = named(
  'RemovedProduct',
  Type.Object({
    id: Uuid,
    outcome: Type.String({
      enum: ['deleted', 'archived'],
      description: '`archived` if the product is in an order or a cart.',
    }),
  }),
)

/** A merchant's own products. */
export function productAdminRoutes(app: App, deps: Dependencies): void {
  const unitOf = (currency: string) => chargeUnit(deps.paymentProviders, currency)

  app.get(
    '/admin/products',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'listOwnProducts',
        summary: 'The merchant’s products of any status',
        description: 'Includes drafts and archived products. Newest first, unless `sort` says otherwise.',
        querystring: listQuery(
          defaultLimits,
          {
            q: Type.Optional(line({ min: 0, max: 200, description: 'Words of the product, or a prefix of its SKU.' })),
            status: Type.Optional(Status),
            ...ownFilterParameters,
            variants: Type.Unsafe<'one' | 'all'>(
              Type.String({ enum: ['one', 'all'], default: 'all', description: '`one`: each group once.' }),
            ),
            sort: Type.Unsafe<ProductSort>(
              Type.String({ enum: ['created_at', 'name', 'price'], default: 'created_at' }),
            ),
            order: Type.Optional(
              Type.Unsafe<SortOrder>(
                Type.String({ enum: ['asc', 'desc'], description: '`desc` by `created_at`, else `asc`, if left out.' }),
              ),
            ),
          },
          optionParameters,
        ),
        response: { 200: pageOf(Card) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { q, sort, status } = request.query
      const order = readOrder(sort, request.query.order)
      const { collection } = request.query
      const filter = { ...readFilter(request.query, optionsOf(request.query)), merchantId }
      const key = [
        '/admin/products',
        q?.trim() ?? null,
        status ?? null,
        ...filterKey(filter),
        sort,
        order,
        collection ?? null,
      ]
      const list = paginate(deps, key, request.query)
      const page = await deps.reads.run(writerOf(request), deps.shop(merchantId), async (db) => {
        const chosen = { ...(await withCollection(db, filter, collection, 'staff')), merchantId }
        const own = { filter: chosen, q, status: status as ProductStatus | undefined, sort, order }
        return listOwnCards(db, own, list.request)
      })
      return list.answer(page, presentOwnCard)
    },
  )

  app.post(
    '/admin/products',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'createProduct',
        summary: 'Add a product',
        description:
          'It is for sale at once unless `status` is `draft`. The SKU is unique within the merchant. With `group_id` ' +
          'it is a variant of that group: then it has `options`, and no name of its own.',
        body: CreateProduct,
        response: {
          201: envelope(Product),
          ...errors('NOT_FOUND', 'SKU_TAKEN', 'VARIANT_EXISTS', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED'),
        },
      },
    },
    async (request, reply) =>
      once({ db: deps.shop(staffOf(request).merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok({
          ...presentOwnProduct(await addProduct(executor, deps.merchants, staffOf(request), request.body, unitOf)),
          ...removedFrom(request.body),
        }),
      ),
  )

  app.get(
    '/admin/products/:id',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'getOwnProduct',
        summary: 'One of the merchant’s products',
        description: 'The product may have any status.',
        params,
        response: { 200: envelope(Product) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentOwnProduct(await findOwnProduct(deps.shop(merchantId), merchantId, request.params.id)))
    },
  )

  app.patch(
    '/admin/products/:id',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'updateProduct',
        summary: 'Change a product',
        description:
          'Fields that are left out stay; null clears them. Stock is changed at /admin/inventory. With `group_id` ' +
          'and `options` a product joins a group, and keeps its id, stock and orders; with `group_id: null` it ' +
          'leaves it.',
        params,
        body: UpdateProduct,
        response: { 200: envelope(Product), ...errors('SKU_TAKEN', 'VARIANT_EXISTS', 'CONFLICT') },
      },
    },
    async (request) => {
      const { id } = request.params
      const staff = staffOf(request)
      const shop = deps.shop(staff.merchantId)
      const changed = presentOwnProduct(await changeOwnProduct(shop, staff, id, request.body, unitOf))
      return ok({ ...changed, ...removedFrom(request.body) })
    },
  )

  app.delete(
    '/admin/products/:id',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'deleteProduct',
        summary: 'Delete a product, or archive it once it was ordered',
        description:
          'An ordered product is archived, because orders keep their products: it leaves the catalog, not the reports.',
        params,
        response: { 200: envelope(RemovedProduct) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const outcome = await removeOwnProduct(deps.shop(staff.merchantId), staff, request.params.id)
      return ok({ id: request.params.id, outcome })
    },
  )
}
