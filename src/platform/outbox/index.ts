import type { Transaction } from '#src/platform/db/transaction.ts'
import { eventPublicId, newId, timeOf } from '#src/platform/lib/ids.ts'
import { noteEvent } from '#src/platform/tracing/index.ts'
import type { EventName } from './event-names.ts'

export { type EventName, eventNames } from './event-names.ts'

/** Events that show a person. Carts do not. */
export type PersonalEventName = Extract<EventName, `user.${string}` | `order.${string}`>

/** The user whose account or order an event shows: the event is found by it when the person is erased. */
type OfPerson = { name: PersonalEventName; userId: string } | { name: Exclude<EventName, PersonalEventName> }

/** An event in a merchant's shop. `data` has the shape that the specification gives for the event. */
export type DomainEvent = OfPerson & {
  merchantId: string
  data: Record<string, unknown>
  /** The mail that it causes, in the words of the module that sends it; none by default. */
  mail?: string
}

/** Null is left to events of releases that did not say it. */
const noMail = 'none'

/** An event as it is written: with its id, and its body as every attempt of a delivery sends it. */
export interface WrittenEvent {
  id: string
  merchant_id: string
  name: EventName
  body: Buffer
  user_id: string | null
  mail: string
  created_at: Date
  /** That of the body. */
  data: Record<string, unknown>
}

/** Writes events in the transaction that causes them. A module implements it. */
export type EventWriter = (transaction: Transaction, events: readonly WrittenEvent[]) => Promise<void>

let writeEvents: EventWriter = () => Promise.reject(new Error('no module writes events'))

/** `app` hands in the module's before anything is changed. */
export function useEventWriter(writer: EventWriter): void {
  writeEvents = writer
}

/**
 * Writes events to the outbox in the transaction that causes them: both commit or neither does. The body is serialized
 * here, once; every delivery attempt sends the same bytes.
 */
export async function emit(transaction: Transaction, events: readonly DomainEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => {
    const id = newId()
    const created_at = timeOf(id)
    noteEvent(event.name, eventPublicId(id))
    const body = envelope(id, event.name, created_at, event.data)
    const user_id = 'userId' in event ? event.userId : null
    return {
      id,
      merchant_id: event.merchantId,
      name: event.name,
      body,
      user_id,
      mail: event.mail ?? noMail,
      created_at,
      data: event.data,
    }
  })
  await writeEvents(transaction, rows)
}

/** The envelope of the specification: exactly these five fields, `created` in Unix seconds. */
export function envelope(id: string, event: EventName, at: Date, data: Record<string, unknown>): Buffer {
  const created = Math.floor(at.getTime() / 1000)
  return Buffer.from(JSON.stringify({ id: eventPublicId(id), event, created, data, api_version: 'v1' }))
}
