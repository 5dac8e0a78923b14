import { setImmediate } from 'node:timers/promises'
import { allPictures } from '#demo-shop'
import { emailKey, hashPassword } from '#src/modules/identity/index.ts'
import { findDefaultMerchant, lockFirstMerchant } from '#src/modules/merchants/index.ts'
import { analyzeGrownTables } from '#src/platform/db/statistics.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { slugOf } from '#src/platform/lib/slug.ts'
import type { RunningDependencies } from '../dependencies.ts'
import { addCatalog } from './catalog.ts'
import { deletePrices, insertRows, makePartitions, noteFiguresOfEnds, readClock } from './load-queries.ts'
import { planOrders } from './plan-orders.ts'
import { planSelling } from './plan-selling.ts'
import { planStaffWork } from './plan-staff.ts'
import { audit, createShop, put, rowTimes, type Shop } from './shop.ts'
import { readPictures, storePictures } from './store-pictures.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const trade = { days: 30, ordersPerDay: 12 }

/**
 * Makes an empty database a demo shop (DEMO_DATA): the first merchant with a catalog and, in development, thirty days
 * of trade, which end now. In one transaction; of processes that start together one does it.
 */
export async function loadDemoShop({ db, config, seal, logger, blobs }: RunningDependencies): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, MERCHANT_NAME, MERCHANT_CURRENCY, production } = config
  if (email === undefined || password === undefined || (await findDefaultMerchant(db))) return
  const [passwordHash, files] = await Promise.all([hashPassword(password), readPictures(allPictures())])
  // They are put into their store while this process plans.
  const storing = storePictures(blobs, files).catch((error): undefined => {
    logger.warn({ err: error }, 'the demo shop has no pictures: their store does not take them')
  })
  await inTransaction(db, async (transaction) => {
    await lockFirstMerchant(transaction)
    if (await findDefaultMerchant(transaction)) return
    logger.info('loading the demo shop')
    const endsAt = await readClock(transaction)
    const today = Math.floor(endsAt.getTime() / day) * day
    // In production nothing pays by the test provider.
    const opensAt = production ? endsAt : new Date(today - (trade.days - 1) * day + 6 * hour)
    // The database makes them while this process plans.
    const partitions = makePartitions(transaction, opensAt)
    await setImmediate()
    const shop = createShop(MERCHANT_CURRENCY, opensAt, new Map([...files].map(([name, { id }]) => [name, id])))
    openShop(shop, { name: MERCHANT_NAME.trim(), email, passwordHash })
    if (!production) {
      const span = { ...trade, opens: opensAt.getTime(), ends: endsAt.getTime() - minute }
      const steps = [...planStaffWork(span, { passwordHash, seal }), ...planOrders(span), ...planSelling(span)]
      for (const { at, act } of steps.filter((step) => step.at < span.ends).sort((a, b) => a.at - b.at)) {
        shop.nowMs = Math.max(shop.nowMs, Math.round(at))
        act(shop)
      }
    }
    put(shop, 'event_log_heads', { merchant_id: shop.merchantId, last_position: shop.lastPosition })
    await partitions
    const stored = await storing
    for (const picture of (shop.tables.get('media') ?? []) as { name: string }[])
      Object.assign(picture, stored?.get(picture.name) ?? { state: 'failed', failure: 'could not be stored' })
    for (const [table, rows] of shop.tables) {
      if (table === 'prices') await deletePrices(transaction, shop.merchantId)
      await insertRows(transaction, table, rows)
    }
    await noteFiguresOfEnds(transaction)
  })
  await analyzeGrownTables(db)
}

/** The merchant with its owner and its catalog. */
function openShop(shop: Shop, { name, email, passwordHash }: { name: string; email: string; passwordHash: string }) {
  const { currency } = shop
  const merchant = { id: shop.id(), name, slug: slugOf(name) || 'shop', currency }
  shop.merchantId = put(shop, 'merchants', { ...merchant, created_at: rowTimes(shop).created_at }).id
  const owner = { id: shop.id(), email, email_key: emailKey(email), password_hash: passwordHash, is_verified: true }
  put(shop, 'users', { ...owner, name: null, is_guest: false, guest_expires_at: null, ...rowTimes(shop) })
  shop.staff.owner = owner.id
  put(shop, 'staff', { merchant_id: shop.merchantId, user_id: owner.id, role: 'owner', ...rowTimes(shop) })
  audit(shop, 'system', 'staff.added', owner.id, { role: [null, 'owner'] })
  addCatalog(shop)
}
