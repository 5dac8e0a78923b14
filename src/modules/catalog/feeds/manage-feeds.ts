import { lockSettings } from '#src/modules/merchants/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import type { Database } from '#src/platform/db/pool/pool.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { noStorefrontAddress, storefrontAddress } from '#src/platform/lib/storefront-address.ts'
import { newFeedKey } from './feed-key.ts'
import { deleteFeed, type FeedRow, insertFeed } from './queries.ts'

/** Maximum feeds of a shop; anybody with the address of one can read it. */
export const maxFeeds = 10

/**
 * Creates a feed: anybody with its address can read the shop's products.
 * @throws AppError VALIDATION_ERROR, CONFLICT if the shop has the maximum of feeds
 */
export async function createFeed(db: Executor, staff: Staff, storefrontUrl: string | null): Promise<FeedRow> {
  const { merchantId } = staff
  const address = storefrontUrl === null ? null : storefrontAddress(storefrontUrl)
  if (address === undefined) throw invalid({ field: 'storefront_url', message: noStorefrontAddress })
  const feed = { id: newId(), key: newFeedKey(merchantId), storefront_url: address }
  return inTransaction(db, async (transaction) => {
    await lockSettings(transaction, merchantId)
    const made = await insertFeed(transaction, merchantId, feed, maxFeeds)
    if (made === undefined) throw new AppError('CONFLICT', `a shop has at most ${maxFeeds} feeds; delete one first`)
    const changes = { storefront_url: [null, address] } as const
    await recordAudit(transaction, staff, [{ action: 'feed.created', targetId: made.id, changes }])
    return made
  })
}

/** Ends a feed: its address then answers 404. @throws AppError NOT_FOUND */
export async function removeFeed(db: Database, staff: Staff, id: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const ended = await deleteFeed(transaction, staff.merchantId, id)
    if (ended === undefined) throw notFound('feed')
    const changes = { storefront_url: [ended.storefront_url, null] } as const
    await recordAudit(transaction, staff, [{ action: 'feed.deleted', targetId: id, changes }])
  })
}
