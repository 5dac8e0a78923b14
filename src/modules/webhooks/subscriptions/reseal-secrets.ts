import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { openSecret, sealSecret } from '../sending/secrets.ts'
import { replaceSealedSecrets, selectSecretsAfter } from './reseal-queries.ts'

const batchSize = 200
const lowestId = '00000000-0000-0000-0000-000000000000'

/** Seals with the current key what an older key sealed, so that the older one can leave JWT_SECRETS after a day. */
export const resealSecrets: Sweep<Dependencies> = {
  name: 'webhooks.reseal-secrets',
  everyMs: () => 300_000,
  async run({ db, seal }) {
    const reseal = (box: Buffer, id: string) =>
      seal.isCurrent(box) ? box : sealSecret(seal, id, openSecret(seal, id, box))
    for (let after: string | undefined = lowestId; after !== undefined; ) {
      const rows = await selectSecretsAfter(db, after, batchSize)
      for (const row of rows) {
        const secret = reseal(row.secret, row.id)
        const previous = row.previous_secret && reseal(row.previous_secret, row.id)
        if (secret !== row.secret || previous !== row.previous_secret) {
          await replaceSealedSecrets(db, row, { secret, previous_secret: previous })
        }
      }
      after = rows.at(-1)?.id
    }
  },
}
