import fc from 'fast-check'
import { type Dispatcher, Pool } from 'undici'
import { brokenInvariants } from '#test/chaos/invariants.ts'
import { seeded } from '#test/chaos/random.ts'
import type { TestApp } from '#test/support/app.ts'
import { type ContractChecker, createContractChecker } from '#test/support/contract.ts'
import { type Operation, operationsIn } from '#test/support/operations.ts'
import { type Answer, faultsOf, type Request } from './answers.ts'
import { credentialsOf } from './credentials.ts'
import { anyPlan, type CallerKind, type Plan } from './plans.ts'
import { createPools, type Pools, parameterNames } from './pools.ts'
import { createReport, type Report } from './report.ts'
import { createSightings, type Sightings } from './tenancy.ts'
import { type Caller, makeWorld, type World } from './world.ts'

export interface FuzzOptions {
  seed: string
  /** Where requests go: a process of its own, or the same as `service`. */
  origin: string
  /** On the same database; makes callers. */
  service: TestApp
  requests: number
  durationMs: number
  atOnce: number
  /** An answer that takes longer is a fault; only where nothing else runs. */
  slowestMs: number
}

/** So long an answer is waited for at all. */
const hangMs = 60_000
const batch = 50

/** Sends requests of the seed until enough were sent or the time is over, then looks at what they have left behind. */
export async function fuzz(options: FuzzOptions): Promise<Report> {
  const { origin, service, seed, atOnce } = options
  const client = new Pool(origin, { connections: atOnce, headersTimeout: hangMs, bodyTimeout: hangMs })
  try {
    const contract = await contractAt(client)
    const operations = operationsIn(contract)
    const report = createReport(seed, operations)
    const pools = createPools(namesAskedFor(operations))
    const world = await makeWorld(service, operations, pools)
    const untouched = await world.untouchedRows()
    const sightings = createSightings(world)
    // What the fuzzer sees must not count as seen by a test.
    const check = createContractChecker(contract, () => {})
    const { slowestMs } = options
    const run: Run = { client, report, pools, world, sightings, check, slowestMs }

    const next = plansOf(seed, operations)
    const deadline = performance.now() + options.durationMs
    let number = 0
    const work = async () => {
      while (number < options.requests && performance.now() < deadline) await sendPlan(run, ++number, next())
    }
    await Promise.all(Array.from({ length: atOnce }, work))

    for (const { fault, number } of await sightings.trespasses(service.databaseUrl)) report.later(fault, number)
    const now = await world.untouchedRows()
    const changed = [...untouched.filter((row) => !now.includes(row)), ...now.filter((row) => !untouched.includes(row))]
    if (changed.length > 0) report.broken('nothing of a shop changes that nobody signed in to', changed)
    await checkInvariants(service.databaseUrl, report)
    return report
  } finally {
    await client.destroy()
  }
}

interface Run {
  client: Pool
  report: Report
  pools: Pools
  world: World
  sightings: Sightings
  check: ContractChecker
  slowestMs: number
}

async function sendPlan(run: Run, number: number, plan: Plan): Promise<void> {
  const { client, report, pools, world, sightings, check } = run
  const caller = world.callers[plan.caller]
  const { request, within } = fill(run, plan, caller)
  const answer = await send(client, request)
  if (answer instanceof Error) return report.unanswered(number, plan, request, answer)

  report.answered(plan, answer)
  const faults = faultsOf(request, answer, { check, secretIds: world.secretIds })
  if (answer.durationMs > run.slowestMs) faults.push('took too long')
  for (const fault of faults) report.fault(fault, { number, plan, request, answer })
  const { path, query, payload } = request
  sightings.note(plan.operation, caller, `${path} ${query} ${payload}`, answer.body, number)
  report.remember(number, plan, request)

  if (answer.status < 300 && plan.method === plan.operation.method) {
    const content = parse(answer.body) as Tokens | undefined
    pools.learn(caller.group, plan.operation.path, within, content)
    const given = content?.data?.refresh_token
    if (given !== undefined) world.devices.set(given, request.headers['device-id'] ?? '')
    if (plan.method === 'DELETE') for (const id of Object.values(within).slice(-1)) pools.remove(caller.group, id)
  }
  if (hasEnded(plan, caller, answer)) await world.renew(caller)
  if (answer.body.includes('"TWO_FACTOR_SETUP_REQUIRED"')) await world.requireNoSecondFactor(caller.group)
}

