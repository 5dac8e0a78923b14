import type { Operation } from '#test/support/operations.ts'
import { type Answer, isRefusal, type Request } from './answers.ts'
import type { Plan } from './plans.ts'

interface Occurrence {
  number: number
  plan: Plan
  request: Request
  answer?: Answer
}

/** What a run has sent and found. */
export interface Report {
  answered(plan: Plan, answer: Answer): void
  unanswered(number: number, plan: Plan, request: Request, error: Error): void
  fault(fault: string, occurrence: Occurrence): void
  /** Keeps the request, in case something is found out about it after the run. */
  remember(number: number, plan: Plan, request: Request): void
  later(fault: string, number: number): void
  broken(invariant: string, rows: readonly unknown[]): void
  count(what: string, amount: number): void
  /** Operations that never succeeded: the run has not seen what they do. */
  neverSucceeded(): string[]
  faults(): number
  requests(): number
  text(): string
}

/** More refusals than this share of all requests are a fault: then the run has shown little. */
const maxRefusedShare = 0.02
const shownPayload = 600
const remembered = 20_000

export function createReport(seed: string, operations: readonly Operation[]): Report {
  const statuses = new Map(operations.map(({ name }) => [name, new Map<number, number>()]))
  const faults = new Map<string, { times: number; first: string }>()
  const counts = new Map<string, number>()
  const requests = new Map<number, string>()
  let sent = 0
  let refused = 0
  let slowestMs = 0

  function add(fault: string, example: () => string): void {
    const known = faults.get(fault)
    if (known === undefined) faults.set(fault, { times: 1, first: example() })
    else known.times++
  }

  const report: Report = {
    answered({ operation: { name, method }, ...plan }, { status, headers, body, durationMs }) {
      sent++
      slowestMs = Math.max(slowestMs, durationMs)
      if (isRefusal(status, headers, body)) refused++
      const ofOperation = statuses.get(name)
      if (plan.method === method) ofOperation?.set(status, (ofOperation.get(status) ?? 0) + 1)
    },
    unanswered(number, plan, request, error) {
      sent++
      report.fault(`was not answered: ${error.message}`, { number, plan, request })
    },
    fault(fault, { number, plan, request, answer }) {
      const text = answer && `  ${answer.status} in ${Math.round(answer.durationMs)} ms: ${answer.body.slice(0, 500)}`
      add(`${plan.method} ${plan.operation.path} ${fault}`, () => [describe(number, plan, request), text].join('\n'))
    },
    remember(number, plan, request) {
      requests.set(number, describe(number, plan, request))
      requests.delete(number - remembered)
    },
    later: (fault, number) => add(fault, () => requests.get(number) ?? `  request ${number} of this seed`),
    broken: (invariant, rows) => add(`does not hold: ${invariant}`, () => `  ${JSON.stringify(rows.slice(0, 5))}`),
    count: (what, amount) => void counts.set(what, amount),
    neverSucceeded: () =>
      [...statuses].filter(([, seen]) => ![...seen.keys()].some((status) => status < 300)).map(([name]) => name),
    faults: () => faults.size + (refused > sent * maxRefusedShare ? 1 : 0),
    requests: () => sent,
    text() {
      const never = report.neverSucceeded()
      const table = [...statuses].map(([name, seen]) => {
        const counted = [...seen].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
        return `  ${name.padEnd(66)} ${counted.join(', ')}`
      })
      const covered = [...statuses.values()].filter((seen) => seen.size > 0).length
      const more = [...counts].map(([what, amount]) => `, ${amount} ${what}`).join('')
      return [
        ...[...faults].flatMap(([fault, { times, first }]) => [`FAULT, ${times} times: ${fault}`, first]),
        'answers by operation and status',
        ...table,
        `seed ${seed}: ${sent} requests, ${covered} of ${statuses.size} operations asked, ` +
          `${statuses.size - never.length} of them with success, ${faults.size} faults, ${refused} refused with 503, ` +
          `slowest answer ${Math.round(slowestMs)} ms${more}`,
        ...(never.length > 0 ? [`never succeeded: ${never.join('; ')}`] : []),
        ...(refused > sent * maxRefusedShare ? ['FAULT: too much was refused with 503'] : []),
      ].join('\n')
    },
  }
  return report
}

/** The request as it was sent, and how to send it again: the tokens are of this run, so their owner is named. */
function describe(number: number, { caller, credentials }: Plan, { method, path, query, headers, payload }: Request) {
  const shown = Object.entries(headers).filter(([name]) => name !== 'access-token')
  const length = payload === undefined || payload.length <= shownPayload ? '' : ` … (${payload.length} characters)`
  return [
    `  request ${number} by ${caller}, credentials: ${credentials}`,
    `  ${method} ${path}${query === '' ? '' : `?${query}`}`.slice(0, shownPayload),
    ...shown.map(([name, value]) => `  ${name}: ${value.slice(0, 200)}`),
    ...(payload === undefined ? [] : [`  ${payload.slice(0, shownPayload)}${length}`]),
  ].join('\n')
}
