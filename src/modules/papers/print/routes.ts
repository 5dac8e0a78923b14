import { Type } from 'typebox'
import { inTextsOf, merchantName, selectSettings } from '#src/modules/merchants/index.ts'
import type { App } from '#src/platform/http/app.ts'
import { staffOf } from '#src/platform/http/auth/authentication.ts'
import { errors } from '#src/platform/http/envelope.ts'
import { chosenIds, readChosenIds } from '#src/platform/http/requests/chosen-ids.ts'
import { invalid, notFound } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { readLogo } from '../read-logo.ts'
import { printPolicy } from './page.ts'
import { type PackedOrder, selectPackedOrders } from './queries.ts'

/** Only these papers need the library of barcodes. */
const loadSlips = () => import('./slips.ts')

/** Orders of one statement: each may have a thousand items. */
const readAtOnce = 10

const schemaOf = (what: string, operationId: string, summary: string, description: string) => ({
  tags: ['Orders'],
  operationId,
  summary,
  description,
  querystring: Type.Object({ ids: chosenIds(what) }),
  response: {
    200: { description: 'A page for print.', content: { 'text/html': { schema: Type.String() } } },
    ...errors('NOT_FOUND'),
  },
})

/** Papers of the warehouse: no prices, and a barcode of each order's number. */
export function printRoutes(app: App, deps: Dependencies): void {
  const read = async (merchantId: string, ids: readonly string[]) => {
    const orders: PackedOrder[] = []
    for (let at = 0; at < ids.length; at += readAtOnce)
      orders.push(...(await selectPackedOrders(deps.shop(merchantId), merchantId, ids.slice(at, at + readAtOnce))))
    return requireAll(orders, ids)
  }

  app.get(
    '/admin/orders/packing-slips',
    {
      config: { permission: 'orders.read' },
      schema: schemaOf(
        'orders',
        'printPackingSlips',
        'Packing slips of some orders',
        'A sheet for each order: the units that are to be sent, or, of an order that was sent whole, the sent ones.',
      ),
    },
    async (request, reply) => {
      const { merchantId } = staffOf(request)
      const orders = await read(merchantId, requiredIds(request.query.ids))
      const name = await merchantName(deps.db, merchantId)
      const { timezone, locale } = await selectSettings(deps.shop(merchantId), merchantId)
      const { packingSlips } = await loadSlips()
      const logo = await readLogo(deps, merchantId)
      const draw = () => packingSlips(orders, { name, timezone, locale, logo })
      const html = await inTextsOf(deps, merchantId, draw)
      return reply
        .header('content-security-policy', printPolicy)
        .type('text/html; charset=utf-8')
        .send(html as never)
    },
  )

  app.get(
    '/admin/orders/pick-list',
    {
      config: { permission: 'orders.read' },
      schema: schemaOf(
        'orders',
        'printPickList',
        'A pick list for some orders',
        'All units that are to be sent, summed by product, in the order of their SKUs.',
      ),
    },
    async (request, reply) => {
      const { merchantId } = staffOf(request)
      const orders = await read(merchantId, requiredIds(request.query.ids))
      const { pickList } = await loadSlips()
      const { locale } = await selectSettings(deps.shop(merchantId), merchantId)
      const html = await inTextsOf(deps, merchantId, () => pickList(orders, { locale }))
      return reply
        .header('content-security-policy', printPolicy)
        .type('text/html; charset=utf-8')
        .send(html as never)
    },
  )
}

/** @throws AppError NOT_FOUND unless all are there */
function requireAll(orders: readonly PackedOrder[], ids: readonly string[]): readonly PackedOrder[] {
  if (orders.length < ids.length) throw notFound('order')
  return orders
}

function requiredIds(text: string | undefined): string[] {
  const ids = readChosenIds(text)
  if (ids === undefined) throw invalid({ field: 'ids', message: 'is required' })
  return ids
}
