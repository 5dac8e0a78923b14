import type { Seal } from '#src/platform/lib/sealed.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { SealedValues } from '#src/platform/sweeps/reseal.ts'
import { countSealedOtherwise, deleteExpiredKeys } from './idempotency-queries.ts'

/** Stored answers hold what users sent and received; after 24 hours no request can be answered from them. */
export const forgetIdempotencyKeys: Sweep<object> = {
  name: 'idempotency.forget',
  everyMs: () => 600_000,
  async run({ db }) {
    while ((await deleteExpiredKeys(db)) > 0);
  },
}

/** Stored answers expire after 24 hours, so they are counted here, not encrypted again. */
export const storedAnswers: SealedValues<{ seal: Seal }> = {
  name: 'answers kept for idempotency keys',
  reseal: ({ db, seal }) => countSealedOtherwise(db, seal.currentPrefix),
}
