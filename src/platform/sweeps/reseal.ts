import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { Sweep } from './index.ts'

/** A kind of values encrypted at rest. */
export interface SealedValues<Dependencies> {
  /** In the plural, for the log. */
  name: string
  /** Encrypts values of older keys with the current key. Returns how many values of older keys are left. */
  reseal(dependencies: Dependencies & { db: Database }): Promise<number>
}

const lowestId = '00000000-0000-0000-0000-000000000000'

interface SealedRows<Row> {
  idOf(row: Row): string
  /** The next rows encrypted with another key, in the order of their ids. */
  rowsAfter(id: string): Promise<Row[]>
  /** False if the row was changed since it was read. @throws if its key is not configured */
  reseal(row: Row): Promise<boolean>
}

/** Encrypts row by row. A row whose key is not configured is logged and blocks no other. Returns how many are left. */
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

/** A run reads whole tables, so the next one waits once none is left. */
const checkAgainMs = 3_600_000

/**
 * After a change of SEAL_KEYS: encrypts values with the new key, and logs each change of the number that older keys
 * still encrypt. At 0 the operator may remove the older keys.
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
