import { binary } from './bytes.ts'
import { addByOwner, adjustStock, changeProduct, goodsCount, raisePrice } from './catalog.ts'
import { makeCollections } from './collections.ts'
import { carriers, trackingPattern } from './plan-after-sale.ts'
import { offerPayments, offerShipping, setTaxes } from './plan-offers.ts'
import type { Span } from './plan-orders.ts'
import { createRandom } from './random.ts'
import { flaky, stopDeliveries, subscribe } from './receivers.ts'
import type { Product } from './rows.ts'
import { planSale } from './sale.ts'
import { type Actor, audit, needed, now, passTime, put, rowTimes, type Shop, type Step, timezone } from './shop.ts'
import { confirm, register } from './shoppers.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Colleagues have the owner's password, so that one can sign in as each. */
const members = {
  manager: { email: 'manager@example.com', name: 'Morgan Blake' },
  warehouse: { email: 'warehouse@example.com', name: 'Robin Pike' },
}
const invited = 'viewer@example.com'
const invitationDays = 7

/** Plans the work of staff: settings, colleagues, receivers, products, stock. */
export function planStaffWork({ opens, ends }: Span, passwordHash: string): Step[] {
  return [
    { at: opens + 10 * minute, act: signIn('owner') },
    { at: opens + 12 * minute, act: setUp },
    { at: opens + 20 * minute, act: offerShipping },
    { at: opens + 25 * minute, act: offerPayments },
    { at: opens + 30 * minute, act: setTaxes },
    { at: opens + 32 * minute, act: makeRole },
    { at: opens + 40 * minute, act: (shop) => join(shop, 'manager', passwordHash) },
    { at: opens + 51 * minute, act: signIn('manager') },
    { at: opens + 53 * minute, act: (shop) => join(shop, 'warehouse', passwordHash) },
    { at: opens + 60 * minute, act: makeKey },
    { at: opens + 61 * minute, act: makeStorefrontKey },
    { at: opens + 80 * minute, act: subscribeWarehouse },
    { at: opens + 85 * minute, act: subscribeNewsletter },
    { at: ends - 20 * hour, act: subscribeAccounting },
    { at: ends - 3 * day, act: inviteViewer },
    { at: ends - minute, act: stopDeliveries },
    ...planProducts(opens, ends),
    planSale(ends - 5 * day),
    { at: ends - 2 * day, act: makeCollections },
    ...planMornings(opens, ends),
  ]
}

/** The manager and the warehouse come daily, the owner now and then. */
function planMornings(opens: number, ends: number): Step[] {
  return Array.from({ length: Math.ceil((ends - opens) / day) - 1 }, (_, n) => {
    const at = opens + (n + 1) * day + 2 * hour + ((n * 7) % 40) * minute
    const actors: Actor[] = ['manager', 'warehouse', ...(n % 3 === 1 ? (['owner'] as const) : [])]
    return actors.map((actor) => ({ at, act: signIn(actor) }))
  }).flat()
}

function signIn(actor: Actor) {
  return (shop: Shop) => audit(shop, actor, 'staff.signed_in', shop.merchantId)
}

function setUp(shop: Shop): void {
  const settings = {
    support_email: 'help@example.com',
    timezone,
    carriers: carriers.map(([name]) => ({ name, tracking_pattern: trackingPattern })),
  }
  put(shop, 'merchant_settings', {
    merchant_id: shop.merchantId,
    ...settings,
    has_shipping_methods: true,
    has_payment_methods: true,
    has_tax_rates: true,
  })
  const before = { support_email: null, timezone: 'UTC', carriers: [] }
  audit(
    shop,
    'owner',
    'settings.updated',
    shop.merchantId,
    shop.service.changesOf<Record<string, unknown>>(before, settings),
  )
}

/** Somebody registers, is invited by the owner, and accepts. */
function join(shop: Shop, role: keyof typeof members, passwordHash: string): void {
  const user = register(shop, members[role], passwordHash)
  passTime(shop, 2 * minute)
  confirm(shop, user)
  passTime(shop, 3 * minute)
  const invitation = shop.id()
  const changes = { role: [null, role] } as const
  audit(shop, 'owner', 'invitation.created', invitation, changes)
  passTime(shop, 5 * minute)
  shop.staff[role] = user.id
  put(shop, 'staff', { merchant_id: shop.merchantId, user_id: user.id, role, ...rowTimes(shop) })
  audit(shop, role, 'invitation.accepted', invitation, changes)
  audit(shop, role, 'staff.added', user.id, changes)
}

/** A role of the shop's own, not yet assigned. */
function makeRole(shop: Shop): void {
  const id = shop.id()
  const given = { name: 'Bookkeeping', permissions: ['orders.read', 'exports.read', 'settings.read'] }
  const belongs = { merchant_id: shop.merchantId, id, name_key: 'bookkeeping' }
  put(shop, 'roles', { ...belongs, ...given, ...rowTimes(shop) })
  audit(shop, 'owner', 'role.created', id, shop.service.changesOf(null, given))
}

