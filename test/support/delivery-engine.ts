import { pino } from 'pino'
import { Registry } from 'prom-client'
import { readConfig } from '#src/config/config.ts'
import { insertMerchant } from '#src/modules/merchants/queries.ts'
import { startDeliveryEngine } from '#src/modules/webhooks/engine/engine.ts'
import type { EngineOptions } from '#src/modules/webhooks/engine/engine-options.ts'
import { sealSecret } from '#src/modules/webhooks/sending/secrets.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type EventName, emit, eventNames } from '#src/platform/outbox/index.ts'
import { type TestApp, unique } from './app.ts'

type Service = Pick<TestApp, 'deps' | 'databaseUrl'>

export const testSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** A merchant without staff, for tests of deliveries without sign-ins. */
export async function insertShop({ deps: { db } }: Service): Promise<string> {
  const id = newId()
  await insertMerchant(db, { id, name: unique('Shop'), currency: 'GBP' })
  return id
}

/** A subscription as a row, to all events if none are named. */
export async function insertSubscriptionRow(
  { deps: { db, seal } }: Service,
  merchantId: string,
  url: string,
  options: { events?: EventName[]; active?: boolean; retryFor?: '3 days' } = {},
): Promise<string> {
  const id = newId()
  const events = options.events ?? [...eventNames]
  const now = new Date()
  await db
    .insertInto('webhook_subscriptions')
    .values({
      merchant_id: merchantId,
      id,
      url,
      events,
      event_names: events,
      active: options.active ?? true,
      retry_for: options.retryFor ?? 'specified',
      secret: sealSecret(seal, id, testSecret),
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** A number of events in one transaction. */
export async function emitSome(
  { deps: { db } }: Service,
  merchantId: string,
  count = 1,
  name: EventName = 'order.created',
): Promise<void> {
  const events = Array.from({ length: count }, (_, number) => ({ merchantId, userId: newId(), name, data: { number } }))
  await inTransaction(db, (transaction) => emit(transaction, events))
}

/** An engine on the service's database, as in another process; with short intervals by default. */
export function startTestEngine(
  { deps }: Service,
  options: Partial<EngineOptions> & { environment?: Record<string, string> } = {},
) {
  const { environment, ...engineOptions } = options
  const config = readConfig({ NODE_ENV: 'test', WEBHOOK_RETRY_DELAYS: '0.05,0.1,0.2', ...environment })
  const metrics = new Registry()
  const logger = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const engine = startDeliveryEngine({ ...deps, config, metrics, logger }, { pollMs: 100, ...engineOptions })
  return { ...engine, metrics }
}

/** Deliveries by status; leased ones count as pending. */
export async function countDeliveries(
  { deps: { db } }: Service,
  merchantId: string,
): Promise<Partial<Record<string, number>>> {
  const rows = await db
    .selectFrom('deliveries')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('merchant_id', '=', merchantId)
    .groupBy('status')
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
