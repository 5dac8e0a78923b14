import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, type Client, read, type Schemas } from '@commerce-platform/client'
import type { Command } from 'commander'
import { type Account, plainWarning } from '../account.ts'
import { action, type Context, type Shared } from '../context.ts'
import { forward, type Receiver, receiverUrl } from '../forward.ts'
import { causeOf, isLostConnection, Problem } from '../problems.ts'
import { readSetting, writeSetting } from '../settings-folder.ts'
import { makeSecret } from '../sign.ts'
import { eventNames, toEventNames } from './event-names.ts'

type Envelope = Schemas['EventEnvelope']

interface ListenOptions {
  forwardTo?: string
  events?: string
  since?: string
  secret?: string
}

/** Where a listener of one shop and receiver is in the log. */
interface Place {
  secret: string
  /** Id of the last event that is done with. */
  after?: string
}

const pollMs = 1_000
const maxWaitMs = 10_000

export function addListen(program: Command, shared: Shared): void {
  program
    .command('listen')
    .description('follow the shop’s events, and forward them to a receiver on this machine')
    .option('--forward-to <url>', 'receiver of the events, such as http://localhost:4000/webhooks')
    .option('--events <names>', 'only these, separated by commas: names, or groups such as order.*')
    .option('--since <time>', 'begin at this time (ISO 8601, up to 30 days ago) and not where the last listener ended')
    .option('--secret <secret>', 'secret of the signatures (default: one of this machine, kept)')
    .addHelpText('after', help)
    .action(action<ListenOptions>(shared, listen))
}

const help = `
It goes on where the last listener with the same shop and receiver ended, and waits for a service or a receiver that is
not there. An event may come twice, as from the service: receivers drop doubles by webhook-id.`

async function listen(context: Context, options: ListenOptions): Promise<void> {
  const account = context.account()
  const url = options.forwardTo === undefined ? undefined : receiverUrl(options.forwardTo)
  const names = options.events === undefined ? new Set(eventNames) : toEventNames(options.events)
  const file = placeFile(account, url)
  const stored = readSetting<Place>(file)
  const place: Place = { ...stored, secret: options.secret ?? stored?.secret ?? makeSecret() }
  const client = context.client()
  const log = new EventLog(client, context)
  if (options.since !== undefined) delete place.after
  else if (place.after === undefined) place.after = await log.last()
  writeSetting(file, place)
  const receiver = url === undefined ? undefined : { url, secret: place.secret }
  announce(context, receiver, stored !== undefined && options.since === undefined)

  for await (const event of log.follow(place.after, options.since)) {
    if (names.has(event.event)) await handOn(context, event, receiver)
    place.after = event.id
    writeSetting(file, place)
  }
}

function announce({ output }: Context, receiver: Receiver | undefined, again: boolean): void {
  if (receiver !== undefined) {
    const warning = plainWarning(receiver.url)
    if (warning !== undefined) output.note(warning)
    output.note(`Ready. Events go to ${receiver.url}${again ? ', from where the last listener ended' : ''}.`)
    output.note(`Their secret is ${receiver.secret}`)
  } else output.note('Ready. Events are printed; --forward-to sends them to a receiver.')
}

async function handOn(context: Context, event: Envelope, receiver: Receiver | undefined): Promise<void> {
  const { output, signal } = context
  const time = new Date(event.created * 1000).toISOString().slice(0, 19)
  if (receiver === undefined) {
    output.result(event, () => `${time}  ${event.event}  ${event.id}`)
    return
  }
  let said = false
  const { status, milliseconds } = await forward(event, receiver, signal, (reason) => {
    if (!said) output.note(`${receiver.url} does not answer (${reason}); waiting for it`)
    said = true
  })
  const result = { id: event.id, event: event.event, created: event.created, status, milliseconds }
  output.result(result, () => `${time}  ${event.event}  ${event.id}  ${status}  ${milliseconds} ms`)
}

/** The log of events over a connection that may fail at any time. */
class EventLog {
  readonly #client: Client
  readonly #context: Context

  constructor(client: Client, context: Context) {
    this.#client = client
    this.#context = context
  }

  /** Id of the newest event; undefined if the shop has none. */
  async last(): Promise<string | undefined> {
    const query = { order: 'desc' as const, limit: 1 }
    const page = await this.#patiently(() => read(this.#client.api.GET('/admin/events', { params: { query } })))
    return page.items[0]?.id
  }

  /** Events after an id, else since a time, else all; ends when the command is stopped. */
  async *follow(after: string | undefined, since: string | undefined): AsyncGenerator<Envelope> {
    const { signal } = this.#context
    let last = after
    while (!signal.aborted) {
      const query = { limit: 100, ...(last !== undefined ? { after: last } : since !== undefined && { since }) }
      const { items } = await this.#patiently(() =>
        read(this.#client.api.GET('/admin/events', { params: { query }, signal })),
      )
      for (const event of items) {
        if (signal.aborted) return
        yield event
        last = event.id
      }
      if (items.length === 0) await wait(pollMs, undefined, { signal })
    }
  }

  /** Waits for a service that does not answer, or is not ready. */
  async #patiently<Value>(request: () => Promise<Value>): Promise<Value> {
    const { output, signal } = this.#context
    for (let attempt = 1; ; attempt++) {
      try {
        const value = await request()
        if (attempt > 1) output.note('The service answers again.')
        return value
      } catch (error) {
        signal.throwIfAborted()
        const reason = waitingReason(error)
        if (reason === undefined) throw explainLost(error)
        if (attempt === 1) output.note(`The service does not answer (${reason}); waiting for it`)
      }
      await wait(Math.min(500 * attempt, maxWaitMs), undefined, { signal })
    }
  }
}

/** Why another attempt makes sense; undefined if none does. */
function waitingReason(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.status >= 500 || error.status === 429 ? String(error.status) : undefined
  return isLostConnection(error) ? causeOf(error) : undefined
}

/** Events are kept for 30 days: a listener that stopped before that has no place in the log any more. */
function explainLost(error: unknown): unknown {
  const isForgotten = error instanceof ApiError && error.faults.some(({ field }) => field === 'after')
  if (!isForgotten) return error
  const remedy = 'Start again with --since and a time within the last 30 days.'
  return new Problem('the event at which the last listener ended is not kept any more', remedy)
}

function placeFile({ url, merchantId }: Account, receiver: string | undefined): string {
  const name = createHash('sha256')
    .update(JSON.stringify([url, merchantId, receiver ?? null]))
    .digest('hex')
  return `listen-${name.slice(0, 16)}.json`
}
