import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createSender } from '#src/modules/webhooks/sending/sender.ts'
import { buildTestApp } from '#test/support/app.ts'
import { commitEvents, countDeliveries, makeShop, subscribe, untilQueueIsEmpty } from '#test/support/deliveries.ts'
import { startTestEngine } from '#test/support/delivery-engine.ts'
import { until } from '#test/support/until.ts'
import { startCountingReceiver } from './support/counting-receiver.ts'
import { testFault } from './support/forms.ts'

interface OutageSettings {
  receivers: number
  eventsEach: number
  gaps: readonly number[]
  outageMs: number
}

interface Names {
  /** The code of the error that a look-up of this host ends with. */
  fault: (host: string) => string | undefined
  asked: number
}

/** As the resolver reports name servers that do not answer, and a name that does not exist. */
const dnsError = (code: string) => Object.assign(new Error(code), { code, syscall: 'queryA' })

/** Receivers of hosts of their own, names that a resolver of the test resolves, and an engine that sends to them. */
async function setUp(t: TestContext, { receivers, gaps }: Pick<OutageSettings, 'receivers' | 'gaps'>) {
  const service = await buildTestApp(t)
  const receiver = await startCountingReceiver()
  t.after(() => receiver.close())
  const port = new URL(receiver.url('/')).port
  const names: Names = { fault: () => undefined, asked: 0 }
  const sender = createSender({
    production: false,
    deadlineMs: 30_000,
    idleMs: 1,
    async resolve(host) {
      names.asked += 1
      const fault = names.fault(host)
      if (fault !== undefined) throw dnsError(fault)
      return ['127.0.0.1']
    },
  })
  t.after(() => sender.close())
  const merchantIds: string[] = []
  for (let i = 0; i < receivers; i++) {
    const merchantId = await makeShop(service.deps)
    merchantIds.push(merchantId)
    await subscribe(service.deps, merchantId, `http://shop-${i}.localhost:${port}/${i}`)
  }
  const engine = startTestEngine(service, { sender, environment: { WEBHOOK_RETRY_DELAYS: gaps.join(',') } })
  t.after(() => engine.stop())
  const commit = (count: number) =>
    Promise.all(merchantIds.map((merchantId) => commitEvents(service.deps, merchantId, count)))
  const held = async () => /^webhook_deliveries_held 1$/m.test(await engine.metrics.metrics())
  return { ...service, receiver, names, commit, held }
}

/** No name server answers us. Deliveries are held, a few are tried, nothing is spent; then all are delivered. */
async function holdDeliveries(t: TestContext, settings: OutageSettings): Promise<void> {
  const { receivers, eventsEach, outageMs } = settings
  const { deps, names, commit, held } = await setUp(t, settings)
  await commit(1)
  await until(async () => (await countDeliveries(deps)).delivered === receivers, 'all to be well')
  names.fault = () => 'ETIMEOUT'
  await commit(eventsEach)
  await until(held, 'the deliveries to be held')
  const before = names.asked
  await sleep(outageMs)
  const probes = names.asked - before
  const during = await countDeliveries(deps)
  assert.deepEqual([during.delivered, during.failed], [receivers, 0])
  assert.ok(await held())
  names.fault = () => undefined
  const counts = await untilQueueIsEmpty(deps)
  const all = receivers * (eventsEach + 1)
  assert.deepEqual([counts.delivered, counts.failed], [all, 0])
  assert.equal(await held(), false)
  const { rows } = await sql<{ spent: number; faults: number; failing: number }>`
    select sum(attempts) - ${all}::int as spent,
           (select count(*) from delivery_attempts where outcome = 'egress_fault') as faults,
           (select count(*) from failing_receivers) as failing from deliveries`.execute(deps.db)
  const { spent = 0, failing = 0 } = rows[0] ?? {}
  // What fails at four hosts before the fifth is theirs, if the machine is too slow to wait for that one.
  assert.ok(spent <= 4 * eventsEach, `${spent} attempts were spent`)
  assert.ok(failing <= 4, `${failing} receivers are blamed`)
  // A delivery that is tried again and again would be asked for some hundred times a second.
  assert.ok(probes <= 10 + outageMs / 200, `${probes} probes`)
  t.diagnostic(`held for ${outageMs} ms: ${rows[0]?.faults} attempts cost nothing, ${spent} a retry`)
}

interface BlamedSettings {
  receivers: number
  fault: string
  /** Receivers that are well. */
  well: number
}

/** Most receivers fail alike, and something proves that our network works: it is their fault, and costs retries. */
async function blameReceivers(t: TestContext, { receivers, fault, well }: BlamedSettings): Promise<void> {
  const { deps, names, commit, held } = await setUp(t, { receivers, gaps: [0.05] })
  const isWell = (host: string) => Number(/\d+/.exec(host)?.[0]) < well
  names.fault = (host) => (isWell(host) ? undefined : fault)
  let wasHeld = false
  // One after the other, those that are well among them.
  for (let event = 0; event < 4; event++) {
    await commit(1)
    await untilQueueIsEmpty(deps)
    wasHeld ||= await held()
  }
  const counts = await countDeliveries(deps)
  assert.deepEqual([counts.delivered, counts.failed], [4 * well, 4 * (receivers - well)])
  assert.equal(wasHeld, false)
}

testFault(holdDeliveries, {
  short: {
    name: 'no name server answers: deliveries are held, spend no attempt, and are delivered afterwards',
    settings: { receivers: 20, eventsEach: 5, gaps: [0.1, 0.1, 0.1, 0.1, 0.1], outageMs: 4_000 },
  },
  long: {
    name: 'no name server answers for eight minutes: deliveries spend no attempt, and are delivered afterwards',
    settings: { receivers: 50, eventsEach: 40, gaps: [1, 5, 25, 125, 300], outageMs: 480_000 },
  },
})

testFault(blameReceivers, {
  short: {
    name: 'the name servers of twenty of thirty receivers do not answer: they fail by their own fault',
    settings: { receivers: 30, fault: 'ETIMEOUT', well: 10 },
  },
  long: {
    name: 'the name servers of a hundred and sixty of two hundred receivers do not answer: it is their own fault',
    settings: { receivers: 200, fault: 'ETIMEOUT', well: 40 },
  },
})

testFault(blameReceivers, {
  short: {
    name: 'the names of twenty receivers do not exist: they fail by their own fault',
    settings: { receivers: 20, fault: 'ENOTFOUND', well: 0 },
  },
  long: {
    name: 'the names of two hundred receivers do not exist: they fail by their own fault',
    settings: { receivers: 200, fault: 'ENOTFOUND', well: 0 },
  },
})
