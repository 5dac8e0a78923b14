import { Readable } from 'node:stream'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Permissions } from '#src/platform/lib/permissions.ts'
import { eventsFor, maxChanges, windowSeconds } from './changes.ts'
import { comment, farewell, framesOf, opening, reset } from './frames.ts'
import type { LogReader, News } from './log-reader.ts'
import { selectBetween } from './queries.ts'

/** A client that leaves so many bytes unread is cut off. */
const maxUnread = 65_536
const recheckMs = 5_000
/** A client that does not read the end of its stream is cut off after this long. */
const farewellMs = 1_000

interface Opened {
  db: Database
  reader: LogReader
  merchantId: string
  /** The last position that the client has, if it had a stream before. */
  since: string | undefined
  /** Undefined once the caller would be refused. */
  permissions: () => Promise<Permissions | undefined>
  heartbeatMs: number
}

export interface ChangeStream {
  body: Readable
  /** At once, and in order: the client may open another. */
  end(): void
}

/** A stream of what the caller may read at the moment in which it is sent. */
export async function openStream({ db, reader, merchantId, since, permissions, heartbeatMs }: Opened) {
  const body = new Readable({ read: () => {} })
  let isOver = false
  // One after another: what was missed comes before what is new.
  const ready = Promise.withResolvers<void>()
  let sending: Promise<void> = ready.promise

  const send = (text: string) => {
    if (isOver || body.destroyed) return
    body.push(text)
    if (body.readableLength > maxUnread) body.destroy()
  }
  const end = () => {
    if (isOver) return
    isOver = true
    body.push(null)
    setTimeout(() => body.destroy(), farewellMs).unref()
  }
  /** The caller would be refused by now, so that a client need not ask. */
  const refuse = () => {
    send(farewell)
    end()
  }
  const tell = async ({ end: position, frames }: News) => {
    const allowed = await permissions()
    if (allowed === undefined) return refuse()
    if (frames === undefined) return send(reset(position))
    for (const { permission, text } of frames) if (allowed.has(permission)) send(text)
  }
  const follower = (news: News) => {
    sending = sending.then(() => tell(news)).catch(end)
  }

  /** What the client has missed. */
  const missed = async (position: string): Promise<string> => {
    if (since === undefined || since === position) return opening(position)
    if (BigInt(since) > BigInt(position)) return opening(position) + reset(position)
    const allowed = (await permissions()) ?? new Set()
    const window = { names: eventsFor(allowed), limit: maxChanges + 1, seconds: windowSeconds }
    const rows = await selectBetween(db, { merchantId, position: since }, position, window)
    if (rows.length > maxChanges || rows[0]?.is_old) return opening(position) + reset(position)
    const frames = framesOf(rows)
    return frames.map(({ text }) => text).join('') + opening(position)
  }

  const begin = async () => send(await missed(await reader.follow(merchantId, follower)))
  const leave = () => reader.leave(merchantId, follower)
  try {
    await begin()
  } catch (error) {
    leave()
    throw error
  }
  const timers = [
    setInterval(() => send(comment), heartbeatMs),
    // While the database is away nothing is sent, so nothing has to be refused.
    setInterval(
      () =>
        permissions().then(
          (allowed) => allowed ?? refuse(),
          () => {},
        ),
      recheckMs,
    ),
  ]
  for (const timer of timers) timer.unref()
  body.once('close', () => {
    isOver = true
    leave()
    for (const timer of timers) clearInterval(timer)
  })
  ready.resolve()
  return { body, end } satisfies ChangeStream
}
