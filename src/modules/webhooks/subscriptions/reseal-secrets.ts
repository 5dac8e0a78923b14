import { resealRows, type SealedValues } from '#src/platform/sweeps/reseal.ts'
import type { Dependencies } from '../dependencies.ts'
import { openSecret, sealSecret } from '../sending/secrets.ts'
import { replaceSealedSecrets, type SealedSecrets, selectSealedOtherwise } from './reseal-queries.ts'

/** The secrets of subscriptions, current and previous. */
export const webhookSecrets: SealedValues<Dependencies> = {
  name: 'webhook secrets',
  reseal({ db, seal, logger }) {
    const reseal = (box: Buffer, id: string) =>
      seal.isCurrent(box) ? box : sealSecret(seal, id, openSecret(seal, id, box))
    return resealRows<SealedSecrets>(logger, {
      idOf: (row) => row.id,
      rowsAfter: (id) => selectSealedOtherwise(db, seal.currentPrefix, id),
      reseal: async (row) => {
        const previous_secret = row.previous_secret && reseal(row.previous_secret, row.id)
        return replaceSealedSecrets(db, row, { secret: reseal(row.secret, row.id), previous_secret })
      },
    })
  },
}
