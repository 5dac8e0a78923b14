import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import { getSubscription } from '../subscriptions/manage-subscriptions.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import {
  countDeliveries,
  type DeliveryDetail,
  type DeliveryKey,
  type DeliveryRow,
  selectDeliveries,
  selectDeliveryDetail,
} from './queries.ts'
import type { DeliveryFilter } from './rules.ts'

/** @throws AppError NOT_FOUND */
export async function listDeliveries(
  db: Executor,
  key: SubscriptionKey,
  filter: DeliveryFilter,
  page: PageRequest,
): Promise<Page<DeliveryRow>> {
  await getSubscription(db, key)
  const rows = await selectDeliveries(db, key, filter, page)
  const count = () => countDeliveries(db, key, filter)
  return toPage(rows, page, count, (row) => [row.id])
}

/** @throws AppError NOT_FOUND */
export async function getDelivery(db: Executor, key: DeliveryKey): Promise<DeliveryDetail> {
  await getSubscription(db, key)
  const delivery = await selectDeliveryDetail(db, key)
  if (delivery === undefined) throw notFound('delivery')
  return delivery
}
