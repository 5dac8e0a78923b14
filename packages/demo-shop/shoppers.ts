import { availableOf, lineProductOf, type ReservedLine } from './catalog.ts'
import type { Person } from './people.ts'
import type { Cart, PostalAddress } from './rows.ts'
import { emit, needed, now, put, rowTimes, type Shop } from './shop.ts'

/** Somebody who buys: a customer, or a guest. */
export interface Buyer {
  who: Person
  isGuest: boolean
  account?: ReturnType<typeof putUser>
  /** A cart that was abandoned, or is in use. */
  cart?: Cart
}

const guestMs = 30 * 86_400_000

function putUser(shop: Shop, who: Omit<Person, 'address'> | null, passwordHash: string | null) {
  return put(shop, 'users', {
    id: shop.id(),
    email: who?.email ?? null,
    email_key: who ? shop.service.emailKey(who.email) : null,
    name: who?.name ?? null,
    phone: null,
    password_hash: passwordHash,
    is_verified: false,
    is_guest: who === null,
    guest_expires_at: who ? null : new Date(shop.nowMs + guestMs),
    ...rowTimes(shop),
  })
}

function putCustomer(shop: Shop, userId: string, name: string, email: string): void {
  const keys = { name_key: shop.service.foldText(name), email_key: shop.service.emailKey(email) }
  put(shop, 'customers', { merchant_id: shop.merchantId, user_id: userId, ...keys, ...unknown, created_at: now(shop) })
}

/** Of customers. */
const unknown = { tags: [], note: null, consent_at: null, consent_source: null }

/** An account, which is a customer of the shop; without a password nobody can sign in. */
export function register(shop: Shop, who: Omit<Person, 'address'>, passwordHash: string | null) {
  const account = putUser(shop, who, passwordHash)
  putCustomer(shop, account.id, who.name, who.email)
  emit(shop, { merchantId: shop.merchantId, name: 'user.created', data: { user: shop.service.presentUser(account) } })
  return account
}

/** The user follows the link of a mail. */
export function confirm(shop: Shop, account: ReturnType<typeof putUser>): void {
  Object.assign(account, { is_verified: true, updated_at: now(shop) })
  emit(shop, { merchantId: shop.merchantId, name: 'user.verified', data: { user: shop.service.presentUser(account) } })
}

export function becomeMember(shop: Shop, buyer: Buyer): void {
  buyer.account = register(shop, buyer.who, null)
  const address = { user_id: buyer.account.id, id: shop.id(), is_default: true, ...addressOf(buyer) }
  put(shop, 'addresses', { ...address, ...rowTimes(shop) })
}

export function addressOf({ who: { address } }: Buyer): PostalAddress {
  return { company: null, line2: null, region: null, phone: null, ...address }
}

/** The id of the account; a person without one becomes a guest. */
export function arrive(shop: Shop, buyer: Buyer): string {
  buyer.account ??= putUser(shop, null, null)
  return buyer.account.id
}

/** A guest who orders is a customer, found by the address of the order. */
export function becomeCustomer(shop: Shop, { who, account }: Buyer): void {
  putCustomer(shop, needed(account).id, '', who.email)
}

/** Adds products to a cart, line by line. */
export function fillCart(shop: Shop, buyer: Buyer, lines: readonly ReservedLine[]): Cart {
  const cart: Cart = {
    id: shop.id(),
    merchant_id: shop.merchantId,
    user_id: arrive(shop, buyer),
    status: 'active',
    currency: shop.currency,
    created_at: now(shop),
    last_activity_at: now(shop),
    discount_codes: [],
    has_promotions: false,
    lines: [],
  }
  for (const { product, quantity } of lines) {
    const { id, sku, name, price_minor, gift_card } = product
    const is_available = availableOf(product) >= quantity
    const shown = { ...lineProductOf(product), is_available }
    const line = { product_id: id, sku, name, quantity, price_minor, gift_card, sold: true, ...shown }
    cart.lines.push(line)
    emit(shop, shop.service.lineChanged(cart, line, quantity))
  }
  return cart
}

/** Fills a cart and leaves it. */
export function leaveCart(shop: Shop, buyer: Buyer, lines: readonly ReservedLine[]): void {
  const cart = fillCart(shop, buyer, lines)
  buyer.cart = put(shop, 'carts', Object.assign(cart, { is_guest: buyer.isGuest, abandoned_at: null }))
  const { merchant_id, user_id } = cart
  for (const line of cart.lines) put(shop, 'cart_items', { merchant_id, user_id, ...line, added_at: now(shop) })
}

export function abandonCart(shop: Shop, buyer: Buyer): void {
  const cart = Object.assign(needed(buyer.cart), { status: 'abandoned', abandoned_at: now(shop) })
  emit(shop, shop.service.cartAbandoned(cart as Cart))
}
