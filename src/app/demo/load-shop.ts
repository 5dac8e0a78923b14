import { emailKey, hashPassword } from '#src/modules/identity/index.ts'
import { findDefaultMerchant, lockFirstMerchant } from '#src/modules/merchants/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import type { RunningDependencies } from '../dependencies.ts'
import { addCatalog } from './catalog.ts'
import { endWhatHasEnded, insertRows, makePartitions, readClock, tables } from './load-queries.ts'
import { planOrders } from './plan-orders.ts'
import { planStaffWork } from './plan-staff.ts'
import { putFailingReceivers } from './receivers.ts'
import { putOrders } from './sales.ts'
import { createShop, type Shop } from './shop.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const trade = { days: 30, ordersPerDay: 12 }

/**
 * Makes an empty database a demo shop (DEMO_DATA): the first merchant with a catalog and, in development, thirty days
 * of trade, which end now. In one transaction; of processes that start together one does it.
 */
export async function loadDemoShop({ db, config, seal, logger }: RunningDependencies): Promise<void> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, MERCHANT_NAME: name, production } = config
  if (email === undefined || password === undefined || (await findDefaultMerchant(db))) return
  const passwordHash = await hashPassword(password)
  const orders = await inTransaction(db, async (transaction) => {
    await lockFirstMerchant(transaction)
    if (await findDefaultMerchant(transaction)) return undefined
    const endsAt = await readClock(transaction)
    // In production nothing pays by the test provider.
    const opensAt = production ? endsAt : new Date(Math.floor(endsAt.getTime() / day - trade.days + 1) * day + 6 * hour)
    const shop = createShop(config.MERCHANT_CURRENCY, opensAt)
    openShop(shop, { name: name.trim(), email, passwordHash })
    if (!production) {
      const span = { ...trade, opens: opensAt.getTime(), ends: endsAt.getTime() - minute }
      const steps = [...planStaffWork(span, { passwordHash, seal }), ...planOrders(span)]
      for (const { at, act } of steps.sort((a, b) => a.at - b.at)) {
        if (at >= span.ends) break
        shop.goOnTo(at)
        act(shop)
      }
    }
    closeBooks(shop)
    await makePartitions(transaction, opensAt)
    for (const table of tables) await insertRows(transaction, table, shop.rows(table))
    await endWhatHasEnded(transaction, [...shop.carts.values()].filter((cart) => cart.abandoned_at))
    return shop.sales.size
  })
  if (orders !== undefined) logger.info({ orders }, 'demo shop loaded')
}

/** The merchant with its owner and its catalog. */
function openShop(shop: Shop, given: { name: string; email: string; passwordHash: string }): void {
  const { merchantId, currency, staff } = shop
  const made = { created_at: shop.now(), updated_at: shop.now() }
  const { email, passwordHash: password_hash } = given
  shop.put('merchants', { id: merchantId, name: given.name, currency, created_at: shop.now() })
  const account = { name: null, phone: null, is_verified: true, is_guest: false, guest_expires_at: null }
  shop.put('users', { id: staff.owner, email, email_key: emailKey(email), password_hash, ...account, ...made })
  shop.put('staff', { merchant_id: merchantId, user_id: staff.owner, role: 'owner', ...made })
  shop.audit('system', 'staff.added', staff.owner, { role: [null, 'owner'] })
  addCatalog(shop)
}

/** Rows as they are in the end. */
function closeBooks(shop: Shop): void {
  for (const { stock, available: _, ...product } of shop.products.values()) {
    shop.put('products', { ...product, in_stock: stock.on_hand > stock.reserved })
    shop.put('stock', { merchant_id: shop.merchantId, product_id: product.id, ...stock })
  }
  putOrders(shop)
  putFailingReceivers(shop)
  const last_position = shop.rows('events').at(-1)?.position
  shop.put('event_log_heads', { merchant_id: shop.merchantId, last_position })
}
