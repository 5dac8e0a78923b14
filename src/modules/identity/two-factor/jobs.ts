import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { deleteExpiredChallenges } from './challenge-queries.ts'
import { openSecret, sealSecret } from './codes.ts'
import { replaceSealedSecret, selectSecretsAfter } from './reseal-queries.ts'

export const forgetChallenges: Sweep<Dependencies> = {
  name: 'identity.forget-challenges',
  everyMs: () => 600_000,
  run: ({ db }) => deleteExpiredChallenges(db),
}

const batchSize = 200
const lowestId = '00000000-0000-0000-0000-000000000000'

/** Seals with the current key what an older key sealed, so that the older one can be removed. */
export const resealTwoFactors: Sweep<Dependencies> = {
  name: 'identity.reseal-two-factors',
  everyMs: () => 300_000,
  async run({ db, seal }) {
    for (let after: string | undefined = lowestId; after !== undefined; ) {
      const rows = await selectSecretsAfter(db, after, batchSize)
      for (const row of rows) {
        if (seal.isCurrent(row.secret)) continue
        const secret = openSecret(seal, row.user_id, row.secret)
        await replaceSealedSecret(db, row, sealSecret(seal, row.user_id, secret))
      }
      after = rows.at(-1)?.user_id
    }
  },
}
