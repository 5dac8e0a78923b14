import { adjustStock, goodsCount, raisePrice } from './goods.ts'
import type { PlanOptions } from './plan-options.ts'
import type { Account, Shop, Step } from './shop.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Staff of the demo shop beside its owner. Morgan has the owner's password, so that one can sign in as a manager. */
export const manager = { email: 'manager@example.com', name: 'Morgan Blake' }
const invited = 'viewer@example.com'

/** A port that nobody listens on. */
const closedReceiver = 'http://127.0.0.1:9/accounting'

/** What staff set up and look after: settings, colleagues, receivers, products, stock. */
export function planStaffWork(options: PlanOptions, opens: number, ends: number): Step[] {
  const { accounts, receiver } = options
  return [
    { at: opens + 10 * minute, what: 'opens the shop', act: (shop) => shop.signIn('owner') },
    { at: opens + 12 * minute, what: 'sets up', act: setUp },
    { at: opens + 20 * minute, what: 'offers shipping', act: offerShipping },
    { at: opens + 30 * minute, what: 'sets taxes', act: setTaxes },
    { at: opens + 40 * minute, what: 'registers', act: (shop) => registerManager(shop, accounts.manager) },
    { at: opens + 42 * minute, what: 'confirms', act: confirmManager },
    { at: opens + 45 * minute, what: 'invites', act: inviteManager },
    { at: opens + 50 * minute, what: 'accepts', act: acceptInvitation },
    { at: opens + 51 * minute, what: 'signs in', act: (shop) => shop.signIn('manager') },
    { at: opens + 60 * minute, what: 'makes a key', act: makeKey },
    { at: opens + 65 * minute, what: 'chooses goods', act: chooseGoods },
    {
      at: Math.max(opens + 90 * minute, ends - 3 * day),
      what: 'invites',
      act: (shop) => invite(shop, invited, 'viewer'),
    },
    ...planProducts(opens, ends),
    ...mornings(opens, ends),
    ...planReceivers(receiver, opens, ends),
  ]
}

/** A session of staff ends when nobody uses it for half a day: the manager comes daily, the owner now and then. */
function mornings(opens: number, ends: number): Step[] {
  return Array.from({ length: Math.ceil((ends - opens) / day) - 1 }, (_, n) => {
    const at = opens + (n + 1) * day + 2 * hour + ((n * 7) % 40) * minute
    const signIn = (as: string) => ({ at, what: 'signs in', act: (shop: Shop) => shop.signIn(as) })
    return n % 3 === 1 ? [signIn('manager'), signIn('owner')] : [signIn('manager')]
  }).flat()
}

async function setUp(shop: Shop): Promise<void> {
  const settings = { support_email: 'help@example.com', timezone: 'Europe/London' }
  await shop.send('owner', 'PATCH', '/admin/merchant', settings)
}

const europe = ['IE', 'NL', 'DE', 'FR', 'ES']

async function offerShipping(shop: Shop): Promise<void> {
  const methods = [
    ['tracked', { name: 'Tracked 48', price: 4, free_from: 50, countries: ['GB'] }],
    ['express', { name: 'Next working day', price: 7, countries: ['GB'] }],
    ['europe', { name: 'Europe, 3 to 5 days', price: 11, free_from: 120, countries: europe }],
    ['world', { name: 'Worldwide, 6 to 12 days', price: 18 }],
  ] as const
  for (const [position, [key, method]] of methods.entries()) {
    const { id } = await shop.send('owner', 'POST', '/admin/shipping-methods', { ...method, position })
    await shop.know(`method:${key}`, id)
  }
}

async function setTaxes(shop: Shop): Promise<void> {
  const countries = { GB: 20, IE: 23, NL: 21, DE: 19, FR: 20, ES: 21 }
  const rates = Object.entries(countries).flatMap(([country, rate]) =>
    ['standard', 'shipping'].map((tax_class) => ({ country, tax_class, name: 'VAT', rate })),
  )
  await shop.send('owner', 'PUT', '/admin/tax-rates', { rates })
}

async function invite(shop: Shop, email: string, role: string): Promise<void> {
  await shop.send('owner', 'POST', '/admin/staff', { email, role })
}

/** When time passes while its mail is being sent, the mail is sent again, with another secret. */
async function inviteManager(shop: Shop): Promise<void> {
  await invite(shop, manager.email, 'manager')
  await shop.secretFor('accept-invitation', manager.email)
}

async function registerManager(shop: Shop, { password }: Account): Promise<void> {
  const { access_token: token } = await shop.send('manager', 'POST', '/user/register', { ...manager, password })
  await shop.know('token:manager', token)
  await shop.secretFor('verify-email', manager.email)
}

async function confirmManager(shop: Shop, tries = 3): Promise<void> {
  const { is_verified: isConfirmed } = await shop.send('manager', 'GET', '/user/profile')
  if (isConfirmed) return
  const token = await shop.secretFor('verify-email', manager.email)
  if (token !== undefined) await shop.send('manager', 'POST', '/user/verify-email', { token })
  else {
    // The mail was lost with the process that had it.
    await shop.send('manager', 'POST', '/user/verify-email/resend')
    if (tries > 0) await confirmManager(shop, tries - 1)
  }
}

