import assert from 'node:assert/strict'
import { background } from '#src/app/background.ts'
import { hashDevice } from '#src/modules/identity/sessions/tokens.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { startTestApp, type TestAnswer, type TestApp } from './app.ts'
import { contentOf, pathOf, queriesOf } from './every-request.ts'
import type { LargeShop } from './large-shop.ts'
import { type Operation, operationsOf } from './operations.ts'
import { boundOf } from './plan-allowances.ts'
import { type PlanNode, plansOf, rowsRead, rowsSorted, stepsOf } from './plans.ts'

/** Whether an excess, such as `GET /admin/orders reads orders`, is right for a request. */
export type Allow = (excess: string, step: PlanNode, request: string) => boolean

/** It answers with a file. */
const withoutRows = new Set(['GET /media/{key}'])

/** What a step of a statement does too much of. */
function excessesOf(step: PlanNode, query: string): string[] {
  const table = step['Relation Name']
  return [
    ...(table !== undefined && rowsRead(step) > boundOf(query) ? [`reads ${table}`] : []),
    ...(rowsSorted(step) > boundOf(query) ? ['sorts'] : []),
  ]
}

/** One example of each is told, not the hundreds. */
export function assertNone(faults: readonly string[]): void {
  const examples = new Map(faults.map((fault) => [fault.split(' (')[0], fault]))
  assert.ok(faults.length === 0, `\n${[...examples.values()].join('\n')}`)
}

/** A service on a database that tells its plans (`tellPlans`), without limits of requests. */
export function startWatchedApp(databaseUrl: string): ReturnType<typeof startTestApp> {
  return startTestApp({ RATE_LIMIT_PER_MINUTE: '1000000', LOGIN_LIMIT_PER_MINUTE: '1000000' }, databaseUrl)
}

/** Requests at a large shop, with what their statements read or sort too much of. */
export function watchPlans(service: TestApp, shop: LargeShop, isAllowed: Allow) {
  const { db } = service.deps

  /** Runs the work; tells whatever it reads or sorts too much of, unless it is allowed. */
  async function faultsOf(name: string, detail: string, work: () => Promise<unknown>): Promise<string[]> {
    const plans = await plansOf(work)
    return plans.flatMap(({ query, plan }) =>
      stepsOf(plan).flatMap((step) => {
        const found = excessesOf(step, query).map((what) => `${name} ${what.replace(/_(default|p?\d+)$/, '')}`)
        return found
          .filter((excess) => !isAllowed(excess, step, detail))
          .map((excess) => {
            const rows = Math.max(rowsRead(step), rowsSorted(step))
            const how = [step['Node Type'], step['Index Name']].filter(Boolean).join(' of ')
            return `${excess} (${rows} rows, ${how}, ${detail}): ${query.slice(0, 300)}`
          })
      }),
    )
  }

  /** A session of its own for each operation, since some end it. */
  async function headersFor({ scope }: Operation, merchant = shop.merchant): Promise<Record<string, string>> {
    if (scope === 'open') return {}
    if (scope === 'device') return { 'device-id': newId() }
    const staff = scope === 'staff'
    const session = { id: newId(), user_id: staff ? merchant.owner.id : shop.shopper.id, device_id: 'plans' }
    const [now, end] = [new Date(), new Date(Date.now() + 3_600_000)]
    await db
      .insertInto('sessions')
      .values({
        ...session,
        created_at: now,
        last_used_at: now,
        expires_at: end,
        ...(staff && { merchant_id: merchant.id, role: 'owner' }),
      })
      .execute()
    const token = service.deps.tokens.sign({
      userId: session.user_id,
      sessionId: session.id,
      device: hashDevice(session.device_id),
      ...(staff && { merchantId: merchant.id, role: 'owner' as const }),
    })
    return {
      'access-token': token,
      'device-id': session.device_id,
      ...(scope !== 'user' && { 'merchant-id': merchant.id }),
    }
  }

  function send(operation: Operation, url: string, headers: Record<string, string>): Promise<TestAnswer> {
    const { type, ...content } = contentOf(operation, shop)
    return service.request(operation.method, url, {
      headers: { ...headers, ...(type && { 'content-type': type }) },
      ...content,
    })
  }

  const operations = (wanted: (operation: Operation) => boolean) => operationsOf(service.app).filter(wanted)

  /** Every read with every filter and sort, and a further page of it. One that answers nothing is a fault, too. */
  async function readEverything(isRead: (name: string) => boolean = () => true): Promise<string[]> {
    const faults: string[] = []
    for (const operation of operations(({ method, name }) => method === 'GET' && isRead(name))) {
      const headers = await headersFor(operation)
      const get = async (query: string): Promise<TestAnswer | undefined> => {
        const url = `${pathOf(operation, shop)}?${query}`
        let answer: TestAnswer | undefined
        const found = await faultsOf(operation.name, url, async () => {
          answer = await send(operation, url, headers)
        })
        faults.push(...found)
        isAnswered ||= answer?.status === 200
        if (!answer || answer.status >= 500) faults.push(`${operation.name} answers ${answer?.status} (${url})`)
        return answer
      }
      let isAnswered = withoutRows.has(operation.name)
      for (const query of queriesOf(operation, shop)) {
        const { next_cursor: next = '' } = (await get(query))?.body.data?.pagination ?? {}
        if (next !== '') for (const more of [`cursor=${next}`, 'offset=40']) await get(`${query}&${more}`)
      }
      if (!isAnswered) faults.push(`${operation.name} answers nothing`)
    }
    return faults
  }

  async function runSweeps(): Promise<string[]> {
    const faults: string[] = []
    for (const { sweeps = [] } of background)
      for (const sweep of sweeps) faults.push(...(await faultsOf(sweep.name, 'sweep', () => sweep.run(service.deps))))
    return faults
  }

  /** Every write, once. */
  async function writeEverything(): Promise<string[]> {
    const faults: string[] = []
    // What deletes comes last, the parts before the whole, and the account itself at the very end.
    const rank = ({ method, path }: Operation) =>
      path === '/user/profile' && method === 'DELETE' ? 2 : method === 'DELETE' ? 1 - path.length / 1000 : 0
    for (const operation of operations(({ method }) => method !== 'GET').sort((a, b) => rank(a) - rank(b))) {
      const url = pathOf(operation, shop)
      const headers = await headersFor(operation)
      let status = 0
      const found = await faultsOf(operation.name, url, async () => {
        status = (await send(operation, url, headers)).status
      })
      faults.push(...found)
      if (status >= 500) faults.push(`${operation.name} answers ${status} (${url})`)
    }
    return faults
  }

  return { faultsOf, headersFor, send, operations, readEverything, runSweeps, writeEverything }
}
