import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Sweep } from './index.ts'

/** Values that are sealed at rest. */
export interface SealedValues<Dependencies> {
  /** In the plural, for the log. */
  name: string
  /** Seals with the current key what others have sealed. Returns how many values are left that others have sealed. */
  reseal(dependencies: Dependencies & { db: Database }): Promise<number>
}

const lowestId = '00000000-0000-0000-0000-000000000000'

interface SealedRows<Row> {
  idOf(row: Row): string
  /** The next rows that another key has sealed, in the order of their ids. */
  rowsAfter(id: string): Promise<Row[]>
  /** False if the row was changed since it was read. @throws if its key is not configured */
  reseal(row: Row): Promise<boolean>
}

/** Seals row after row; one whose key is not configured is logged and holds up no other. Returns how many are left. */
export async function resealRows<Row>(logger: Logger, { idOf, rowsAfter, reseal }: SealedRows<Row>): Promise<number> {
  let left = 0
  for (let after: string | undefined = lowestId; after !== undefined; ) {
    const rows: Row[] = await rowsAfter(after)
    for (const row of rows) {
      const done = await reseal(row).catch((error) => {
        logger.error({ err: error, id: idOf(row) }, 'a secret cannot be sealed with the current key')
        return false
      })
      if (!done) left++
    }
    const last = rows.at(-1)
    after = last && idOf(last)
  }
  return left
}

/** A run reads whole tables, so once nothing is left the next one may wait. */
const checkAgainMs = 3_600_000

/**
 * After a change of SEAL_KEYS: seals values with the new key and logs, whenever that changes, how many an older key
 * still seals. The operator may remove the older keys when none are.
 */
export function resealSweep<Dependencies extends { logger: Logger }>(
  all: readonly SealedValues<Dependencies>[],
): Sweep<Dependencies> {
  let logged = ''
  let cleanUntil = 0
  return {
    name: 'keys.reseal',
    everyMs: () => 30_000,
    async run(deps) {
      if (performance.now() < cleanUntil) return
      const left: Record<string, number> = {}
      for (const values of all) {
        const count = await values.reseal(deps)
        if (count > 0) left[values.name] = count
      }
      const clean = Object.keys(left).length === 0
      cleanUntil = clean ? performance.now() + checkAgainMs : 0
      if (JSON.stringify(left) === logged) return
      logged = JSON.stringify(left)
      if (clean) deps.logger.info('every sealed value is sealed with the first of SEAL_KEYS; no other key is needed')
      else deps.logger.info({ left }, 'values are still sealed with older keys; keep these configured')
    },
  }
}
