/**
 * `npm run screenshots`: the pages of the console, in both themes and at 390 px, into docs/console. Of a shop made for
 * it, whose thirty days of trade are made in a minute and then moved into the past.
 */
import { writeFile } from 'node:fs/promises'
import { it } from 'node:test'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import type { TestApp } from '#test/support/app.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { makeConsoleShop } from '#test/support/console-shop.ts'
import { makeDeliveries } from '#test/support/console-webhooks.ts'
import type { TestMerchant } from '#test/support/factories.ts'

const folder = new URL('../docs/console/', import.meta.url)

it('screenshots', { timeout: 600_000 }, async (t) => {
  const service = await startConsole({}, { background: false })
  t.after(() => service.close())
  const shop = await makeConsoleShop(service, 96)
  let orderId = ''
  const hooks = await makeDeliveries(service, shop, async () => {
    orderId = await tradeOrder(service, shop)
    await changePrices(service, shop)
  })
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
    ['products', 'products', '12 products'],
    ['product', 'products/new', 'Create product'],
    ['import', 'products/import', 'Columns'],
    ['inventory', 'inventory', '12 products'],
    ['stock', `inventory/${order.items[0].product_id}`, 'Ledger'],
    ['customers', 'customers', '7 customers'],
    ['customer', `customers/${order.customer.id}`, 'Contact'],
    ['webhooks', 'webhooks', '3 webhooks'],
    ['webhook-new', 'webhooks/new', 'All events'],
    ['webhook', `webhooks/${hooks.webhookId}`, 'Last answer'],
    ['webhook-settings', `webhooks/${hooks.webhookId}/settings`, 'Rotate the secret'],
    ['delivery', `webhooks/${hooks.webhookId}/deliveries/${hooks.deliveryId}`, 'Attempts'],
    ['events', 'events', 'About'],
    ['event', `events/${hooks.eventId}`, 'Deliveries'],
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

async function take(page: Page, name: string): Promise<void> {
  for (const [suffix, theme, width, height] of [
    ['', 'light', 1280, 800],
    ['-dark', 'dark', 1280, 800],
    ['-phone', 'light', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    await page.waitForLoadState('networkidle')
    // Charts are drawn anew after a change of size.
    await page.waitForTimeout(300)
    await writeFile(new URL(`${name}${suffix}.png`, folder), smaller(await page.screenshot()))
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate("document.documentElement.dataset.theme = 'light'")
}

/** Moves what happened just now over the last four weeks, in its order. */
async function spreadOver({ deps }: Pick<TestApp, 'deps'>, merchantId: string): Promise<void> {
  // The number of an order begins with its day. Ids grow with the time, so the oldest is moved farthest.
  await sql`
    with numbered as (
      select id, created_at - (interval '28 days') * (1 - percent_rank() over (order by id)) as placed_at
        from orders where merchant_id = ${merchantId}
    )
    update orders
       set created_at = placed_at,
           order_number = to_char(placed_at at time zone 'UTC', 'YYMMDD-') || substr(order_number, 8)
      from numbered where orders.id = numbered.id`.execute(deps.db)
  await sql`
    with numbered as (
      select id, date_trunc('hour', now() - (interval '28 days') * (1 - percent_rank() over (order by id))) as moved_to
        from figure_changes where merchant_id = ${merchantId} and hour > '-infinity'
    )
    update figure_changes change set hour = moved_to
      from numbered where change.merchant_id = ${merchantId} and change.id = numbered.id`.execute(deps.db)
}

/** The PNG with its pixels compressed as far as zlib can: the browser compresses for speed. */
function smaller(png: Buffer): Buffer {
  const chunks: { type: string; data: Buffer }[] = []
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + size) })
    at += 12 + size
  }
  const pixels = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const packed = { type: 'IDAT', data: deflateSync(inflateSync(pixels), { level: 9, memLevel: 9 }) }
  const kept = chunks.filter(({ type }) => type === 'IHDR' || type === 'IEND')
  kept.splice(1, 0, packed)
  return Buffer.concat([png.subarray(0, 8), ...kept.map(toChunk)])
}

function toChunk({ type, data }: { type: string; data: Buffer }): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}
