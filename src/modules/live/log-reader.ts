import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { maxChanges, streamedEvents } from './changes.ts'
import { type Frame, framesOf } from './frames.ts'
import { selectLogEnd, selectMoved } from './queries.ts'

const pollMs = 300

/** What is new in a shop's log; `undefined` if it is more than is sent one by one, or not known. */
export interface News {
  end: string
  frames: readonly Frame[] | undefined
}

type Follower = (news: News) => void

interface Followed {
  /** How far the log has been read; undefined until its end is known. */
  position: string | undefined
  begun: Promise<string>
  followers: Set<Follower>
}

/** Reads the logs of shops for all streams of a process: one statement each 300 ms while there are any. */
export interface LogReader {
  /** Calls the follower with everything after the place that it resolves to, until `leave`. */
  follow(merchantId: string, follower: Follower): Promise<string>
  leave(merchantId: string, follower: Follower): void
  stop(): Promise<void>
}

export function createLogReader(db: Database, logger: Pick<Logger, 'warn'>): LogReader {
  const shops = new Map<string, Followed>()
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> | undefined
  let stopped = false
  let failing = false

  function begin(merchantId: string): Followed {
    const shop: Followed = { position: undefined, begun: selectLogEnd(db, merchantId), followers: new Set() }
    shop.begun.then(
      (end) => {
        shop.position ??= end
      },
      () => shops.get(merchantId) === shop && shops.delete(merchantId),
    )
    shops.set(merchantId, shop)
    return shop
  }

  async function read(): Promise<void> {
    const places = [...shops].flatMap(([merchantId, { position }]) =>
      position === undefined ? [] : [{ merchantId, position }],
    )
    if (places.length === 0) return
    for (const { merchant_id, position, end, events } of await selectMoved(
      db,
      places,
      streamedEvents,
      maxChanges + 1,
    )) {
      const shop = shops.get(merchant_id)
      // It may have been left, and begun anew, meanwhile.
      if (shop?.position !== position) continue
      const isLost = BigInt(end) < BigInt(position)
      const frames = isLost || events.length > maxChanges ? undefined : framesOf(events)
      shop.position = end
      for (const follower of shop.followers) follower({ end, frames })
    }
  }

  function schedule(): void {
    if (stopped || timer !== undefined || shops.size === 0) return
    timer = setTimeout(() => {
      reading = read()
        .then(
          () => {
            failing = false
          },
          (error) => {
            if (!failing) logger.warn({ err: error }, 'the log of events cannot be read; open streams wait')
            failing = true
          },
        )
        .finally(() => {
          timer = undefined
          schedule()
        })
    }, pollMs)
    timer.unref()
  }

  function leave(merchantId: string, follower: Follower): void {
    const shop = shops.get(merchantId)
    if (shop?.followers.delete(follower) && shop.followers.size === 0) shops.delete(merchantId)
  }

  return {
    async follow(merchantId, follower) {
      const shop = shops.get(merchantId) ?? begin(merchantId)
      shop.followers.add(follower)
      schedule()
      return shop.position ?? (await shop.begun)
    },
    leave,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await reading
    },
  }
}
