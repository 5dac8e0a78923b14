import { hasSecondFactor } from '#src/modules/identity/index.ts'
import { overlapMs, pollChanges } from '#src/platform/db/follow/poll-changes.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { TwoFactorPolicy } from '#src/platform/http/auth/authentication-services.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import type { FollowedFields } from './directory.ts'
import { requiresTwoFactor, selectFollowedSettings } from './follow-queries.ts'

interface FollowedSettings extends FollowedFields {
  twoFactorPolicy: TwoFactorPolicy
  stop(): Promise<void>
}

/**
 * Caches which merchants require two factors of their staff, have a time zone, markets, texts of
 * their own or price lists, or changed their currency.
 * Requests to other merchants cost no statement. Where two factors are required, a request costs one, which reads
 * whether the account has a second factor.
 */
export async function followSettings(db: Database, logger: Pick<Logger, 'warn'>): Promise<FollowedSettings> {
  const requiring = new Set<string>()
  const currencies = new Map<string, string>()
  const timezones = new Map<string, string>()
  const withMarkets = new Set<string>()
  const withTexts = new Set<string>()
  const withPrices = new Set<string>()
  const fresh = new Set<string>()
  let since: Date | undefined

  async function read(): Promise<void> {
    fresh.clear()
    const { rows, now } = await selectFollowedSettings(db, since)
    for (const { merchant_id, require_two_factor, currency, timezone, ...has } of rows) {
      if (!fresh.has(merchant_id)) timezones.set(merchant_id, timezone)
      if (currency !== null && !fresh.has(merchant_id)) currencies.set(merchant_id, currency)
      if (!fresh.has(merchant_id)) {
        withMarkets[has.has_markets ? 'add' : 'delete'](merchant_id)
        withTexts[has.has_texts ? 'add' : 'delete'](merchant_id)
        withPrices[has.has_prices ? 'add' : 'delete'](merchant_id)
      }
      if (require_two_factor) requiring.add(merchant_id)
      else requiring.delete(merchant_id)
    }
    since = new Date(now.getTime() - overlapMs)
  }

  const following = await pollChanges('settings of merchants', read, logger)
  const twoFactorPolicy: TwoFactorPolicy = {
    async lacksFactor({ merchantId, userId }) {
      const required = following.isCurrent() ? requiring.has(merchantId) : await requiresTwoFactor(db, merchantId)
      return required && !(await hasSecondFactor(db, userId))
    },
  }
  return { twoFactorPolicy, currencies, timezones, withMarkets, withTexts, withPrices, fresh, stop: following.stop }
}
