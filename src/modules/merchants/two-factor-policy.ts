import { hasSecondFactor } from '#src/modules/identity/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import { follow, overlapMs } from '#src/platform/db/follow.ts'
import type { Database } from '#src/platform/db/pool.ts'
import type { TwoFactorPolicy } from '#src/platform/http/authentication-services.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { requiresTwoFactor, selectTwoFactorSettings } from './two-factor-queries.ts'

/**
 * Keeps in memory which merchants require two factors of their staff. For others a request costs no statement; for
 * these it costs one, which reads whether the account has a second factor.
 */
export async function followTwoFactorPolicy(
  { identity, shop, everyShop }: Databases,
  logger: Pick<Logger, 'warn'>,
): Promise<TwoFactorPolicy & { stop(): Promise<void> }> {
  const requiring = new Set<string>()
  const since = new Map<Database, Date>()

  async function read(): Promise<void> {
    for (const db of everyShop) {
      const { rows, now } = await selectTwoFactorSettings(db, since.get(db))
      for (const { merchant_id, require_two_factor } of rows) {
        if (require_two_factor) requiring.add(merchant_id)
        else requiring.delete(merchant_id)
      }
      since.set(db, new Date(now.getTime() - overlapMs))
    }
  }

  const following = await follow('settings of merchants', read, logger)
  return {
    async lacksFactor({ merchantId, userId }) {
      const required = following.isCurrent()
        ? requiring.has(merchantId)
        : await requiresTwoFactor(shop(merchantId), merchantId)
      return required && !(await hasSecondFactor(identity, userId))
    },
    stop: following.stop,
  }
}
