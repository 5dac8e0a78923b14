import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createDueWatermark } from '#src/modules/webhooks/engine/due-watermark.ts'
import { leaseDeliveries, readContents, recordOutcomes } from '#src/modules/webhooks/engine/queries.ts'
import { createReceiverRound } from '#src/modules/webhooks/engine/receiver-round.ts'
import { createDatabase, createPool } from '#src/platform/db/pool/pool.ts'
import type { BenchContext } from '../context.ts'
import { inTurns, type Measured } from '../harness.ts'
import { compared, type Outcome, type Row } from '../outcome.ts'
import { type Companion, startCompanion } from '../processes.ts'
import { latenciesOf } from '../statistics.ts'
import { latencies, openStage, padding, type Stage, subscribe } from '../webhooks/stage.ts'

/** Events per second while latencies are measured. */
const rate = 200

export const webhooks: Row = {
  name: 'webhooks',
  async run(context: BenchContext): Promise<Outcome[]> {
    return [
      ...(await latency(context)),
      await throughput(context),
      await hanging(context),
      await heldOpen(context),
      await leases(context),
    ]
  },
}

async function latency(context: BenchContext): Promise<Outcome[]> {
  const stage = await openStage(context, { receivers: 30 })
  try {
    await deliverFrom(stage)
    await flow(stage, context.seconds)
    const found = await flow(stage, context.seconds * 4)
    const work = `webhooks: commit in one process to first byte at the receiver, ${rate} events/s`
    const base = { yardstick: '', unit: 'ms' as const, better: 'less' as const, ours: asMeasured(found) }
    return [
      { ...base, work: `${work}, p50`, value: found.p50, reach: 10 },
      { ...base, work: `${work}, p95`, value: found.p95, reach: 50, notes: [`p99 ${found.p99.toFixed(1)} ms`] },
    ]
  } finally {
    await stage.close()
  }
}

/** A full queue, delivered and recorded, compared with bare posts of the same requests. */
async function throughput(context: BenchContext): Promise<Outcome> {
  const stage = await openStage(context, { receivers: 100 })
  const posts = startCompanion('./webhooks/posts.ts')
  const count = 3_000 * context.seconds
  try {
    await posted(stage, posts, 2_000)
    await delivered(stage, 2_000)
    const comparison = await inTurns({
      rounds: context.rounds,
      yardstick: () => posted(stage, posts, count),
      ours: () => delivered(stage, count),
    })
    return compared(comparison, {
      work: `webhooks: deliveries/s, ${count} waiting for 100 receivers, until the last is written down`,
      yardstick: 'a bare undici loop posting as many to the same receiver, 256 at once',
      reach: 0.5,
      better: 'more',
    })
  } finally {
    await posts.stop()
    await stage.close()
  }
}

async function posted(stage: Stage, posts: Companion, count: number): Promise<Measured> {
  const { seconds } = await posts.ask<{ seconds: number }>({
    origin: stage.origin,
    paths: stage.merchantIds.map((_, index) => `/hooks/${index}`),
    count,
    concurrency: 256,
    headers: {
      'content-type': 'application/json',
      'x-service-signature': `sha256=${'0'.repeat(64)}`,
      'webhook-id': `evt_${'0'.repeat(32)}`,
      'webhook-signature': `v1,${'0'.repeat(43)}=`,
    },
    body: JSON.stringify({ data: { number: 0, filler: 'x'.repeat(padding) } }),
  })
  return { rate: count / seconds, count, p50: 0, p95: 0, p99: 0, errors: 0 }
}

async function delivered(stage: Stage, count: number): Promise<Measured> {
  await stage.receiver.ask({ do: 'clear' })
  await stage.business.ask({ databaseUrl: stage.url, merchantIds: stage.merchantIds, events: count, padding })
  await stage.client.query('vacuum (analyze) delivery_queue')
  const cpu = await stage.worker.cpuSeconds()
  const begun = performance.now()
  await deliverFrom(stage)
  await stage.untilDelivered(count)
  while ((await stage.queued()) > 0) await sleep(2)
  const seconds = (performance.now() - begun) / 1000
  const cpuMicros = (((await stage.worker.cpuSeconds()) - cpu) * 1e6) / count
  await stage.worker.ask({ do: 'stop' })
  return { rate: count / seconds, count, p50: 0, p95: 0, p99: 0, errors: 0, cpuMicros }
}

/** The same flow to 100 receivers, ten of which hang for the whole deadline, and to 90 alone. */
async function hanging(context: BenchContext): Promise<Outcome> {
  const healthy = await withHanging(context, 0)
  const beside = await withHanging(context, 10)
  return {
    work: 'webhooks: p95 of 90 receivers while 10 more hang for 30 s',
    yardstick: 'p95 while nobody hangs',
    value: beside.p95 / healthy.p95,
    unit: 'times',
    reach: 2,
    better: 'less',
    ours: asMeasured(beside),
    theirs: asMeasured(healthy),
  }
}

async function withHanging(context: BenchContext, hanging: number) {
  const stage = await openStage(context, { receivers: 100, hanging })
  try {
    await deliverFrom(stage)
    // The ten have all their places taken before the measuring begins.
    await flow(stage, context.seconds)
    return await flow(stage, context.seconds * 2)
  } finally {
    await stage.close()
  }
}

