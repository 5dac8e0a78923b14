import { merchantName } from '#src/modules/merchants/index.ts'
import { type OrderRow, openOrderLink, selectOrder } from '#src/modules/orders/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import type { Seal } from '#src/platform/lib/sealed.ts'
import { type ReturnRow, selectReturnsOfOrder, selectTerms } from './queries.ts'
import { isWithdrawalOffered, type WithdrawnLine, withdrawableLines, withdrawUntil } from './rules.ts'
import { isInUnion } from './withdraw.ts'

export interface OrderByLink {
  shopName: string
  order: OrderRow
  returns: ReturnRow[]
  withdrawal: { available: boolean; until: Date | null; lines: WithdrawnLine[] }
}

type Services = Databases & { seal: Seal }

/** What a link shows. @throws AppError NOT_FOUND */
export async function readByLink(services: Services, token: string): Promise<OrderByLink> {
  const { merchantId, orderId } = await openOrderLink(services, token)
  const key = { merchantId, orderId }
  const db = services.shop(key.merchantId)
  const order = await selectOrder(db, key)
  if (order === undefined) throw notFound('order')
  const shopName = await merchantName(services.db, key.merchantId)
  const terms = await selectTerms(db, key)
  const until = withdrawUntil(order, terms)
  const isOffered = isWithdrawalOffered(order, terms, await isInUnion(db, order, terms))
  const lines = isOffered && (until === null || terms.now < until) ? withdrawableLines(order) : []
  return {
    shopName: shopName ?? '',
    order,
    returns: await selectReturnsOfOrder(db, key),
    withdrawal: { available: lines.length > 0, until: isOffered ? until : null, lines },
  }
}
