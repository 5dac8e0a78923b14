import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { Clients } from './shop.ts'

export interface LoggedEvent {
  id: string
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: what an event tells depends on its name
  data: any
}

export interface Follower {
  /** In the order of the log. */
  events: LoggedEvent[]
  stop(): Promise<void>
}

const pauseMs = 300

/** Reads the event log as a client does that must miss nothing: on and on, from after the last event it has. */
export function followLog({ requests, shop }: Pick<Clients, 'requests' | 'shop'>, random: Random): Follower {
  const events: LoggedEvent[] = []
  let stopped = false
  const following = (async () => {
    while (!stopped) {
      const last = events.at(-1)
      const path = `/admin/events?limit=${random.between(1, 100)}${last === undefined ? '' : `&after=${last.id}`}`
      const answer = await requests.attempt({ method: 'GET', path, headers: shop.owner })
      const page = answer?.code === undefined ? answer?.body.data : undefined
      if (page !== undefined) events.push(...page.items)
      if (!page?.pagination.has_more) await sleep(pauseMs)
    }
  })()
  return {
    events,
    async stop() {
      stopped = true
      await following
    },
  }
}