async function acceptInvitation(shop: Shop, tries = 3): Promise<void> {
  const { items } = await shop.send('owner', 'GET', '/admin/staff')
  if (items.some((one: { email: string; status: string }) => one.email === manager.email && one.status === 'active'))
    return
  const token = await shop.secretFor('accept-invitation', manager.email)
  if (token !== undefined) await shop.send('manager', 'POST', '/user/invitations/accept', { token })
  else {
    await invite(shop, manager.email, 'manager')
    if (tries > 0) await acceptInvitation(shop, tries - 1)
  }
}

async function makeKey(shop: Shop): Promise<void> {
  const permissions = ['orders.read', 'inventory.read', 'inventory.write']
  await shop.send('owner', 'POST', '/admin/api-keys', { name: 'Warehouse system', permissions })
}

/** Notes which products sell: of those with stock, some from all over the catalog. */
async function chooseGoods(shop: Shop): Promise<void> {
  const found: { product_id: string; sku: string; available: number }[] = []
  for (let cursor = ''; ; ) {
    const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) })
    const { items, pagination } = await shop.send('owner', 'GET', `/admin/inventory?${query}`)
    found.push(...items)
    cursor = pagination.next_cursor
    if (!cursor) break
  }
  const stocked = found.filter(({ available }) => available >= 10)
  const scattered = stocked.map(({ product_id, sku }, n) => ({ product_id, sku, place: (n * 7_919) % 10_007 }))
  scattered.sort((a, b) => a.place - b.place || (a.sku < b.sku ? -1 : 1))
  for (let n = 0; n <= goodsCount; n++) {
    const { product_id } = scattered[n % scattered.length] ?? nothing()
    await shop.know(`goods:${n}`, product_id)
  }
}

function nothing(): never {
  throw new Error('the catalog of the demo shop has nothing in stock')
}

/** Prices, descriptions, a product that is new and one that is not sold any more, and stock that was counted. */
function planProducts(opens: number, ends: number): Step[] {
  const at = (share: number) => opens + 2 * hour + (ends - opens - 3 * hour) * share
  const change = (share: number, goods: number, body: object): Step => ({
    at: at(share),
    what: 'changes a product',
    act: (shop) => shop.send('manager', 'PATCH', `/admin/products/${shop.known(`goods:${goods}`)}`, body),
  })
  const raise = (share: number, goods: number): Step => ({
    at: at(share),
    what: 'changes a product',
    act: (shop) => raisePrice(shop, shop.known(`goods:${goods}`) ?? ''),
  })
  const counted = (share: number, goods: number, units: number, reason: string): Step => ({
    at: at(share),
    what: 'adjusts stock',
    act: (shop) => adjustStock(shop, shop.known(`goods:${goods}`) ?? '', units, reason),
  })
  const add = (share: number, body: object): Step => ({
    at: at(share),
    what: 'adds a product',
    act: (shop) => shop.send('owner', 'POST', '/admin/products', { ...body, category: 'Christmas' }),
  })
  const baubles = { sku: 'DEMO-1', name: 'Set of 4 ceramic baubles', price: 12, status: 'active', on_hand: 60 }
  const calendar = { sku: 'DEMO-2', name: 'Advent calendar, woodland', price: 16, status: 'draft' }
  return [
    counted(0.15, 2, 40, 'Stocktake: a box was found'),
    raise(0.22, 9),
    counted(0.3, 11, -1, 'Broken in the warehouse'),
    change(0.38, 20, { description: 'Back in stock: a firm favourite.' }),
    add(0.45, baubles),
    counted(0.55, 3, 36, 'Delivered by the supplier'),
    raise(0.62, 6),
    add(0.7, calendar),
    change(0.81, goodsCount, { status: 'archived' }),
    counted(0.9, 17, 24, 'Delivered by the supplier'),
  ]
}

/** One receiver that takes almost everything, and one that has not answered since yesterday. */
function planReceivers(receiver: string, opens: number, ends: number): Step[] {
  const events = ['order.created', 'order.payment_succeeded', 'order.completed', 'order.cancelled']
  const warehouse = { url: receiver, events, description: 'Orders for the warehouse' }
  const accounting = { url: closedReceiver, events: ['order.payment_succeeded'], description: 'Accounting' }
  return [
    { at: opens + 80 * minute, what: 'subscribes', act: (shop) => subscribe(shop, 'warehouse', warehouse) },
    {
      at: Math.max(opens + 100 * minute, ends - 20 * hour),
      what: 'subscribes',
      act: (shop) => subscribe(shop, 'accounting', accounting),
    },
    {
      // Whoever buys while the shop is made may have done so before this receiver was there. A changed subscription
      // owes no delivery of what was before (restore-check).
      at: ends - 2 * minute,
      what: 'describes a receiver',
      act: (shop) =>
        shop.send('owner', 'PATCH', `/admin/webhooks/${shop.known('webhook:accounting')}`, {
          description: 'Accounting: has not answered since yesterday',
        }),
    },
    {
      // It ends with the making of the shop.
      at: ends - minute,
      what: 'stops deliveries',
      act: (shop) =>
        shop.send('owner', 'PATCH', `/admin/webhooks/${shop.known('webhook:warehouse')}`, { active: false }),
    },
  ]
}

async function subscribe(shop: Shop, key: string, subscription: object): Promise<void> {
  const { id } = await shop.send('owner', 'POST', '/admin/webhooks', subscription)
  await shop.know(`webhook:${key}`, id)
}