interface Tokens {
  refresh_token?: string
  data?: { refresh_token?: string }
}

/** The request of a plan, with what answers have shown so far. */
function fill({ pools, world }: Run, plan: Plan, caller: Caller) {
  const { path, within } = pools.fillPath(caller.group, plan.operation.path, plan.ids)
  const payload = plan.payload === undefined ? undefined : pools.fill(caller.group, plan.payload, asJsonText)
  const headers = { ...credentialsOf(plan.credentials, caller, world.shops), ...plan.headers }
  // From any other device than the one it was given to, a token shows nothing but how it is refused.
  const { refresh_token } = (parse(payload ?? '') ?? {}) as Tokens
  const device = world.devices.get(refresh_token ?? '')
  if (device !== undefined && plan.credentials === 'own') headers['device-id'] = device
  const query = pools.fill(caller.group, plan.query, encodeURIComponent)
  const request: Request = { method: plan.method, path, query, headers, payload }
  return { request, within }
}

/** Each request is decided by the seed and its number alone. */
function plansOf(seed: string, operations: readonly Operation[]): () => Plan {
  const arbitrary = anyPlan(operations)
  const random = seeded(seed)
  let plans: Plan[] = []
  return () => {
    if (plans.length === 0) {
      plans = fc.sample(arbitrary, { seed: random.between(0, 2 ** 31 - 1), numRuns: batch }).reverse()
    }
    const plan = plans.pop()
    if (plan === undefined) throw new Error('no plan was made')
    return plan
  }
}

async function contractAt(client: Pool): Promise<Record<string, unknown>> {
  const { body } = await client.request({ method: 'GET', path: '/openapi.json' })
  return (await body.json()) as Record<string, unknown>
}

/** Names of parameters and fields that a request may take from an answer. */
function namesAskedFor(operations: readonly Operation[]): Set<string> {
  const names = operations.flatMap(({ path, parameters, body }) => [
    ...parameterNames(path).map(({ name }) => name),
    ...parameters.map(({ name }) => name),
    ...[...JSON.stringify(body?.schema ?? {}).matchAll(/"(\w+)":\{/g)].map(([, name]) => name ?? ''),
  ])
  return new Set(names)
}

async function send(client: Pool, { method, path, query, headers, payload }: Request): Promise<Answer | Error> {
  const started = performance.now()
  try {
    const url = query === '' ? path : `${path}?${query}`
    const answer = await client.request({
      method,
      path: url,
      headers,
      body: payload ?? null,
    } as Dispatcher.RequestOptions)
    const isEndless = String(answer.headers['content-type']).startsWith('text/event-stream')
    const body = isEndless ? await beginningOf(answer.body) : await answer.body.text()
    return { status: answer.statusCode, headers: answer.headers, body, durationMs: performance.now() - started }
  } catch (error) {
    return error as Error
  }
}

/** An endless answer up to the end of what it begins with; then the client leaves. */
async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  for await (const part of body) return part.toString()
  return ''
}

const hasKey: ReadonlySet<CallerKind> = new Set(['key', 'publishable', 'storefront'])

/** Its own good credentials are refused: it signed out, was erased, or lost its role. */
function hasEnded({ credentials, operation }: Plan, { userId, kind }: Caller, { status, body }: Answer): boolean {
  if (credentials !== 'own' || (userId === undefined && !hasKey.has(kind))) return false
  if (operation.scope === 'open' || operation.scope === 'device') return false
  return status === 401 && body.includes('"UNAUTHORIZED"')
}

async function checkInvariants(databaseUrl: string, report: Report): Promise<void> {
  const { checked, broken } = await brokenInvariants(databaseUrl, 'now')
  report.count('invariants', checked)
  for (const [name, rows] of broken) report.broken(name, rows)
}

/** As it stands between the quotes of a JSON text. */
const asJsonText = (value: string) => JSON.stringify(value).slice(1, -1)

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
