/**
 * `npm run screenshots`: the pages of the console, in both themes and at 390 px. Of a shop made for
 * it, whose eight weeks of trade are made in a minute and then moved into the past.
 */
import { it } from 'node:test'
import { sql } from 'kysely'
import type { TestApp } from '#test/support/app.ts'
import { signIn, startQuietConsole, visit } from '#test/support/console.ts'
import { makeCollections, makeConsoleShop, makeSettings } from '#test/support/console-shop.ts'
import { makeDeliveries } from '#test/support/console-webhooks.ts'
import type { TestMerchant } from '#test/support/factories.ts'
import { drawCollections, drawProducts } from './screenshots-pictures.ts'
import { take } from './take-screenshots.ts'

it('screenshots', async (t) => {
  const service = await startQuietConsole()
  t.after(() => service.close())
  const shop = await makeConsoleShop(service, 96)
  let orderId = ''
  const hooks = await makeDeliveries(service, shop, async () => {
    orderId = await tradeOrder(service, shop)
    await changePrices(service, shop)
  })
  await makeSettings(service, shop)
  const collections = await makeCollections(service, shop)
  await drawProducts(service, shop)
  await drawCollections(service, shop, Object.values(collections))
  await spreadOver(service, shop.id)
  const { page } = await visit(t, service)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await take(page, 'sign-in')
  await signIn(page, shop.owner)
  const order = (await service.request('GET', `/admin/orders/${orderId}`, { headers: shop.owner.headers })).body.data
  const pages: [name: string, path: string, ready: string][] = [
    ['dashboard', '', 'Top products'],
    ['orders', 'orders', '96 orders'],
    ['order', `orders/${orderId}`, 'Timeline'],
    ['product', `products/${order.items[0].product_id}`, 'Price before the sale (GBP)'],
    ['product-new', 'products/new', 'Create product'],
    ['import', 'products/import', 'Columns of your own files'],
    ['collections', 'collections', '4 collections'],
    ['collection', `collections/${collections.ruled}`, 'As of'],
    ['collection-picked', `collections/${collections.picked}`, 'As of'],
    ['collection-new', 'collections/new', 'Create collection'],
    ['inventory', 'inventory', '12 products'],
    ['stock', `inventory/${order.items[0].product_id}`, 'Ledger'],
    ['customers', 'customers', '7 customers'],
    ['customer', `customers/${order.customer.id}`, 'Contact'],
    ['customer-new', 'customers?open=new', 'Create customer'],
    ['customers-import', 'customers/import', 'Columns of your own files'],
    ['customer-groups', 'customers/groups', 'No groups yet'],
    ['webhooks', 'webhooks', '3 webhooks'],
    ['webhook-new', 'webhooks/new', 'All events'],
    ['webhook', `webhooks/${hooks.webhookId}`, 'Last answer'],
    ['webhook-settings', `webhooks/${hooks.webhookId}/settings`, 'Rotate the secret'],
    ['delivery', `webhooks/${hooks.webhookId}/deliveries/${hooks.deliveryId}`, 'Attempts'],
    ['events', 'events', 'About'],
    ['event', `events/${hooks.eventId}`, 'Deliveries'],
    ['staff', 'staff', 'What each role may do'],
    ['staff-invite', 'staff?open=new', 'Invite to the staff'],
    ['settings-shop', 'settings/shop', 'Mails to customers'],
    ['settings-shipping', 'settings/shipping', '4 shipping methods'],
    ['settings-shipping-new', 'settings/shipping?open=new', 'New shipping method'],
    ['settings-taxes', 'settings/taxes', '7 tax rates'],
    ['settings-roles', 'settings/roles', '6 roles'],
    ['settings-roles-new', 'settings/roles?open=new', 'New role'],
    ['settings-api-keys', 'settings/api-keys', '3 API keys'],
    ['settings-api-keys-new', 'settings/api-keys?open=new', 'New API key'],
    ['settings-audit-log', 'settings/audit-log', '127.0.0.1'],
  ]
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  for (const [name, path, ready] of pages) {
    await page.goto(`/console/${path}`)
    await page.getByText(ready, { exact: true }).first().waitFor()
    await take(page, name)
  }
  await page.goto(`/console/orders/${orderId}`)
  for (const action of ['Fulfil', 'Refund']) {
    await page.getByRole('button', { name: action, exact: true }).click()
    const units = page.getByRole('dialog').getByRole('spinbutton')
    await units.last().fill('1')
    if (action === 'Refund') await units.first().fill('1')
    await take(page, `order-${action.toLowerCase()}`)
    await page.keyboard.press('Escape')
  }
  for (const [list, act] of [
    ['orders', 'Fulfil'],
    ['inventory', 'Count'],
  ] as const) {
    await page.goto(`/console/${list}`)
    const boxes = page.locator('tbody [data-choose]')
    await boxes.first().click()
    await boxes.nth(5).click({ modifiers: ['Shift'] })
    await page.getByText(/ chosen$/).waitFor()
    await take(page, `${list}-chosen`)
    await page.getByRole('button', { name: act, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await take(page, `${list}-${act.toLowerCase()}`)
  }
  await page.goto('/console/products')
  await page.getByRole('checkbox', { name: 'Choose all that are loaded' }).check()
  await page.getByRole('region', { name: 'Chosen products' }).getByRole('button', { name: 'Price' }).click()
  await page.getByRole('menuitem', { name: 'Change prices…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Percent').fill('25')
  await dialog.getByLabel('As a sale').check()
  await dialog.getByText('will change').waitFor()
  await take(page, 'products-prices')
})

/** An order in the midst of its way: a part is sent, a part of that is given back. Answers its id. */
async function tradeOrder(service: TestApp, shop: Awaited<ReturnType<typeof makeConsoleShop>>): Promise<string> {
  const path = `/admin/orders/${shop.orderIds.findLast((_, index) => index % 6 === 2)}`
  const { headers } = shop.owner
  const { body } = await service.request('GET', path, { headers })
  const [first, second] = body.data.items
  const tracking = { carrier: 'Royal Mail', tracking_number: 'RM123456785GB', tracking_url: 'https://example.com' }
  const items = [first, second].map(({ product_id }) => ({ product_id, quantity: 1 }))
  await service.request('POST', `${path}/fulfillments`, { headers, body: { items, ...tracking } })
  const refund = { items: [{ product_id: second.product_id, quantity: 1 }], reason: 'Arrived broken' }
  await service.request('POST', `${path}/refunds`, { headers, body: refund })
  await service.request('PATCH', path, {
    headers,
    body: { note: 'Call before the second parcel: the gate is locked.' },
  })
  return body.data.id
}

async function changePrices(service: TestApp, { owner: { headers } }: TestMerchant): Promise<void> {
  const { body } = await service.request('GET', '/admin/products?limit=5', { headers })
  for (const { id, price } of body.data.items) {
    await service.request('PATCH', `/admin/products/${id}`, { headers, body: { price: price + 1 } })
  }
}

/** Moves what happened just now over the last eight weeks, in its order. */
async function spreadOver({ deps }: Pick<TestApp, 'deps'>, merchantId: string): Promise<void> {
  // The number of an order begins with its day. Ids grow with the time, so the oldest is moved farthest.
  await sql`
    with numbered as (
      select id, created_at - (interval '56 days') * (1 - percent_rank() over (order by id)) as placed_at
        from orders where merchant_id = ${merchantId}
    )
    update orders
       set created_at = placed_at,
           order_number = to_char(placed_at at time zone 'UTC', 'YYMMDD-') || substr(order_number, 8)
      from numbered where orders.id = numbered.id`.execute(deps.db)
  await sql`
    with numbered as (
      select id, date_trunc('hour', now() - (interval '56 days') * (1 - percent_rank() over (order by id))) as moved_to
        from figure_changes where merchant_id = ${merchantId} and hour > '-infinity'
    )
    update figure_changes change set hour = moved_to
      from numbered where change.merchant_id = ${merchantId} and change.id = numbered.id`.execute(deps.db)
}
