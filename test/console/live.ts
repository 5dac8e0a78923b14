import assert from 'node:assert/strict'
import { it } from 'node:test'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeShopper, placeOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

describeShop('the live console', startConsole, ({ service, shop }) => {
  it('shows an order that is placed elsewhere without reloading, and what becomes of it', async (t) => {
    const first = await placeOrder(service, shop)
    const { page, faults } = await visit(t, service, '/console/orders')
    const opened = page.waitForResponse((answer) => answer.url().endsWith('/admin/stream'))
    await signIn(page, shop.owner)
    await page.getByRole('link', { name: first.order.order_number, exact: true }).waitFor()
    assert.equal((await opened).status(), 200)
    await page.evaluate("document.body.dataset['loaded'] = 'once'")
    const second = await placeOrder(service, shop)
    await page.getByRole('link', { name: second.order.order_number, exact: true }).click()
    await page.getByRole('heading', { name: second.order.order_number }).waitFor()
    assert.equal((await second.shopper.pay(second.order.id)).status, 201)
    await page.getByRole('main').getByText('Paid', { exact: true }).first().waitFor()
    assert.equal(await page.evaluate("document.body.dataset['loaded']"), 'once')
    assert.deepEqual(faults, [])
  })

  it('leaves a form that is half filled as it is', async (t) => {
    const product = await makeProduct(service, shop, { onHand: 5 })
    const { page, faults } = await visit(t, service, `/console/products/${product.id}`)
    const opened = page.waitForResponse((answer) => answer.url().endsWith('/admin/stream'))
    await signIn(page, shop.owner)
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Half typed')
    await opened
    const read = page.waitForResponse(
      (answer) => answer.url().endsWith(`/admin/products/${product.id}`) && answer.request().method() === 'GET',
    )
    const changed = await service.request('PATCH', `/admin/products/${product.id}`, {
      headers: shop.owner.headers,
      body: { price: 77 },
    })
    assert.equal(changed.status, 200)
    await read
    assert.equal(await name.inputValue(), 'Half typed')
    assert.deepEqual(faults, [])
  })

  it('tells of new orders where a list would jump, and shows them when asked', async (t) => {
    const shopper = await makeShopper(service, shop)
    const goods = await makeProduct(service, shop, { onHand: 100 })
    for (let n = 0; n < 60; n++) await shopper.order([{ product_id: goods.id, quantity: 1 }])
    const { page } = await visit(t, service, '/console/orders')
    const opened = page.waitForResponse((answer) => answer.url().endsWith('/admin/stream'))
    await signIn(page, shop.owner)
    await page.locator('[data-row-link]').first().waitFor()
    await opened
    await page.mouse.move(600, 400)
    await page.mouse.wheel(0, 600)
    await until(() => page.evaluate('scrollY > 200') as Promise<boolean>, 'the list to be scrolled')
    const { order } = await placeOrder(service, shop)
    await page.getByRole('button', { name: 'Show 1 new order' }).click()
    await page.getByRole('link', { name: order.order_number, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show 1 new order' }).waitFor({ state: 'detached' })
  })

  it('works without a stream', async (t) => {
    const { page } = await visit(t, service, '/console/sign-in')
    let asked = 0
    await page.route('**/admin/stream', (route) => {
      asked++
      return route.fulfill({ status: 503, body: '{}' })
    })
    await signIn(page, shop.owner)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await until(() => asked > 1, 'a second attempt')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
  })

  it('rings for an order once it is paid, if this browser may', async (t) => {
    const { page, context } = await visit(t, service, '/console/settings/notifications')
    await context.addInitScript(`
      window.rings = 0
      const node = { frequency: {}, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
        connect: (next) => next, start() {}, stop() {} }
      window.AudioContext = class {
        constructor() { window.rings++ }
        createOscillator() { return node }
        createGain() { return node }
        close() { return Promise.resolve() }
      }`)
    await page.reload()
    const opened = page.waitForResponse((answer) => answer.url().endsWith('/admin/stream'))
    await signIn(page, shop.owner)
    const rings = () => page.evaluate('window.rings') as Promise<number>
    await page.getByLabel('Ring when an order comes in').check()
    assert.equal(await rings(), 1, 'as a sample')
    await opened
    const { order, shopper } = await placeOrder(service, shop)
    await shopper.pay(order.id)
    await until(async () => (await rings()) === 2, 'the ring')
    await page.getByLabel('Ring when an order comes in').uncheck()
    assert.equal(await page.evaluate("localStorage.getItem('console-ring')"), null)
  })
})
