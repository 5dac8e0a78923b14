/** Part of `npm run screenshots`: discounts, gift cards, store credit, and an order that staff places. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { type ConsoleService, startConsole, visit } from '#test/support/console.ts'
import { makeCollections, makeConsoleShop } from '#test/support/console-shop.ts'
import type { TestMerchant } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { makeShopper, staffOn } from '#test/support/orders.ts'
import { makePromotion } from '#test/support/promotions.ts'
import { makeShippingMethod } from '#test/support/selling.ts'
import { grantCredit, makeGiftCard } from '#test/support/stored-value.ts'
import { drawProducts } from './screenshots-pictures.ts'
import { take } from './take-screenshots.ts'

it('screenshots of selling', async (t) => {
  const service = await startConsole()
  t.after(() => service.close())
  const shop = await makeConsoleShop(service, 12)
  const { headers } = shop.owner
  const { ruled } = await makeCollections(service, shop)
  await drawProducts(service, shop)
  await makeShippingMethod(service, { id: shop.id, currency: 'GBP' }, { name: 'Royal Mail Tracked 48', price: 3.99 })
  await makePromotion(service, shop, {
    name: 'Three for two',
    kind: 'buy_x_get_y',
    combines: true,
    buy: { quantity: 2, of: { all: true } },
    get: { quantity: 1, of: { collection_ids: [ruled] }, percent: 100 },
  })
  await makePromotion(service, shop, {
    name: 'Free shipping',
    kind: 'free_shipping',
    minimum: { subtotal: 50 },
    combines: true,
  })
  const guests = await makePromotion(service, shop, { name: 'For guests of the fair', percent: 15, status: 'paused' })
  await makePromotion(service, shop, {
    name: 'Welcome',
    kind: 'amount',
    amount: 5,
    code: 'WELCOME',
    per_customer_limit: 1,
    customers: { new_only: true },
    minimum: { subtotal: 25 },
  })
  const advent = await makePromotion(service, shop, {
    name: 'Advent',
    percent: 10,
    code: 'ADVENT-10',
    applies_to: { collection_ids: [ruled] },
    minimum: { subtotal: 20 },
    per_customer_limit: 1,
    usage_limit: 500,
    ends_at: '2026-12-25T00:00:00Z',
  })
  const codes = { count: 24, prefix: 'FAIR-' }
  await service.request('POST', `/admin/promotions/${guests.id}/codes`, { headers, body: codes })
  const orders = (await service.request('GET', '/admin/orders?limit=1', { headers })).body.data.items
  const customerId = orders[0].customer.id
  await makeGiftCard(service, shop, 25, { note: 'Prize of the summer fair' })
  const card = await makeGiftCard(service, shop, 50, { email: 'grace.hopper@example.com', note: 'Lost parcel' })
  await service.request('POST', `/admin/gift-cards/${card.id}/adjust`, {
    headers,
    body: { amount: -12.5, reason: 'Paid in the shop on the High Street' },
  })
  const spent = await makeGiftCard(service, shop, 10, { email: 'ada.lovelace@example.com', origin: 'sold' })
  await service.request('POST', `/admin/gift-cards/${spent.id}/disable`, { headers })
  await grantCredit(service, shop, customerId, 15)
  const { page } = await visit(t, service, '/console', { as: shop.owner })
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const show = async (name: string, path: string, ready: string | RegExp) => {
    await page.goto(`/console/${path}`)
    await page.getByText(ready).first().waitFor()
    await take(page, name)
  }
  await show('promotions', 'promotions', '5 promotions')
  await show('promotion', `promotions/${advent.id}`, /^10 % off/)
  await show('promotion-new', 'promotions/new', /off everything, with the code/)
  await show('promotion-codes', `promotions/${guests.id}/codes`, '24 codes.')
  await show('gift-cards', 'gift-cards', '3 gift cards')
  await show('gift-card', `gift-cards/${card.id}`, 'left')
  await page.getByRole('button', { name: 'Adjust' }).click()
  await page.getByLabel('Amount in GBP').fill('5')
  await take(page, 'gift-card-adjust')
  await show('gift-card-new', 'gift-cards?open=new', 'Anybody with its code can pay with it.')
  await page.getByLabel('Amount in GBP').fill('40')
  await page.getByRole('button', { name: 'Make gift card' }).click()
  await page.getByLabel('Code', { exact: true }).waitFor()
  await take(page, 'gift-card-code')
  await show('customer-credit', `customers/${customerId}`, 'Goodwill')
  await page.goto('/console/orders/new')
  await fillOrder(page)
  await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)')
  await take(page, 'order-new')
  await page.getByRole('button', { name: /^Place order of/ }).click()
  await page.getByText('Discount by staff: Regular customer').waitFor()
  await page.locator('[data-toast]').waitFor()
  await page.locator('[data-toast]').waitFor({ state: 'detached' })
  await take(page, 'order-staff')
  await page.getByRole('button', { name: 'Payment link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make link' }).waitFor()
  await page.getByRole('button', { name: 'Make link' }).click()
  await page.getByText('It works until').waitFor()
  await take(page, 'order-payment-link')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Quantity of Regency/).fill('3')
  await dialog.getByRole('button', { name: 'Remove Gift wrapping' }).click()
  await dialog.getByRole('combobox', { name: 'Find a product' }).fill('cake tins')
  await page.getByRole('option', { name: /cake tins/ }).click()
  await dialog.getByRole('checkbox', { name: "Recalculate discounts with today's promotions" }).check()
  await dialog.getByText('Difference').waitFor()
  await dialog.locator('[aria-label="Outcome"][aria-busy="false"]').waitFor()
  await page.waitForTimeout(1_000)
  await take(page, 'order-edit')
  await takeReturn(page, service, shop)
})

/** A return in its steps: asked for, exchanged, received, refunded. */
async function takeReturn(page: Page, service: ConsoleService, shop: TestMerchant): Promise<void> {
  const variants = Object.entries({ S: 14, M: 9, L: 0, XL: 6 }).map(([Size, on_hand]) => ({
    sku: `APRON-${Size}`,
    options: { Size },
    price: 24.5,
    on_hand,
  }))
  const apron = await makeGroup(service, shop, { name: 'Linen apron', varies_by: ['Size'], variants })
  const shopper = await makeShopper(service, shop)
  const items = [{ product_id: apron.variants[0]?.id, quantity: 2 }]
  const { id } = (await shopper.order(items)).body.data
  assert.equal((await shopper.pay(id)).status, 201)
  assert.equal((await staffOn(service, shop, id).fulfil()).status, 201)
  const body = { items: [{ line: 1, quantity: 2, reason: 'too_small', note: 'One size up, please' }] }
  const { headers } = shopper
  assert.equal((await service.request('POST', `/user/orders/${id}/returns`, { headers, body })).status, 201)
  await page.goto('/console/returns')
  await page.getByText('1 return').waitFor()
  await take(page, 'returns')
  await page.getByRole('table').getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Exchange' }).click()
  const find = dialog.getByRole('combobox')
  await find.click()
  await dialog.getByRole('option').nth(3).waitFor()
  await find.fill('m')
  await find.press('Enter')
  await dialog.getByLabel('Units of M').fill('1')
  await dialog.getByText('Reserves 1 unit', { exact: false }).waitFor()
  await take(page, 'return-exchange')
  await dialog.getByRole('button', { name: 'Approve and exchange' }).click()
  await dialog.getByText('Exchanged for', { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Received', exact: true }).click()
  await dialog.getByLabel('Deduction', { exact: true }).fill('2')
  await dialog.getByLabel('Reason of the deduction').fill('The box was missing')
  await page.locator('[data-toast]').first().waitFor({ state: 'detached' })
  await take(page, 'return-refund')
}

async function fillOrder(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Find a customer' }).fill('ada')
  await page.getByRole('option', { name: /Ada Lovelace/ }).click()
  const product = page.getByRole('combobox', { name: 'Find a product' })
  for (const [text, name] of [
    ['cakestand', /cakestand/],
    ['bunting', /Party bunting/],
  ] as const) {
    await product.fill(text)
    await page.getByRole('option', { name }).click()
  }
  await page.getByLabel(/^Quantity of Regency/).fill('2')
  await page.getByRole('button', { name: 'Custom item' }).click()
  await page.getByLabel('Name of the custom item').fill('Gift wrapping')
  await page.getByLabel('Price of Gift wrapping in GBP').fill('3.50')
  await page.getByLabel('Discount', { exact: true }).selectOption('Percentage')
  await page.getByLabel('Percent', { exact: true }).fill('10')
  await page.getByLabel('Reason').fill('Regular customer')
  await page
    .getByRole('button', { name: /^Place order of/ })
    .and(page.locator(':not([aria-disabled])'))
    .waitFor()
  assert.equal(await page.getByRole('list', { name: 'Items' }).getByRole('listitem').count(), 3)
}