/** An idle reader keeps a transaction open, so that vacuum cannot remove deleted queue rows. */
async function heldOpen(context: BenchContext): Promise<Outcome> {
  const stage = await openStage(context, { receivers: 30 })
  const holder = new pg.Client({ connectionString: stage.url })
  await holder.connect()
  try {
    await deliverFrom(stage)
    await flow(stage, context.seconds)
    const before = await flow(stage, context.seconds * 2)
    await holder.query('begin isolation level repeatable read')
    await holder.query('select count(*) from delivery_queue')
    const seconds = context.seconds * 10
    await flow(stage, seconds)
    const under = await flow(stage, context.seconds * 2)
    const dead = await stage.client.query<{ n: string }>(
      `select n_dead_tup as n from pg_stat_user_tables where relname = 'delivery_queue'`,
    )
    return {
      work: `webhooks: p95 at ${rate}/s after a transaction has been open for ${seconds} s`,
      yardstick: 'p95 before it',
      value: under.p95 / before.p95,
      unit: 'times',
      reach: 3,
      better: 'less',
      ours: asMeasured(under),
      theirs: asMeasured(before),
      notes: [`${dead.rows[0]?.n} dead rows in the queue`],
    }
  } finally {
    await holder.end()
    await stage.close()
  }
}

/** Leases on a queue that belongs almost entirely to one dead receiver, the rest to many others. */
async function leases(context: BenchContext): Promise<Outcome> {
  const stage = await openStage(context, { receivers: 0 })
  const waiting = context.importRows
  const others = 2_000
  const pool = createPool({ url: stage.url, size: 1 })
  const db = createDatabase(pool)
  try {
    await fillQueue(stage, waiting, others)
    const times: number[] = []
    const round = createReceiverRound(db, createDueWatermark(), 64)
    let leased = 0
    for (let turn = 0; turn < 200; turn++) {
      const token = randomUUID()
      const begun = performance.now()
      const { due, dueFrom } = await round.look()
      const request = { receivers: due, limit: 40, cap: 10, leaseMs: 45_000, dueFrom, token }
      const batch = await leaseDeliveries(db, request)
      await readContents(db, batch.leased)
      times.push(performance.now() - begun)
      const last = batch.leased.at(-1)
      if (batch.leased.length >= request.limit && last) round.continueAfter(last.subscriptionId)
      leased += batch.leased.length
      const outcome = { token, counted: true, retryInMs: null, kind: 'delivered' as const, startedMsAgo: 1 }
      const answer = { durationMs: 1, statusCode: 200, error: null, responseBody: 'ok' }
      await recordOutcomes(
        db,
        batch.leased.map(({ deliveryId }) => ({ deliveryId, status: 'delivered', ...outcome, ...answer })),
      )
    }
    const found = latenciesOf(times.slice(10))
    return {
      work: `webhooks: one batch, p95, ${waiting} waiting, one dead receiver holds all but ${others * 5}`,
      yardstick: '',
      value: found.p95,
      unit: 'ms',
      reach: 10,
      better: 'less',
      ours: { ...found, rate: 0, count: times.length, errors: 0 },
      notes: [`${(leased / times.length).toFixed(1)} deliveries a batch, p50 ${found.p50.toFixed(1)} ms`],
    }
  } finally {
    await db.destroy()
    await stage.close()
  }
}

async function fillQueue(stage: Stage, waiting: number, others: number): Promise<void> {
  const { client } = stage
  const dead = await subscribe(client, randomUUID(), `${stage.origin}/hang`)
  await client.query(
    `insert into failing_receivers select id, merchant_id, 50, now(), now(), 2, true from webhook_subscriptions`,
  )
  await client.query(
    `insert into webhook_subscriptions (merchant_id, id, url, events, event_names, active, secret, created_at,
           updated_at)
     select merchant_id, gen_random_uuid(), url, events, event_names, true, secret, now(), now()
       from webhook_subscriptions, generate_series(1, $1::int)`,
    [others],
  )
  await client.query(
    `insert into events (id, merchant_id, name, body, created_at)
     select (left(uuid_at(now())::text, 13) || '-7' || lpad(to_hex(n % 4096), 3,
            '0') || '-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
            merchant_id, 'order.created', '{}', now()
       from generate_series(1, $1::int) n, (select merchant_id from webhook_subscriptions limit 1) shop`,
    [waiting],
  )
  await client.query(
    `with receiver as (select id, row_number() over () as n from webhook_subscriptions where id <> $1)
     insert into delivery_queue (delivery_id, merchant_id, subscription_id, event_id, due_at)
     select event.id, merchant_id, coalesce(receiver.id, $1), event.id, now() - interval '1 minute'
       from (select id, merchant_id, row_number() over () as n from events) event
       left join receiver on event.n <= $2::int * 5 and receiver.n = 1 + event.n % $2::int`,
    [dead, others],
  )
  await client.query(
    `insert into deliveries (id, merchant_id, subscription_id, event_id, event_name, status, created_at, updated_at)
     select delivery_id, merchant_id, subscription_id, event_id, 'order.created', 'pending', now(), now()
            from delivery_queue`,
  )
}

async function deliverFrom(stage: Stage): Promise<void> {
  await stage.worker.ask({ do: 'start', databaseUrl: stage.url })
}

/** Commits events at the rate for so long, waits for those that can arrive, and says how long they took. */
async function flow(stage: Stage, seconds: number) {
  await stage.receiver.ask({ do: 'clear' })
  const { databaseUrl, merchantIds } = { databaseUrl: stage.url, merchantIds: stage.merchantIds }
  const { commits } = await stage.business.ask<{ commits: [number, number][] }>({
    databaseUrl,
    merchantIds,
    events: rate * seconds,
    rate,
    padding,
  })
  // Requests in flight have arrived after this; hanging ones never do.
  await sleep(1_000)
  return latencies(stage, commits)
}

function asMeasured({ count, ...rest }: Awaited<ReturnType<typeof latencies>>): Measured {
  return { ...rest, count, rate, errors: 0 }
}
