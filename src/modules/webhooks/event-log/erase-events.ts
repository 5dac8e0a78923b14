import type { Database } from '#src/platform/db/pool/pool.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Eraser } from '#src/platform/module.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import {
  type Erasure,
  insertErasure,
  lockErasure,
  replaceBodies,
  saveErasure,
  selectDueErasures,
  selectEventsOfUser,
  selectRemainingEvents,
} from './erase-queries.ts'
import { withoutPerson } from './rules.ts'

const batchSize = 100
/** Pause before events with pending deliveries are checked again. */
const pauseSeconds = 60

/**
 * Removes an erased user from kept events once their deliveries have ended: a delivery sends the same bytes until then.
 */
export const eraseFromEvents: Eraser = insertErasure

export const eraseEvents: Sweep<Dependencies> = {
  name: 'webhooks.erase-events',
  everyMs: () => 10_000,
  async run({ db }) {
    for (let due: Erasure[] = []; ; ) {
      due = await selectDueErasures(db, batchSize)
      for (const erasure of due) await eraseEventsOf(db, erasure)
      if (due.length < batchSize) return
    }
  },
}

async function eraseEventsOf(db: Database, { user_id: userId, event_ids }: Erasure): Promise<void> {
  const ids = event_ids ?? (await selectEventsOfUser(db, userId))
  const left: string[] = []
  for (let at = 0; at < ids.length; at += batchSize) {
    const batch = ids.slice(at, at + batchSize)
    const waiting = await inTransaction(db, async (transaction) => {
      if (!(await lockErasure(transaction, userId))) return undefined
      const remaining = await selectRemainingEvents(transaction, batch)
      const ended = remaining.filter((event) => !event.waits)
      if (ended.length > 0) {
        const erased = ended.map(({ id, body }) => ({ id, body: withoutPerson(body) }))
        await replaceBodies(transaction, erased)
      }
      return remaining.flatMap(({ id, waits }) => (waits ? [id] : []))
    })
    if (waiting === undefined) return
    left.push(...waiting)
  }
  await saveErasure(db, userId, left, pauseSeconds)
}
