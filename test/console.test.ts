import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { onlyStatuses } from '#test/support/console-page.ts'
import { makeConsoleShop } from '#test/support/console-shop.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeUser } from '#test/support/factories.ts'
import { shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

type Shop = Awaited<ReturnType<typeof makeConsoleShop>>

/** The daily work in a real browser. Every page, keys and accessibility: npm run test:console. */
describeService('the console', startConsole, ({ service }) => {
  let shop: Shop
  before(async () => {
    shop = await makeConsoleShop(service, 6)
  })

  it('signs in, shows the figures, cancels a paid order, and finds the session again', async (t) => {
    const { page, context, faults } = await visit(t, service, '/')
    await page.waitForURL('**/console/sign-in')
    await signIn(page, shop.owner)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const dashboard = await service.request('GET', '/admin/dashboard', { headers: shop.owner.headers })
    const revenue = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(
      dashboard.body.data.revenue,
    )
    await page.getByRole('link', { name: `${revenue} the orders placed, paid or not` }).waitFor()

    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByText('6 orders').waitFor()
    await page.getByRole('button', { name: 'Paid', exact: true }).click()
    await page.getByText('1 order', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).search, '?status=paid')
    await page.locator('[data-row-link]').click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/^Refunds £[\d.]+ and makes \d units? available again\. It cannot be undone\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await page
      .getByText(/^Order .* is cancelled$/)
      .first()
      .waitFor()
    assert.equal(await page.getByRole('button', { name: 'Cancel order' }).count(), 0)

    // The token was in the memory of the page; the cookie brings another.
    const [cookie] = await context.cookies(`${service.address}/console/session`)
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, 'Strict', '/console/session'])
    await page.reload()
    await page.getByText('Cancelled').first().waitFor()
    assert.equal(await page.evaluate('JSON.stringify(localStorage).includes("eyJ")'), false)

    await page.getByRole('button', { name: /^Account and theme/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(await context.cookies(`${service.address}/console/session`), [])
    assert.deepEqual(faults, [])
  })

  it('creates a product, says what is wrong at its field, and deletes it', async (t) => {
    await makeProduct(service, shop, { sku: 'TAKEN-1' })
    const { page, faults } = await visit(t, service, '/console/products/new', { as: shop.owner })
    await page.getByRole('heading', { name: 'New product' }).waitFor()
    await page.getByLabel('Name').fill('Willow basket')
    await page.getByLabel('SKU').fill('TAKEN-1')
    await page.getByLabel('Price in GBP').fill('18,50')
    await page.getByLabel('In stock').fill('7')
    await page.getByRole('button', { name: 'Create product' }).click()
    const sku = page.getByLabel('SKU')
    await page.locator('[id$="-error"]').waitFor()
    assert.equal(await sku.getAttribute('aria-invalid'), 'true')
    onlyStatuses(faults, 409)
    await sku.fill('WB-1')
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.getByRole('heading', { name: 'Willow basket', exact: true }).waitFor()
    const { headers } = shop.owner
    const { body } = await service.request('GET', '/admin/products?q=WB-1', { headers })
    assert.deepEqual([body.data.items[0].price, body.data.items[0].available], [18.5, 7])

    await page.getByLabel('Category').fill('Baskets')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Willow basket is saved').first().waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Willow basket is deleted').first().waitFor()
    await page.waitForURL('**/console/products')
    assert.deepEqual(faults, [])
  })

  it('sends one unit with its tracking, takes it back for its price, and keeps a note', async (t) => {
    const id = shop.orderIds[2] ?? assert.fail()
    const { headers } = shop.owner
    const readOrder = async () => (await service.request('GET', `/admin/orders/${id}`, { headers })).body.data
    const before = await readOrder()
    const [first, ...others] = before.items
    const { page, faults } = await visit(t, service, '/console/orders', { as: shop.owner })
    await page.locator('[data-row-link]').filter({ hasText: before.order_number }).click()
    await page.getByRole('button', { name: 'Fulfil', exact: true }).click()
    const dialog = page.getByRole('dialog')
    for (const { name } of others) await dialog.getByLabel(`Send units of ${name}`).fill('0')
    await dialog.getByLabel(`Send units of ${first.name}`).fill('1')
    await dialog.getByLabel('Carrier').fill('Royal Mail')
    await dialog.getByLabel('Tracking number').fill('RM123456785GB')
    await dialog.getByLabel('Tracking address').fill('ftp://example.com')
    await dialog.getByRole('button', { name: 'Fulfil 1 unit' }).click()
    await dialog.locator('[id$="-error"]').waitFor()
    assert.equal(await dialog.getByLabel('Tracking address').getAttribute('aria-invalid'), 'true')
    onlyStatuses(faults, 400)
    await dialog.getByLabel('Tracking address').fill('https://example.com/RM123456785GB')
    await dialog.getByRole('button', { name: 'Fulfil 1 unit' }).click()
    await page.getByText(`1 unit of ${before.order_number} sent`).first().waitFor()
    assert.equal(
      await page.getByRole('link', { name: 'RM123456785GB' }).getAttribute('href'),
      'https://example.com/RM123456785GB',
    )
    await page.getByRole('button', { name: 'Change tracking' }).click()
    await dialog.getByLabel('Carrier').fill('DHL')
    await dialog.getByRole('button', { name: 'Save tracking' }).click()
    await page.getByText('Tracking is saved').first().waitFor()

    const price = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(first.price)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const amount = dialog.getByLabel('Amount in GBP')
    await amount.fill('9999')
    await dialog.locator('[id$="-error"]', { hasText: /^Only £[\d.]+ is left of what was paid\.$/ }).waitFor()
    await amount.fill('')
    await dialog.getByLabel(`Refund units of ${first.name}`).fill('1')
    await dialog.getByText(`Refunds ${price} and restocks 1 unit. It cannot be undone.`).waitFor()
    await dialog.getByLabel('Reason').fill('Arrived broken')
    await dialog.getByRole('button', { name: `Refund ${price}` }).click()
    await page.getByText(`${price} refunded`).first().waitFor()

    await page.getByRole('button', { name: 'Add a note' }).click()
    await page.getByLabel('Internal note').fill('Call first')
    await page.getByRole('button', { name: 'Save note' }).click()
    await page.getByText('Call first').waitFor()
    const after = await readOrder()
    const [sent] = after.fulfillments
    const [refund] = after.refunds
    assert.deepEqual(
      [sent.items, sent.carrier, sent.tracking_number],
      [[{ line: first.line, product_id: first.product_id, quantity: 1 }], 'DHL', 'RM123456785GB'],
    )
    assert.deepEqual([refund.amount, refund.status, refund.reason], [first.price, 'succeeded', 'Arrived broken'])
    assert.deepEqual([after.note, after.fulfillments.length, after.refunds.length], ['Call first', 1, 1])

    const { id: refusedId, total } = await orderWithRefusedRefund()
    await page.goto(`/console/orders/${refusedId}`)
    await page.getByRole('button', { name: 'Retry refund' }).click()
    await dialog.getByText(/^Asks the provider to refund £[\d.]+\. Items and stock stay as they are\.$/).waitFor()
    await dialog.getByRole('button', { name: /^Refund £/ }).click()
    await page
      .getByText(/^£[\d.]+ refunded$/)
      .first()
      .waitFor()
    const retried = (await service.request('GET', `/admin/orders/${refusedId}`, { headers })).body.data
    assert.deepEqual([retried.refunds[0].status, retried.refunded_total], ['succeeded', total])

    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByLabel('Fulfilment').selectOption('partially_fulfilled')
    await page.getByText('1 order', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).search, '?fulfillment_status=partially_fulfilled')
    assert.deepEqual(faults, [])
  })

  /** The provider refuses the first attempt. */
  async function orderWithRefusedRefund(): Promise<{ id: string; total: number }> {
    const { headers } = shop.owner
    const product = await makeProduct(service, shop, { onHand: 3 })
    const user = await makeUser(service, { merchantId: shop.id })
    const shopper = shopping(service, { ...user.headers, 'merchant-id': shop.id })
    const { id, total } = (await shopper.order([{ product_id: product.id, quantity: 1 }])).body.data
    await shopper.pay(id, 'test_refund_refused')
    const refund = await service.request('POST', `/admin/orders/${id}/refunds`, { headers, body: { amount: total } })
    assert.equal(refund.body.data.refund.status, 'failed')
    return { id, total }
  }
})
