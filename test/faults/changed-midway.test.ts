import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { signBody } from '#src/modules/webhooks/sending/signature.ts'
import { buildTestApp, type TestApp, testSecretVariables } from '#test/support/app.ts'
import { emitSome } from '#test/support/delivery-engine.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { startBackgroundProcess } from '#test/support/process.ts'
import { type ReceivedRequest, type Receiver, type Script, startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { makeWebhook, type TestWebhook } from '#test/support/webhooks.ts'
import { verify } from '../../packages/webhooks/verify.ts'
import { testFault } from './support/forms.ts'

interface ChangeSettings {
  events: number
  gaps: readonly number[]
  /** Attempts each delivery has behind it when its subscription is changed. */
  attempts: number
  /** How long a receiver takes that is changed while it is being sent to. */
  sendingMs: number
}

const fails = { do: 'answer', status: 500 } as const
const takes = { do: 'answer', status: 200 } as const

/**
 * What a merchant does to a subscription while its deliveries wait for their next retry; the receiver is well from then
 * on.
 */
const changes = {
  rotated: (hook: TestWebhook) => hook.request('POST', '/rotate-secret'),
  moved: (hook: TestWebhook, origin: string) => hook.request('PATCH', '', { url: `${origin}/new-home` }),
  off: (hook: TestWebhook) => hook.request('PATCH', '', { active: false }),
  'off-and-on': async (hook: TestWebhook) => {
    await hook.request('PATCH', '', { active: false })
    return hook.request('PATCH', '', { active: true })
  },
  deleted: (hook: TestWebhook) => hook.request('DELETE', ''),
}
type Change = keyof typeof changes

async function changeInMidRetry(t: TestContext, settings: ChangeSettings): Promise<void> {
  const { events, gaps, attempts } = settings
  const { service, receiver, shop } = await setUp(t, gaps, fails)
  const hooks = new Map<Change, TestWebhook>()
  for (const change of Object.keys(changes) as Change[]) {
    hooks.set(change, await makeWebhook(service, shop, { url: `${receiver.origin}/${change}` }))
  }
  await emitSome(service, shop.id, events)
  await until(() => allWait(service, hooks.size * events, attempts), 'every delivery to wait for a retry')
  const before = receiver.requests.length

  const secrets = new Map<Change, string>()
  for (const [change, hook] of hooks) {
    const { status, body } = await changes[change](hook, receiver.origin)
    assert.equal(status, 200, `${change} answers ${status}`)
    secrets.set(change, body.data?.secret ?? hook.secret)
  }
  receiver.behave(takes)
  // Their retries are far off, so that none comes before all are changed.
  await sql`update delivery_queue set due_at = clock_timestamp() where lease_token is null`.execute(service.deps.db)
  await until(() => isEmpty(service), 'the queue to empty')

  const at = (path: string) => receiver.requests.filter((request) => request.path === `/${path}`)
  const after = (path: string) => receiver.requests.slice(before).filter((request) => request.path === `/${path}`)
  for (const change of ['rotated', 'moved'] as const) {
    const again = after(change === 'moved' ? 'new-home' : change)
    assert.equal(again.length, events, `${change}: each was sent once more`)
    assert.deepEqual(bodiesOf(again), bodiesOf(at(change).slice(0, again.length)), 'the same bytes under the same ids')
    assert.deepEqual(await statusesOf(service, hooks.get(change)), { delivered: events })
  }
  const [oldSecret, newSecret] = [hooks.get('rotated')?.secret ?? '', secrets.get('rotated') ?? '']
  assert.notEqual(oldSecret, newSecret)
  for (const request of after('rotated')) {
    assert.equal(request.headers['x-service-signature'], signBody(request.body, newSecret))
    const standard = standardHeaders(request)
    assert.ok(
      verify(request.body, standard, newSecret) && verify(request.body, standard, oldSecret),
      'signed with both',
    )
  }
  for (const change of ['off', 'off-and-on', 'deleted'] as const) {
    assert.equal(after(change).length, 0, `${change}: nothing was sent any more`)
    assert.deepEqual(await statusesOf(service, hooks.get(change)), { cancelled: events })
  }

  // What happens from now on goes to those that are there.
  await emitSome(service, shop.id)
  await until(() => isEmpty(service), 'the next event to be delivered')
  const sent = ['rotated', 'new-home', 'off-and-on', 'off', 'deleted', 'moved'].map((path) => after(path).length)
  assert.deepEqual(sent, [events + 1, events + 1, 1, 0, 0, 0])
  t.diagnostic(`${hooks.size * events} deliveries changed after ${attempts} attempts of ${gaps.length + 1}`)
}

/** The same while requests are under way: they end by themselves and are logged, and nothing follows them. */
async function changeWhileSending(t: TestContext, settings: ChangeSettings): Promise<void> {
  const { sendingMs } = settings
  // No retry comes while this lasts. Every other one is taken, after a while.
  let turn = 0
  const { service, receiver, shop } = await setUp(t, [600], () => ({
    do: 'answer',
    status: turn++ % 2 === 0 ? 200 : 500,
    afterMs: sendingMs,
  }))
  const underWay = 8
  for (const change of ['off', 'deleted'] as const) {
    const hook = await makeWebhook(service, shop, { url: `${receiver.origin}/${change}` })
    await emitSome(service, shop.id, underWay)
    const requests = () => receiver.requests.filter(({ path }) => path === `/${change}`)
    await until(() => requests().length === underWay, 'all to be under way')
    assert.equal((await changes[change](hook)).status, 200)
    await until(() => isEmpty(service), 'the queue to empty')
    assert.deepEqual(await statusesOf(service, hook), { cancelled: underWay / 2, delivered: underWay / 2 })
    const logged = await sql<{ outcome: string; attempts: number }>`
      select outcome, count(*) as attempts from delivery_attempts
        join deliveries on deliveries.id = delivery_id
       where subscription_id = ${hook.id} group by 1 order by 1`.execute(service.deps.db)
    assert.deepEqual(logged.rows, [
      { outcome: 'delivered', attempts: underWay / 2 },
      { outcome: 'rejected', attempts: underWay / 2 },
    ])
    assert.equal(requests().length, underWay, 'nothing was sent after it')
  }
}

async function setUp(t: TestContext, gaps: readonly number[], script: Script) {
  const service = await buildTestApp(t)
  const shop = await makeMerchant(service)
  const receiver: Receiver = await startReceiver(script)
  t.after(() => receiver.close())
  startBackgroundProcess(t, {
    NODE_ENV: 'test',
    DATABASE_URL: service.databaseUrl,
    DEMO_DATA: 'false',
    WEBHOOK_RETRY_DELAYS: gaps.join(','),
    ...testSecretVariables,
  })
  return { service, shop, receiver }
}

async function allWait({ deps }: TestApp, count: number, attempts: number): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from delivery_queue where lease_token is null and tries >= ${attempts}`.execute(deps.db)
  return rows[0]?.waiting === count
}

async function isEmpty({ deps }: TestApp): Promise<boolean> {
  return (await deps.db.selectFrom('delivery_queue').select('delivery_id').limit(1).execute()).length === 0
}

async function statusesOf({ deps }: TestApp, hook: TestWebhook | undefined): Promise<Record<string, number>> {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from deliveries where subscription_id = ${hook?.id} group by 1 order by 1`.execute(
    deps.db,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

function bodiesOf(requests: readonly ReceivedRequest[]): string[] {
  return requests.map(({ headers, body }) => `${headers['webhook-id']} ${body}`).sort()
}

function standardHeaders({ headers }: ReceivedRequest): Record<string, string> {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  return Object.fromEntries(names.map((name) => [name, String(headers[name])]))
}

const short = { events: 6, gaps: [0.1, 0.2, 600, 600, 600], attempts: 3, sendingMs: 1_000 }
const long = { events: 30, gaps: [1, 5, 25, 125, 300], attempts: 3, sendingMs: 20_000 }

testFault(changeInMidRetry, {
  short: { name: 'rotation, move, switch-off and deletion while deliveries wait for a retry', settings: short },
  long: {
    name: 'rotation, move, switch-off and deletion while deliveries wait 25 s for their third retry',
    settings: long,
  },
})

testFault(changeWhileSending, {
  short: { name: 'switch-off and deletion while requests are under way', settings: short },
  long: { name: 'switch-off and deletion while requests are under way for 20 s', settings: long },
})