function inviteViewer(shop: Shop): void {
  const id = shop.id()
  put(shop, 'invitations', {
    id,
    merchant_id: shop.merchantId,
    email: invited,
    email_key: invited,
    role: 'viewer',
    token_hash: binary(shop.service.newToken().hash),
    created_at: now(shop),
    expires_at: new Date(shop.nowMs + invitationDays * day),
  })
  audit(shop, 'owner', 'invitation.created', id, { role: [null, 'viewer'] })
}

function makeKey(shop: Shop): void {
  const id = shop.id()
  const { token, hash } = shop.service.newToken(shop.service.keyPrefixes.admin)
  const given = { name: 'Warehouse system', permissions: ['orders.read', 'inventory.read', 'inventory.write'] }
  put(shop, 'api_keys', {
    id,
    merchant_id: shop.merchantId,
    kind: 'admin',
    user_id: shop.staff.owner,
    ...given,
    key_hash: binary(hash),
    last_four: token.slice(-4),
    public_key: null,
    created_at: now(shop),
  })
  audit(shop, 'owner', 'api_key.created', id, shop.service.changesOf(null, given))
}

/** The one that `npm start` prints. */
function makeStorefrontKey(shop: Shop): void {
  const id = shop.id()
  const { token, hash } = shop.service.newToken(shop.service.keyPrefixes.publishable)
  const given = { name: 'Website', kind: 'publishable' }
  put(shop, 'api_keys', {
    id,
    merchant_id: shop.merchantId,
    user_id: null,
    ...given,
    permissions: [],
    key_hash: binary(hash),
    last_four: token.slice(-4),
    public_key: token,
    created_at: now(shop),
  })
  audit(shop, 'owner', 'api_key.created', id, shop.service.changesOf(null, given))
}

/** A receiver that accepts almost everything. Nobody listens at any of these addresses. */
function subscribeWarehouse(shop: Shop): void {
  const events = ['order.created', 'order.payment_succeeded', 'order.completed', 'order.cancelled']
  const settings = { url: 'http://127.0.0.1:9/warehouse', events, description: 'Orders for the warehouse' }
  subscribe(shop, { ...settings, retry_for: 'specified' }, flaky(createRandom(9)))
}

/** A receiver that may be away over a weekend without missing events. */
function subscribeNewsletter(shop: Shop): void {
  const events = ['user.created', 'user.verified']
  const settings = { url: 'http://127.0.0.1:9/newsletter', events, description: 'Newsletter: new customers' }
  subscribe(shop, { ...settings, retry_for: '3 days' }, () => 204)
}

/** A receiver that has not answered since yesterday. */
function subscribeAccounting(shop: Shop): void {
  const description = 'Accounting: has not answered since yesterday'
  const settings = { url: 'http://127.0.0.1:9/accounting', events: ['order.payment_succeeded'], description }
  subscribe(shop, { ...settings, retry_for: 'specified' }, () => null)
}

/** Changes of prices and descriptions, a new product, a discontinued one, and a stock count. */
function planProducts(opens: number, ends: number): Step[] {
  const add = (share: number, act: (shop: Shop) => void): Step => ({
    at: opens + 2 * hour + (ends - opens - 3 * hour) * share,
    act,
  })
  const change = (share: number, goods: number, act: (shop: Shop, product: Product) => void) =>
    add(share, (shop) => act(shop, needed(shop.goods[goods])))
  const counted = (share: number, goods: number, units: number, reason: string) =>
    change(share, goods, (shop, product) => adjustStock(shop, product, units, reason))
  const baubles = { sku: 'DEMO-1', name: 'Set of 4 ceramic baubles', price: 12, on_hand: 60 }
  const calendar = { sku: 'DEMO-2', name: 'Advent calendar, woodland', price: 16, status: 'draft', on_hand: 0 } as const
  const category = 'Christmas'
  return [
    counted(0.15, 2, 40, 'Stocktake: a box was found'),
    change(0.22, 9, raisePrice),
    counted(0.3, 11, -1, 'Broken in the warehouse'),
    add(0.38, (shop) => {
      // A variant has the description of its group.
      const plain = needed(shop.goods.slice(20).find(({ group_id }) => group_id === null))
      changeProduct(shop, plain, { description: 'Back in stock: a firm favourite.' })
    }),
    add(0.45, (shop) => addByOwner(shop, { ...baubles, category })),
    counted(0.55, 3, 36, 'Delivered by the supplier'),
    change(0.62, 6, raisePrice),
    add(0.7, (shop) => addByOwner(shop, { ...calendar, category })),
    change(0.81, goodsCount, (shop, product) => changeProduct(shop, product, { status: 'archived' })),
    counted(0.9, 17, 24, 'Delivered by the supplier'),
  ]
}
