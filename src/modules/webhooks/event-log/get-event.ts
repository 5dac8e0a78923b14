import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { eventUuid } from '#src/platform/lib/ids.ts'
import { type DeliveryRow, selectDeliveriesOfEvent } from '../deliveries/queries.ts'
import { selectEvent } from './queries.ts'

export interface EventRecord {
  body: Buffer
  is_test: boolean
  deliveries: DeliveryRow[]
}

/** @throws AppError NOT_FOUND */
export async function getEvent(db: Executor, merchantId: string, publicId: string): Promise<EventRecord> {
  const id = eventUuid(publicId)
  const event = id === undefined ? undefined : await selectEvent(db, merchantId, id)
  if (id === undefined || event === undefined) throw notFound('event')
  return { ...event, deliveries: await selectDeliveriesOfEvent(db, merchantId, id) }
}
