import { resealRows, type SealedValues } from '#src/platform/sweeps/reseal.ts'
import type { Dependencies } from '../dependencies.ts'
import { openSecret, sealSecret } from './codes.ts'
import { replaceSealedSecret, type SealedSecret, selectSealedOtherwise } from './reseal-queries.ts'

export const twoFactorSecrets: SealedValues<Dependencies> = {
  name: 'secrets of second factors',
  reseal: ({ db, seal, logger }) =>
    resealRows<SealedSecret>(logger, {
      idOf: (row) => row.user_id,
      rowsAfter: (id) => selectSealedOtherwise(db, seal.currentPrefix, id),
      reseal: async (row) =>
        replaceSealedSecret(db, row, sealSecret(seal, row.user_id, openSecret(seal, row.user_id, row.secret))),
    }),
}
