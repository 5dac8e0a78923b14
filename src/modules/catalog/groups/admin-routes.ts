import { Type } from 'typebox'
import { chargeUnit } from '#src/modules/payments/index.ts'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { once } from '#src/platform/http/requests/idempotency.ts'
import { writerOf } from '#src/platform/http/requests/reads.ts'
import type { Dependencies } from '../dependencies.ts'
import { removedFrom } from '../products/descriptions.ts'
import { type ProductStatus, statuses } from '../products/statuses.ts'
import {
  changeGroup,
  createGroup,
  findOwnGroup,
  type GroupServices,
  removeGroup,
  replaceGroup,
} from './manage-groups.ts'
import { presentGroup, presentWithVariants } from './present.ts'
import { listOwnGroups } from './read-groups.ts'
import {
  CreateProductGroup,
  ProductGroup,
  ProductGroupWithVariants,
  RemovedProductGroup,
  ReplaceProductGroup,
  UpdateProductGroup,
} from './schemas.ts'

const tags = ['Product groups']
const params = Type.Object({ id: Uuid })
/** A body of 2,048 variants. */
const bodyLimit = 2_097_152
const maxValues = 60_000

/** A merchant's own product groups. */
export function productGroupAdminRoutes(app: App, deps: Dependencies): void {
  const { merchants } = deps
  const services: GroupServices = { merchants, unitOf: (currency) => chargeUnit(deps.paymentProviders, currency) }

  app.get(
    '/admin/product-groups',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'listOwnProductGroups',
        summary: 'The merchant’s product groups of any status',
        description: 'Newest first, without their variants.',
        querystring: listQuery(defaultLimits, {
          q: Type.Optional(line({ min: 0, max: 200, description: 'Words of a variant, or the beginning of its SKU.' })),
          status: Type.Optional(Type.String({ enum: [...statuses] })),
        }),
        response: { 200: pageOf(ProductGroup) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const q = request.query.q?.trim() || undefined
      const status = request.query.status as ProductStatus | undefined
      const list = paginate(deps, ['/admin/product-groups', merchantId, q ?? null, status ?? null], request.query)
      const page = await deps.reads.run(writerOf(request), deps.shop(merchantId), (db) =>
        listOwnGroups(db, { merchantId, q, status }, list.request),
      )
      return list.answer(page, presentGroup)
    },
  )

  app.post(
    '/admin/product-groups',
    {
      config: { permission: 'products.write', maxValues },
      bodyLimit,
      schema: {
        tags,
        operationId: 'createProductGroup',
        summary: 'Add a product in several variants',
        description:
          'Each variant is a product: with its SKU, price and stock, and the name of the group before its own.',
        body: CreateProductGroup,
        response: {
          201: envelope(ProductGroupWithVariants),
          ...errors('SKU_TAKEN', 'VARIANT_EXISTS', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED'),
        },
      },
    },
    async (request, reply) => {
      const staff = staffOf(request)
      return once({ db: deps.shop(staff.merchantId), seal: deps.seal }, request, reply, 201, async (executor) =>
        ok({
          ...presentWithVariants(await createGroup(executor, services, staff, request.body)),
          ...removedFrom(request.body),
        }),
      )
    },
  )

  app.get(
    '/admin/product-groups/:id',
    {
      config: { permission: 'products.read' },
      schema: {
        tags,
        operationId: 'getOwnProductGroup',
        summary: 'One of the merchant’s product groups with its variants',
        description: 'Of any status.',
        params,
        response: { 200: envelope(ProductGroupWithVariants) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      return ok(presentWithVariants(await findOwnGroup(deps.shop(merchantId), merchantId, request.params.id)))
    },
  )

  app.put(
    '/admin/product-groups/:id',
    {
      config: { permission: 'products.write', maxValues },
      bodyLimit,
      schema: {
        tags,
        operationId: 'replaceProductGroup',
        summary: 'Make a product group what the body says',
        description:
          'Variants are matched by SKU: created, changed, and those left out deleted, or archived if an order has ' +
          'named them. A plain product with one of the SKUs joins. Fields left out go to their defaults; `slug` and ' +
          '`on_hand` stay.',
        params,
        body: ReplaceProductGroup,
        response: {
          200: envelope(ProductGroupWithVariants),
          ...errors('SKU_TAKEN', 'VARIANT_EXISTS', 'INSUFFICIENT_STOCK', 'CONFLICT'),
        },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const shop = deps.shop(staff.merchantId)
      const { params, body } = request
      const replaced = presentWithVariants(await replaceGroup(shop, services, staff, params.id, body))
      return ok({ ...replaced, ...removedFrom(body) })
    },
  )

  app.patch(
    '/admin/product-groups/:id',
    {
      config: { permission: 'products.write', maxValues },
      bodyLimit,
      schema: {
        tags,
        operationId: 'updateProductGroup',
        summary: 'Change a product group',
        description:
          'Fields that are left out stay; null clears them. `rename` gives options new names, `varies_by` says ' +
          'which there are and in which order, `variants` gives values: of an option that is added, of every variant.',
        params,
        body: UpdateProductGroup,
        response: { 200: envelope(ProductGroupWithVariants), ...errors('VARIANT_EXISTS', 'CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const shop = deps.shop(staff.merchantId)
      const { params, body } = request
      return ok({ ...presentWithVariants(await changeGroup(shop, staff, params.id, body)), ...removedFrom(body) })
    },
  )

  app.delete(
    '/admin/product-groups/:id',
    {
      config: { permission: 'products.write' },
      schema: {
        tags,
        operationId: 'deleteProductGroup',
        summary: 'Delete a product group with its variants',
        description: 'A variant that was ordered is archived, and a plain product from then on.',
        params,
        response: { 200: envelope(RemovedProductGroup) },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const { id } = request.params
      const { deleted, archived } = await removeGroup(deps.shop(staff.merchantId), staff, id)
      return ok({ id, outcome: 'deleted', deleted, archived })
    },
  )
}
