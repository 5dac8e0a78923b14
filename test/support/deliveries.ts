import { sql } from 'kysely'
import type { RunningDependencies } from '#src/app/dependencies.ts'
import { insertMerchant } from '#src/modules/merchants/queries.ts'
import { sealSecret } from '#src/modules/webhooks/sending/secrets.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import { until } from './until.ts'

type Stores = Pick<RunningDependencies, 'db' | 'seal'>

export interface Subscribed {
  merchantId: string
  id: string
  secret: string
}

/** A shop and its subscriptions, written directly into the tables, for tests of deliveries. */
export async function makeShop(deps: Stores): Promise<string> {
  const id = newId()
  await insertMerchant(deps.db, { id, name: `Shop ${id}`, currency: 'GBP' })
  return id
}

export async function subscribe(
  { db, seal }: Stores,
  merchantId: string,
  url: string,
  eventNames: string[] = ['product.updated'],
): Promise<Subscribed> {
  const id = newId()
  const secret = `whsec_${Buffer.from(id).toString('base64')}`
  const now = new Date()
  await db
    .insertInto('webhook_subscriptions')
    .values({
      merchant_id: merchantId,
      id,
      url,
      events: eventNames,
      event_names: eventNames,
      active: true,
      secret: sealSecret(seal, id, secret),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { merchantId, id, secret }
}

/** Commits a number of events of one shop, a few per transaction. `paddingBytes` makes their bodies large. */
export async function commitEvents(
  { db }: Pick<RunningDependencies, 'db'>,
  merchantId: string,
  count: number,
  { perTransaction = 50, paddingBytes = 0 }: { perTransaction?: number; paddingBytes?: number } = {},
): Promise<void> {
  const padding = 'x'.repeat(paddingBytes)
  for (let first = 0; first < count; first += perTransaction) {
    const numbers = Array.from({ length: Math.min(perTransaction, count - first) }, (_, i) => first + i)
    await inTransaction(db, (transaction) =>
      emit(
        transaction,
        numbers.map((number) => ({
          merchantId,
          name: 'product.updated' as const,
          data: { product: { id: newId(), number, padding } },
        })),
      ),
    )
  }
}

export interface DeliveryCounts {
  pending: number
  delivered: number
  failed: number
  cancelled: number
  /** Rows in the queue, and those leased by a worker. */
  queued: number
  leased: number
  lost: number
}

export async function countDeliveries({ db }: Pick<RunningDependencies, 'db'>): Promise<DeliveryCounts> {
  const { rows } = await sql<DeliveryCounts>`
    select count(*) filter (where status in ('pending', 'delivering')) as pending,
           count(*) filter (where status = 'delivered') as delivered,
           count(*) filter (where status = 'failed') as failed,
           count(*) filter (where status = 'cancelled') as cancelled,
           (select count(*) from delivery_queue) as queued,
           (select count(*) from delivery_queue where lease_token is not null) as leased,
           (select count(*) from delivery_attempts where outcome = 'lost') as lost
      from deliveries`.execute(db)
  const [counts] = rows
  if (counts === undefined) throw new Error('an aggregate always answers a row')
  return counts
}

/** Waits until every delivery has ended. */
export async function untilQueueIsEmpty(
  deps: Pick<RunningDependencies, 'db'>,
  timeoutMs?: number,
): Promise<DeliveryCounts> {
  return until(
    async () => {
      // The database may be restarting.
      const counts = await countDeliveries(deps).catch(() => undefined)
      return counts !== undefined && counts.queued === 0 && counts.pending === 0 && counts
    },
    'the queue to empty',
    timeoutMs,
  )
}
