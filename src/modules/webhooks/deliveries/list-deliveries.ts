import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import { getSubscription } from '../subscriptions/manage-subscriptions.ts'
import type { SubscriptionKey } from '../subscriptions/queries.ts'
import {
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
): Promise<{ rows: DeliveryRow[]; total: number }> {
  await getSubscription(db, key)
  return selectDeliveries(db, key, filter, page)
}

/** @throws AppError NOT_FOUND */
export async function getDelivery(db: Executor, key: DeliveryKey): Promise<DeliveryDetail> {
  await getSubscription(db, key)
  const delivery = await selectDeliveryDetail(db, key)
  if (delivery === undefined) throw notFound('delivery')
  return delivery
}
