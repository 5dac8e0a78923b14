import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sealSecret } from '#src/modules/webhooks/sending/secrets.ts'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { createSeal } from '#src/platform/lib/sealed.ts'
import type { BenchContext } from '../context.ts'
import { type Companion, startCompanion } from '../processes.ts'
import { testSecret } from '../service.ts'
import { latenciesOf } from '../statistics.ts'

/**
 * A database of its own with shops and subscriptions, a receiver, and processes to commit events and to deliver them.
 */
export interface Stage {
  url: string
  client: pg.Client
  receiver: Companion
  origin: string
  /** One subscription each. */
  merchantIds: string[]
  worker: Companion
  business: Companion
  queued(): Promise<number>
  untilDelivered(count: number): Promise<void>
  close(): Promise<void>
}

/** Of the events' data: an order with a few lines is about as long. */
export const padding = 600

export async function openStage(
  context: Pick<BenchContext, 'adminUrl'>,
  { receivers, hanging = 0 }: { receivers: number; hanging?: number },
): Promise<Stage> {
  const name = 'bench_webhooks'
  const url = Object.assign(new URL(context.adminUrl), { pathname: `/${name}` }).href
  const admin = new pg.Client({ connectionString: context.adminUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const [receiver, worker, business] = ['receiver', 'worker', 'business'].map((file) =>
    startCompanion(`./webhooks/${file}.ts`),
  ) as [Companion, Companion, Companion]
  const { origin } = await receiver.ask<{ origin: string }>({ do: 'listen' })
  const merchantIds = Array.from({ length: receivers }, newId)
  for (const [index, merchantId] of merchantIds.entries()) {
    await subscribe(client, merchantId, `${origin}/${index < hanging ? 'hang' : 'hooks'}/${index}`)
  }
  const count = async () => (await receiver.ask<{ count: number }>({ do: 'count' })).count
  return {
    url,
    client,
    receiver,
    origin,
    merchantIds,
    worker,
    business,
    async queued() {
      const { rows } = await client.query<{ count: string }>('select count(*) from delivery_queue')
      return Number(rows[0]?.count)
    },
    async untilDelivered(expected) {
      while ((await count()) < expected) await sleep(10)
    },
    async close() {
      await Promise.all([receiver.stop(), worker.stop(), business.stop()])
      await client.end()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

export async function subscribe(client: pg.Client, merchantId: string, url: string): Promise<string> {
  const id = newId()
  const secret = sealSecret(createSeal([testSecret]), id, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  await client.query(`insert into merchants (id, name, currency) values ($1, 'Shop', 'GBP')`, [merchantId])
  await client.query(
    `insert into webhook_subscriptions (merchant_id, id, url, events, event_names, active, secret, created_at,
           updated_at)
     values ($1, $2, $3, '{order.*}', '{order.created}', true, $4, now(), now())`,
    [merchantId, id, url, secret],
  )
  return id
}

/** From commit to the first bytes at the receiver, of those that arrived. */
export async function latencies({ receiver }: Stage, commits: readonly [number, number][]) {
  const { arrivals } = await receiver.ask<{ arrivals: [number, number][] }>({ do: 'arrivals' })
  const arrivedAt = new Map(arrivals)
  const samples = commits.flatMap(([number, at]) => {
    const arrived = arrivedAt.get(number)
    return arrived === undefined ? [] : [arrived - at]
  })
  return { count: samples.length, ...latenciesOf(samples) }
}
