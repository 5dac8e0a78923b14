import type { Transaction } from '#src/platform/db/transaction.ts'
import { type Across, applyOnce, followUp } from '#src/platform/jobs/across.ts'
import type { Job } from '#src/platform/jobs/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { Dependencies } from './dependencies.ts'
import type { Memberships } from './memberships.ts'
import { type AccountRow, selectAccount } from './queries.ts'
import { presentUser } from './schemas.ts'

/**
 * What a change of an account means at the shops whose customer the user is: a copy of the name, and an event. Both are
 * made on their databases after the change has committed, from the account as it is then.
 */

/** What its jobs need. */
export type AtShops = Across & Pick<Dependencies, 'memberships' | 'guestCarts' | 'erasers'>

interface Told {
  id: string
  user_id: string
  event: 'user.updated' | 'user.verified'
}

export const tellShops: Job<Told, AtShops> = {
  name: 'identity.tell_shops',
  async run(deps, { id, user_id, event }) {
    const account = await selectAccount(deps.identity, user_id)
    // Its erasure is told instead.
    if (account === undefined || account.deleted_at !== null) return
    for (const db of deps.everyShop) {
      await applyOnce(db, id, (transaction) => emitToShops(transaction, deps.memberships, event, account))
    }
  },
}

interface Registered {
  id: string
  user_id: string
  merchant_id: string
}

/** Makes a new account a customer of the shop it registered at. */
export const joinShop: Job<Registered, AtShops> = {
  name: 'identity.join_shop',
  async run({ identity, shop, memberships }, { id, user_id, merchant_id: merchantId }) {
    const account = await selectAccount(identity, user_id)
    if (account === undefined || account.deleted_at !== null) return
    await applyOnce(shop(merchantId), id, async (transaction) => {
      await memberships.makeCustomer(transaction, [merchantId], account)
      await emit(transaction, [{ merchantId, name: 'user.created', data: { user: presentUser(account) } }])
    })
  },
}

interface GuestRegistered {
  id: string
  user_id: string
  /** The shop they registered at. */
  merchant_id: string | null
}

/** A guest's account becomes known at the shop it registered at, and where they have ordered or have a cart. */
export const joinShopsOfGuest: Job<GuestRegistered, AtShops> = {
  name: 'identity.join_shops_of_guest',
  async run({ identity, everyShop, shop, memberships, guestCarts }, { id, user_id, merchant_id }) {
    const account = await selectAccount(identity, user_id)
    if (account === undefined || account.deleted_at !== null) return
    for (const db of everyShop) {
      await applyOnce(db, id, async (transaction) => {
        const ordered = await memberships.renameCustomer(transaction, account)
        const withCart = await guestCarts.merchantsOf(transaction, user_id)
        const registered = merchant_id !== null && shop(merchant_id) === db ? [merchant_id] : []
        const merchantIds = [...new Set([...ordered, ...withCart, ...registered])]
        await memberships.makeCustomer(transaction, merchantIds, account)
        const data = { user: presentUser(account) }
        await emit(
          transaction,
          merchantIds.map((merchantId) => ({ merchantId, name: 'user.created', data })),
        )
      })
    }
  },
}

interface GuestEnded {
  id: string
  guest_id: string
  user_id: string
}

/** Moves the carts of a guest to the account they signed in to. */
export const moveGuestCarts: Job<GuestEnded, AtShops> = {
  name: 'identity.move_guest_carts',
  async run({ identity, everyShop, guestCarts }, { id, guest_id, user_id }) {
    const account = await selectAccount(identity, user_id)
    if (account === undefined || account.deleted_at !== null) return
    for (const db of everyShop) {
      await applyOnce(db, id, (transaction) => guestCarts.move(transaction, guest_id, user_id))
    }
  },
}

interface Erased {
  id: string
  user_id: string
  device_ids: readonly string[]
}

/** Deletes what the shops keep of an erased account. Their event carries the id and the time of registration only. */
export const eraseAtShops: Job<Erased, AtShops> = {
  name: 'identity.erase_at_shops',
  async run(deps, { id, user_id, device_ids: deviceIds }) {
    const account = await selectAccount(deps.identity, user_id)
    if (account === undefined) return
    for (const db of deps.everyShop) {
      await applyOnce(db, id, async (transaction) => {
        for (const erase of deps.erasers) await erase(transaction, { id: user_id, deviceIds })
        await emitToShops(transaction, deps.memberships, 'user.deleted', account)
      })
    }
  },
}

async function emitToShops(
  transaction: Transaction,
  memberships: Memberships,
  name: 'user.updated' | 'user.deleted' | 'user.verified',
  account: AccountRow,
): Promise<void> {
  const merchantIds = await memberships.renameCustomer(transaction, account)
  const data = { user: presentUser(account) }
  await emit(
    transaction,
    merchantIds.map((merchantId) => ({ merchantId, name, data })),
  )
}

/** Tells the shops of a change, once it has committed. */
export function emitUserEvent(
  transaction: Transaction,
  deps: AtShops,
  event: Told['event'],
  user: { id: string },
): Promise<void> {
  return followUp(transaction, deps, tellShops, { id: newId(), user_id: user.id, event })
}
