import type { SealedValues } from '#src/platform/sweeps/reseal.ts'
import type { Dependencies } from '../dependencies.ts'
import { openSecret, sealSecret } from '../sending/secrets.ts'
import { replaceSealedSecrets, type SealedSecrets, selectSealedOtherwise } from './reseal-queries.ts'

const batchSize = 200
const lowestId = '00000000-0000-0000-0000-000000000000'

/** The secrets of subscriptions, current and previous. */
export const webhookSecrets: SealedValues<Dependencies> = {
  name: 'webhook secrets',
  async reseal(deps) {
    const prefix = deps.seal.currentPrefix
    let left = 0
    for (let after: string | undefined = lowestId; after !== undefined; ) {
      const rows = await selectSealedOtherwise(deps.db, { prefix, after, limit: batchSize })
      for (const row of rows) if (!(await resealRow(deps, row))) left++
      after = rows.at(-1)?.id
    }
    return left
  },
}

/** False if it was not sealed anew: its key is not configured, or it was rotated just now. */
async function resealRow({ db, seal, logger }: Dependencies, row: SealedSecrets): Promise<boolean> {
  const reseal = (box: Buffer) => (seal.isCurrent(box) ? box : sealSecret(seal, row.id, openSecret(seal, row.id, box)))
  try {
    const previous_secret = row.previous_secret && reseal(row.previous_secret)
    return await replaceSealedSecrets(db, row, { secret: reseal(row.secret), previous_secret })
  } catch (error) {
    logger.error({ err: error, subscription: row.id }, 'a webhook secret cannot be sealed with the current key')
    return false
  }
}
