import assert from 'node:assert/strict'
import { it } from 'node:test'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makePaidOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

/** What is typed arrives once, as it was meant, and is not lost. */
describeShop('forms of the console', startConsole, ({ service, shop }) => {
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  it('sends a change once at a double click', async (t) => {
    const product = await makeProduct(service, shop, { name: 'Clicked twice', onHand: 10 })
    const { page, faults } = await visit(t, service, `/console/inventory/${product.id}`, { as: shop.owner })
    await page.getByRole('button', { name: 'Adjust', exact: true }).click()
    await dialogOf(page).getByRole('spinbutton').fill('5')
    await dialogOf(page).getByRole('button', { name: 'Set to 15' }).dblclick()
    await page.getByText('Clicked twice: 15 on hand').first().waitFor()
    await page.getByText('2 changes', { exact: true }).waitFor()
    assert.equal((await read(`/admin/inventory/${product.id}/movements`)).pagination.total, 2)
    assert.deepEqual(faults, [])
  })

  it('keeps what is typed of a product that somebody else changes, and undoes nothing of theirs', async (t) => {
    const product = await makeProduct(service, shop, { name: 'Changed by two', price: 12 })
    const { page, faults } = await visit(t, service, `/console/products/${product.id}`, { as: shop.owner })
    const description = page.getByLabel('Description', { exact: true })
    await description.fill('Took an hour to write.')
    const { headers } = shop.owner
    await service.request('PATCH', `/admin/products/${product.id}`, { headers, body: { price: 13 } })
    // The operator was in another window for a minute.
    await page.clock.setFixedTime(Date.now() + 60_000)
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
    await page.getByText('£13.00', { exact: true }).waitFor()
    assert.equal(await description.textContent(), 'Took an hour to write.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Changed by two is saved').first().waitFor()
    const saved = await read(`/admin/products/${product.id}`)
    assert.deepEqual([saved.price, saved.description], [13, 'Took an hour to write.'])
    assert.equal(await page.getByLabel('Price in').inputValue(), '13')
    assert.deepEqual(faults, [])
  })

  it('asks before a changed product or changed settings are left', async (t) => {
    const product = await makeProduct(service, shop, { name: 'Half written' })
    const { page, faults } = await visit(t, service, '/console/settings/shop', { as: shop.owner })
    const dialog = dialogOf(page).filter({ hasText: 'Leave without saving?' })
    await page.getByLabel('Name').fill('Another name')
    await page.getByRole('link', { name: 'Taxes' }).click()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    assert.equal(await page.getByLabel('Name').inputValue(), 'Another name')
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await dialog.getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('link', { name: 'Half written' }).click()
    await page.getByLabel('Category').fill('Unsaved')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Half written is saved').first().waitFor()
    // Of a product that is deleted nothing is left to save.
    await page.getByLabel('Category').fill('Unsaved again')
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/console/products')
    assert.equal((await read(`/admin/products?q=${product.sku}`)).items.length, 0)
    assert.deepEqual(faults, [])
  })

  it('shows a new API key until somebody says that it is kept', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/api-keys?open=new', { as: shop.owner })
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Warehouse')
    await dialog.getByLabel('Read: Products').check()
    let answer = () => {}
    const asked = new Promise<void>((resolve) => {
      void page.route('**/admin/api-keys', async (route) => {
        if (route.request().method() === 'POST') {
          resolve()
          await new Promise<void>((go) => {
            answer = go
          })
        }
        await route.continue()
      })
    })
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await asked
    await page.keyboard.press('Escape')
    answer()
    const key = dialog.getByRole('textbox', { name: 'API key', exact: true })
    await key.waitFor()
    // The second click of two: what is shown is smaller than the form was.
    await page.mouse.click(8, 8)
    assert.equal(await key.count(), 1)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await key.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('goes on to the dashboard where the address of the sign-in names a place elsewhere', async (t) => {
    for (const next of ['/\\evil.example', '//evil.example', 'https://evil.example', '/../docs']) {
      const { page, faults } = await visit(t, service, `/console/sign-in?next=${encodeURIComponent(next)}`, {
        as: shop.owner,
      })
      await page.getByRole('heading', { name: 'Dashboard', exact: true }).waitFor()
      assert.equal(new URL(page.url()).pathname.replace(/\/$/, ''), '/console')
      assert.deepEqual(faults, [])
    }
  })

  it('leaves the sign-in out of what Back leads to', async (t) => {
    const { page, faults } = await visit(t, service, '/console/orders', { as: shop.owner })
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await page.getByRole('button', { name: /^Account and theme/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(page, shop.owner)
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/console/orders')
    assert.deepEqual(faults, [])
  })

  it('takes no amount with a separator of thousands for a small one', async (t) => {
    const { order } = await makePaidOrder(service, shop)
    const { page, faults } = await visit(t, service, '/console/products/new', { as: shop.owner })
    await page.getByLabel('Name').fill('Dear cabinet')
    await page.getByLabel('SKU').fill('DEAR-1')
    const price = page.getByLabel('Price in GBP')
    for (const typed of ['1,500', '1.500']) {
      await price.fill(typed)
      await page.getByRole('button', { name: 'Create product' }).click()
      assert.equal(await price.and(page.locator(':invalid')).count(), 1, typed)
    }
    await price.fill('1500,5')
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.getByRole('heading', { name: 'Dear cabinet', exact: true }).waitFor()
    assert.equal((await read('/admin/products?q=DEAR-1')).items[0].price, 1500.5)

    await page.goto(`/console/orders/${order.id}`)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const amount = dialogOf(page).getByLabel('Amount in GBP')
    await amount.fill('1,000')
    assert.equal(await amount.and(page.locator(':invalid')).count(), 1)
    await page.goto('/console/settings/shipping?open=new')
    await dialogOf(page).getByLabel('Price in GBP').fill('1,000')
    assert.equal(await dialogOf(page).getByLabel('Price in GBP').and(page.locator(':invalid')).count(), 1)
    assert.deepEqual(faults, [])
  })

  it('forgets what was typed into a search when it is cleared', async (t) => {
    await makeProduct(service, shop, { name: 'Searched for' })
    const { page, faults } = await visit(t, service, '/console/products', { as: shop.owner })
    await page.getByText('Searched for').waitFor()
    await page.getByLabel('Name or SKU').fill('nothing like it')
    await page.getByRole('button', { name: 'Clear the search' }).click()
    assert.equal(await page.getByLabel('Name or SKU').inputValue(), '')
    assert.deepEqual(faults, [])
  })

  it('shows lists with the longest SKU and category within the window', async (t) => {
    const names = { sku: 'W'.repeat(100), name: 'Long-named', category: 'W'.repeat(100) }
    const product = await makeProduct(service, shop, names)
    const { page, faults } = await visit(t, service, '/console/products', { as: shop.owner })
    await page.getByText('Long-named').waitFor()
    for (const path of ['products', 'inventory', `inventory/${product.id}`]) {
      await page.goto(`/console/${path}`)
      await page.getByText('Long-named').first().waitFor()
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.ok(overflow <= 0, `${path}: ${overflow} px wider than the window`)
    }
    assert.deepEqual(faults, [])
  })
})
