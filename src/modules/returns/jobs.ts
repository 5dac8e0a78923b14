import type { Background } from '#src/platform/jobs/runner.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Sweep } from '#src/platform/sweeps/index.ts'
import type { Dependencies } from './dependencies.ts'
import { lapseReturn } from './end-return.ts'
import { selectLapsed } from './lapse-queries.ts'
import { sendReturnMail } from './send-return-mail.ts'

const batchSize = 100

/** Closes approved returns that nobody has sent within 30 days. */
const closeLapsedReturns: Sweep<Dependencies> = {
  name: 'returns.close-lapsed',
  everyMs: () => 60_000,
  async run({ db, shop, logger }) {
    for (;;) {
      const lapsed = await selectLapsed(db, batchSize)
      let closed = 0
      for (const { merchant_id: merchantId, id: returnId } of lapsed) {
        try {
          await lapseReturn(shop(merchantId), { merchantId, returnId })
          closed++
        } catch (error) {
          if (error instanceof AppError && error.code === 'INVALID_TRANSITION') continue
          logger.error({ err: error, return: returnId }, 'a return could not be closed; it is tried again')
        }
      }
      if (closed < batchSize) return
    }
  },
}

export const returnsBackground: Background<Dependencies> = {
  jobs: [sendReturnMail],
  sweeps: [closeLapsedReturns],
}
