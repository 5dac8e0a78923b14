import { inTransaction } from '#src/platform/db/transaction.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { openSecret, sealSecret } from '../sending/secrets.ts'
import {
  createPartitions,
  deleteForgottenSubscriptions,
  dropPartitions,
  replaceSealedSecrets,
  selectSecretsAfter,
} from './retention-queries.ts'

const keepDays = 30
const daysAhead = 7

/** A day's partitions are made a week before it begins: there is a week to notice when this fails. */
export const makePartitionsAhead: Sweep<Dependencies> = {
  name: 'webhooks.make-partitions',
  everyMs: () => 600_000,
  run: ({ db }) => inTransaction(db, (transaction) => createPartitions(transaction, daysAhead)),
}

/** Events and deliveries are kept 30 days, and then dropped with the partition of their day: no row is deleted one by one. */
export const dropOldPartitions: Sweep<Dependencies> = {
  name: 'webhooks.drop-partitions',
  everyMs: () => 600_000,
  run: ({ db }) => inTransaction(db, (transaction) => dropPartitions(transaction, keepDays)),
}

/** Deleted subscriptions go when the last of their deliveries has gone. */
export const forgetDeletedSubscriptions: Sweep<Dependencies> = {
  name: 'webhooks.forget-deleted',
  everyMs: () => 3_600_000,
  run: ({ db }) => deleteForgottenSubscriptions(db, keepDays + 1),
}

const resealBatch = 200

/** Seals secrets anew that an older key sealed, so that a key taken out of JWT_SECRETS after a day is missed by nothing. */
export const resealSecrets: Sweep<Dependencies> = {
  name: 'webhooks.reseal-secrets',
  everyMs: () => 300_000,
  async run({ db, seal }) {
    const renew = (box: Buffer, id: string) =>
      seal.isCurrent(box) ? box : sealSecret(seal, id, openSecret(seal, id, box))
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const rows = await selectSecretsAfter(db, after, resealBatch)
      for (const row of rows) {
        const secret = renew(row.secret, row.id)
        const previous = row.previous_secret === null ? null : renew(row.previous_secret, row.id)
        if (secret !== row.secret || previous !== row.previous_secret) {
          await replaceSealedSecrets(db, row, { secret, previous_secret: previous })
        }
      }
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.id
    }
  },
}
