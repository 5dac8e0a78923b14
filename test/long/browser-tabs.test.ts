import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { signIn, startQuietConsole } from '#test/support/console.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { startShopPage } from '#test/support/shop-page.ts'

/** What runs in the page is text: it is not ours to type. */
const run = <Result>(page: Page, script: string): Promise<Result> => page.evaluate(`(async () => ${script})()`)

describeShop('the tabs of a browser', startQuietConsole, ({ service, shop }) => {
  /** Three tabs of a guest who has a cart and an order, and whose access token is about to end. */
  async function openTabs(t: TestContext, prepare?: (context: BrowserContext) => Promise<unknown>) {
    const between = await startShopPage(service.address)
    t.after(() => between.close())
    const context = await service.browser.newContext({ baseURL: between.address })
    t.after(() => context.close())
    await prepare?.(context)
    const tabs = await Promise.all([1, 2, 3].map(() => open(context)))
    const [first] = tabs as [Page, Page, Page]
    const product = await makeProduct(service, shop, { onHand: 9 })
    const headers = `headers: { 'merchant-id': '${shop.id}' }`
    const lines = `items: [{ product_id: '${product.id}', quantity: 1 }], email: 'ada@example.com'`
    await run(first, `client.setSession((await client.api.POST('/user/guest')).data.data)`)
    await run(
      first,
      `client.api.POST('/user/cart/items', { ${headers}, body: { product_id: '${product.id}', quantity: 2 } })`,
    )
    await run(first, `client.api.POST('/user/orders', { ${headers}, body: { ${lines} } })`)
    const readAll = `[
      (await client.api.GET('/user/cart', { ${headers} })).data.data.items[0].quantity,
      (await client.api.GET('/user/orders', { ${headers} })).data.data.items.length]`
    return { between, context, tabs, first, see: (page: Page) => run<number[]>(page, readAll) }
  }
  async function open(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await page.goto('/')
    await page.waitForFunction('window.client !== undefined')
    return page
  }
  const endToken = (page: Page) => run(page, 'session.write({ ...session.read(), expiresAt: Date.now() })')
  const cartAndOrder = [2, 1]
  const withoutLocks = (context: BrowserContext) =>
    context.addInitScript("Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })")

  for (const [kind, prepare] of Object.entries({
    'with navigator.locks': undefined,
    'without navigator.locks': withoutLocks,
  })) {
    it(`three that refresh at once ${kind} do so in turn, and a guest keeps cart and orders`, async (t) => {
      const { between, tabs, first, see } = await openTabs(t, prepare)
      const hasLocks = await run<boolean>(first, 'navigator.locks !== undefined')
      assert.equal(hasLocks, prepare === undefined)
      for (const round of [1, 2, 3]) {
        await endToken(first)
        assert.deepEqual(await Promise.all(tabs.map(see)), [cartAndOrder, cartAndOrder, cartAndOrder])
        // A lease may be taken twice on a slow machine; the service then answers both alike.
        assert.ok(hasLocks ? between.refreshes() === round : between.refreshes() >= round)
      }
    })
  }

  it('three that take no turns and refresh at once all go on', async (t) => {
    const { between, tabs, first, see } = await openTabs(t)
    between.gather(3)
    // As a page does that has its own code, or the client before this one.
    const refresh = `{
      const { refreshToken } = session.read()
      const body = { refresh_token: refreshToken }
      const answer = (await client.api.POST('/user/token/refresh', { body })).data.data
      client.setSession(answer)
      return JSON.stringify(answer)
    }`
    const answers = await Promise.all(tabs.map((page) => run<string>(page, refresh)))
    assert.equal(new Set(answers).size, 1)
    assert.equal(between.refreshes(), 3)
    await endToken(first)
    assert.deepEqual(await Promise.all(tabs.map(see)), [cartAndOrder, cartAndOrder, cartAndOrder])
  })

  it('three of which one loses the answer all go on', async (t) => {
    for (const prepare of [undefined, withoutLocks]) {
      const { between, tabs, first, see } = await openTabs(t, prepare)
      between.loseAnswers(2)
      await endToken(first)
      assert.deepEqual(await Promise.all(tabs.map(see)), [cartAndOrder, cartAndOrder, cartAndOrder])
      assert.ok(between.refreshes() >= 3)
      await endToken(first)
      assert.deepEqual(await see(first), cartAndOrder)
    }
  })

  it('one that is loaded again in the midst of a refresh goes on', async (t) => {
    const { between, first, see } = await openTabs(t)
    await endToken(first)
    between.loseAnswers(1)
    between.gather(2)
    const left = see(first).catch(() => 'left')
    await first.waitForRequest((request) => request.url().endsWith('/user/token/refresh'))
    await first.reload()
    await first.waitForFunction('window.client !== undefined')
    assert.deepEqual([await see(first), await left], [cartAndOrder, 'left'])
  })

  it('are signed out together, and in together', async (t) => {
    const { tabs, first } = await openTabs(t)
    const [, other] = tabs as [Page, Page, Page]
    await run(first, `client.api.POST('/user/logout').then(() => client.setSession(undefined))`)
    const profile = `client.api.GET('/user/profile').then(({ data }) => data.data.id, ({ code }) => code)`
    assert.equal(await run(other, profile), 'MISSING_TOKEN')
    await run(first, `client.setSession((await client.api.POST('/user/guest')).data.data)`)
    assert.equal(await run(other, profile), await run(first, profile))
  })

  it('one whose session was ended elsewhere is told so once', async (t) => {
    const { first, see } = await openTabs(t)
    await run(first, `client.api.POST('/user/logout')`)
    await assert.rejects(see(first))
    assert.equal(await run(first, 'window.signedOut'), 1)
    assert.equal(await run(first, 'session.read()'), undefined)
  })

  it('three of staff at the console that open at once, without navigator.locks, are all signed in', async (t) => {
    const owner = await makeStaff(service, shop.id, 'owner')
    const context = await service.browser.newContext({ baseURL: service.address })
    t.after(() => context.close())
    await withoutLocks(context)
    const page = await context.newPage()
    await page.goto('/console')
    await signIn(page, owner)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const tabs = [page, await context.newPage(), await context.newPage()]
    for (const _ of [1, 2]) {
      await Promise.all(tabs.map((tab) => tab.goto('/console/orders')))
      await Promise.all(tabs.map((tab) => tab.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()))
    }
  })
})
