import { Type } from 'typebox'
import { defaultLimits, listQuery, pageOf, paginate } from '#src/platform/http/answers/pagination.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, line, ok, Uuid } from '#src/platform/http/envelope.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { toPage } from '#src/platform/lib/page.ts'
import type { Dependencies } from './dependencies.ts'
import {
  countInventory,
  countMovements,
  type InventorySort,
  positionOf,
  selectInventory,
  selectInventoryItem,
  selectMovements,
} from './list-queries.ts'
import { maxStockUnits } from './queries.ts'
import { InventoryItem, presentInventory, presentMovement, StockMovement, StockUpdate } from './schemas.ts'
import { updateStock } from './update-stock.ts'

const tags = ['Inventory']
const params = Type.Object({ product_id: Uuid })

/** The merchant's stock, for staff. */
export function inventoryRoutes(app: App, deps: Dependencies): void {
  app.get(
    '/admin/inventory',
    {
      config: { permission: 'inventory.read' },
      schema: {
        tags,
        operationId: 'listInventory',
        summary: 'Stock of every product',
        description:
          'Sorted by SKU, with `low_stock` by available units, the fewest first, unless `sort` says otherwise.',
        querystring: listQuery(defaultLimits, {
          q: Type.Optional(line({ min: 0, max: 200, description: 'Words of the product, or a prefix of its SKU.' })),
          category: Type.Optional(line({ max: 100 })),
          sort: Type.Optional(Type.Unsafe<InventorySort>(Type.String({ enum: ['sku', 'name', 'available'] }))),
          order: Type.Unsafe<'asc' | 'desc'>(Type.String({ enum: ['asc', 'desc'], default: 'asc' })),
          low_stock: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: maxStockUnits,
              description: 'Only products with at most this many available units.',
            }),
          ),
        }),
        response: { 200: pageOf(InventoryItem) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { category, low_stock, order } = request.query
      const sort = request.query.sort ?? (low_stock === undefined ? 'sku' : 'available')
      const filter = { text: request.query.q?.trim() || undefined, category, maxAvailable: low_stock, sort, order }
      const list = paginate(deps, ['/admin/inventory', merchantId, filter], request.query)
      const shop = deps.shop(merchantId)
      const rows = await selectInventory(shop, merchantId, filter, list.request)
      const count = () => countInventory(shop, merchantId, filter)
      return list.answer(await toPage(rows, list.request, count, (row) => positionOf(filter, row)), presentInventory)
    },
  )

  app.patch(
    '/admin/inventory/:product_id',
    {
      config: { permission: 'inventory.write' },
      schema: {
        tags,
        operationId: 'updateInventory',
        summary: 'Set the stock of a product by a count or an adjustment',
        description:
          'Send either `on_hand` or `adjust`. Units reserved by orders cannot be taken away. A count that is sent ' +
          'later has its time in `counted_at`, so that it does not undo later movements.',
        params,
        body: StockUpdate,
        response: { 200: envelope(InventoryItem), ...errors('INSUFFICIENT_STOCK', 'CONFLICT') },
      },
    },
    async (request) => {
      const staff = staffOf(request)
      const shop = deps.shop(staff.merchantId)
      return ok(presentInventory(await updateStock(shop, staff, request.params.product_id, request.body)))
    },
  )

  app.get(
    '/admin/inventory/:product_id/movements',
    {
      config: { permission: 'inventory.read' },
      schema: {
        tags,
        operationId: 'listStockMovements',
        summary: 'Ledger of one product’s stock, newest first',
        description:
          'Every movement of the last 400 days; older ones are summed up in one of type `opening`. The movements add ' +
          'up to the stock.',
        params,
        querystring: listQuery(defaultLimits, {}),
        response: { 200: pageOf(StockMovement) },
      },
    },
    async (request) => {
      const { merchantId } = staffOf(request)
      const { product_id } = request.params
      const list = paginate(deps, ['/admin/inventory/movements', merchantId, product_id], request.query)
      const shop = deps.shop(merchantId)
      const rows = await selectMovements(shop, merchantId, product_id, list.request)
      if (rows.length === 0 && (await selectInventoryItem(shop, merchantId, product_id)) === undefined) {
        throw notFound('product')
      }
      const count = () => countMovements(shop, merchantId, product_id)
      return list.answer(await toPage(rows, list.request, count, (row) => [row.number]), presentMovement)
    },
  )
}
