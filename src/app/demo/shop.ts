import { setTimeout as sleep } from 'node:timers/promises'
import { findSweep } from '#src/app/background.ts'
import type { RunningDependencies } from '#src/app/dependencies.ts'
import type { App } from '#src/platform/http/app.ts'
import { announceCommit } from '#src/platform/outbox/index.ts'
import type { PastClock } from './clock.ts'
import { hasJobs, readKnown, readQueue, saveKnown } from './clock-queries.ts'

// biome-ignore lint/suspicious/noExplicitAny: a step reads of an answer what it needs
type Answer = any

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT'

/** The shop that is being made, as steps use it: by the requests that anyone would send. */
export interface Shop {
  /** The number of the step. */
  step: number
  /** Signs staff in, with the session of a day. */
  signIn(as: string): Promise<void>
  /** Sends a request as the person whose token is known by that name, and answers its `data`. */
  send(as: string, method: Method, path: string, body?: object): Promise<Answer>
  /** What earlier steps found out; `know` keeps it over restarts. */
  known(key: string): string | undefined
  know(key: string, value: string): Promise<void>
  /** Runs a sweep, which the service does by itself when the time has come. */
  sweep(name: string): Promise<void>
  /** The secret in the newest mail to that address that leads to the page; undefined if there is none. */
  secretFor(page: 'verify-email' | 'accept-invitation', email: string): Promise<string | undefined>
}

/** What happens in the shop at a moment. */
export interface Step {
  at: number
  /** For reports and tests. */
  what: string
  act(shop: Shop): Promise<void>
}

/** The service has said no. */
export class Refused extends Error {
  override name = 'Refused'

  constructor(request: string, { statusCode, payload }: { statusCode: number; payload: string }) {
    super(`${request} answered ${statusCode} ${payload}`)
  }
}

/** Mails of the past are not sent; what they hold is used. */
export interface Mailbox {
  /** By page and address, the secret of the last mail. */
  secrets: Map<string, string>
}

export interface Account {
  email: string
  password: string
}

interface Maker {
  app: App
  deps: RunningDependencies
  clock: PastClock
  mailbox: Mailbox
  merchantId: string
  /** Of staff, by the name they send requests as. */
  accounts: Readonly<Record<string, Account>>
}

/** More than the background takes to notice that a payment of a killed process has no outcome. */
const lookUpMs = 60_000
const deliveryPatienceMs = 120_000
const pollMs = 5

/**
 * Performs steps one after the other. Each POST has an idempotency key made of the step's number, so a step that is
 * performed again, because the process died before it was noted, does nothing twice.
 */
export async function createPerformer({ app, deps, clock, mailbox, merchantId, accounts }: Maker) {
  const [db] = deps.everyShop
  if (db === undefined) throw new Error('there is no database of shops')
  const known = await readKnown(db)

  const know = async (key: string, value: string) => {
    known.set(key, value)
    await saveKnown(db, key, value)
  }
  const sweep = (name: string) => findSweep(name).run({ ...deps, db })
  const secretFor: Shop['secretFor'] = async (page, email) => {
    const key = `${page} ${email}`
    // Once no job waits any more, the mail was lost with the process that had it.
    while (!mailbox.secrets.has(key) && (await hasJobs(db))) await sleep(50)
    return mailbox.secrets.get(key)
  }

  const inject = (as: string, method: Method, url: string, key: object, body?: object) => {
    const token = known.get(`token:${as}`)
    const headers = {
      ...{ 'device-id': `demo-${as}`, 'merchant-id': merchantId, ...key },
      ...(token !== undefined && { 'access-token': token }),
    }
    return app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
  }
  const signIn = async (as: string) => {
    const answer = await inject(as, 'POST', '/admin/login', {}, accounts[as])
    if (answer.statusCode !== 200) throw new Refused('POST /admin/login', answer)
    await know(`token:${as}`, answer.json<Answer>().access_token)
  }

  const perform = async (number: number, { what, act }: Step, again: boolean) => {
    let posts = 0
    const send: Shop['send'] = async (as, method, path, body) => {
      // Of two runs of a step one may read or change more, but both post the same.
      const key = method === 'POST' ? { 'idempotency-key': `demo-${number}-${++posts}` } : {}
      for (let attempt = 1; ; attempt++) {
        const answer = await inject(as, method, path, key, body)
        const { data, error } = answer.json<Answer>()
        if (answer.statusCode < 300) return data
        // Done before the process died.
        if (again && error.code === 'INVALID_TRANSITION') return undefined
        if (attempt === 3) throw new Refused(`${method} ${path} (${what}, step ${number})`, answer)
        if (error.code === 'UNAUTHORIZED' && as in accounts) await signIn(as)
        else if (error.code === 'IDEMPOTENCY_IN_PROGRESS') {
          await clock.advance(new Date(clock.now().getTime() + lookUpMs))
          await sweep('settle-payments')
        } else throw new Refused(`${method} ${path} (${what}, step ${number})`, answer)
      }
    }
    await act({ step: number, signIn, send, known: (key) => known.get(key), know, sweep, secretFor })
  }

  /** Waits until nothing that is due waits for a receiver. */
  const delivered = async () => {
    for (const deadline = performance.now() + deliveryPatienceMs; ; await sleep(pollMs)) {
      const { isBusy, nextAt } = await readQueue(db)
      if (!isBusy) return nextAt
      if (performance.now() > deadline) throw new Error('deliveries of the demo shop do not end')
    }
  }
  /** Lets time pass until then; what is delivered again meanwhile is, at its time. */
  const passTime = async (until: Date) => {
    for (let next = await delivered(); next !== null && next < until; next = await delivered()) {
      await clock.advance(next)
      announceCommit(db)
    }
    await clock.advance(until)
  }
  return { perform, passTime }
}
