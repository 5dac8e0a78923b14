import { cartAbandoned, lineChanged } from '#src/modules/carts/index.ts'
import { emailKey, presentUser } from '#src/modules/identity/index.ts'
import type { PostalAddress } from '#src/platform/http/address.ts'
import { availableOf, type Taken, type Wanted } from './catalog.ts'
import type { Person } from './people.ts'
import { type Cart, found, type Shop } from './shop.ts'

/** Somebody who buys: a customer, or a guest. */
export interface Buyer {
  who: Person
  isGuest: boolean
  /** Of the account, once there is one. */
  id: string
  account?: Account
}

type Account = ReturnType<typeof register>

const guestDays = 30

/** An account, which is a customer of the shop. */
export function register(shop: Shop, who: Omit<Person, 'address'>, passwordHash: string | null) {
  const user = {
    id: shop.id(),
    email: who.email,
    email_key: emailKey(who.email),
    name: who.name,
    phone: null,
    password_hash: passwordHash,
    is_verified: false,
    created_at: shop.now(),
    updated_at: shop.now(),
    is_guest: false,
    guest_expires_at: null,
  }
  shop.put('users', user)
  putCustomer(shop, user.id, who.name, user.email_key)
  shop.emit({ merchantId: shop.merchantId, name: 'user.created', data: { user: presentUser(user) } })
  return user
}

function putCustomer(shop: Shop, userId: string, name: string, email_key: string): void {
  const customer = { merchant_id: shop.merchantId, user_id: userId, name_key: name.toLowerCase(), email_key }
  shop.put('customers', { ...customer, created_at: shop.now() })
}

/** The account has followed the link of a mail. */
export function confirm(shop: Shop, user: Account): void {
  user.is_verified = true
  user.updated_at = shop.now()
  shop.emit({ merchantId: shop.merchantId, name: 'user.verified', data: { user: presentUser(user) } })
}

export function addressOf({ address }: Person): PostalAddress {
  return { company: null, line2: null, region: null, phone: null, ...address }
}

export function addAddress(shop: Shop, { who, id }: Buyer): void {
  const made = { created_at: shop.now(), updated_at: shop.now() }
  shop.put('addresses', { user_id: id, id: shop.id(), is_default: true, ...addressOf(who), ...made })
}

export function becomeGuest(shop: Shop, buyer: Buyer): void {
  buyer.id = shop.id()
  const at = shop.now()
  const guest_expires_at = new Date(at.getTime() + guestDays * 86_400_000)
  const user = { id: buyer.id, is_guest: true, created_at: at, updated_at: at, guest_expires_at }
  const none = { email: null, email_key: null, name: null, phone: null, password_hash: null, is_verified: false }
  shop.put('users', { ...user, ...none })
}

/** A guest who orders is a customer, found by the address of the order. */
export function becomeCustomer(shop: Shop, { id, who }: Buyer): void {
  putCustomer(shop, id, '', emailKey(who.email))
}

/** Puts products into a cart, line by line. */
export function fillCart(shop: Shop, { id: userId }: Buyer, lines: readonly Taken[]): Cart {
  const { merchantId, currency } = shop
  const cart: Cart = {
    id: shop.id(),
    merchant_id: merchantId,
    user_id: userId,
    status: 'active',
    currency,
    created_at: shop.now(),
    last_activity_at: shop.now(),
    abandoned_at: null,
    lines: [],
  }
  for (const { product, quantity } of lines) {
    const { id: product_id, sku, name, price_minor } = product
    const line = { product_id, sku, name, quantity, price_minor, sold: true, available: availableOf(product) >= quantity }
    cart.lines.push(line)
    shop.emit(lineChanged(cart, line, quantity))
  }
  return cart
}

/** Fills a cart and leaves it. */
export function leaveCart(shop: Shop, buyer: Buyer, wanted: readonly Wanted[]): void {
  if (buyer.isGuest) becomeGuest(shop, buyer)
  const lines = wanted.map(({ goods, quantity }) => ({ product: found(shop.goods[goods]), quantity }))
  const cart = fillCart(shop, buyer, lines)
  shop.carts.set(buyer.id, cart)
  const { merchant_id, user_id, id, created_at, last_activity_at } = cart
  const owner = { merchant_id, user_id }
  // Until it is loaded (`endWhatHasEnded`).
  const is_guest = buyer.isGuest
  shop.put('carts', { ...owner, id, status: 'active', created_at, last_activity_at, is_guest })
  for (const { product_id, quantity } of cart.lines)
    shop.put('cart_items', { ...owner, product_id, quantity, added_at: created_at })
}

export function abandonCart(shop: Shop, buyer: Buyer): void {
  const cart = found(shop.carts.get(buyer.id))
  cart.status = 'abandoned'
  cart.abandoned_at = shop.now()
  shop.emit(cartAbandoned(cart))
}
