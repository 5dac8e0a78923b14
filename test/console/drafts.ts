import assert from 'node:assert/strict'
import { it } from 'node:test'
import { untilTrue } from '#test/support/browser.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, faultAt } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makePaidOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

/** What is typed and cannot be saved just now. */
describeShop('drafts of the console', startConsole, ({ service, shop }) => {
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  it('of a product are kept over an outage, also when the page is left, and gone once it is saved', async (t) => {
    const { id } = await makeProduct(service, shop, { name: 'Long story', category: 'Books' })
    const { page } = await visit(t, service, `/console/products/${id}`, { as: shop.owner })
    const description = page.getByLabel('Description', { exact: true })
    await description.fill('Took an hour to write.')
    await page.getByLabel('Needs shipping').uncheck()
    // The product alone: its comments would say that the service cannot be reached before the form does.
    const path = `**/admin/products/${id}`
    await page.route(path, (route) => route.abort('connectionfailed'))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('form', { name: 'Product' }).getByText('The service cannot be reached.').waitFor()
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await dialogOf(page).getByText('What you typed stays in this tab').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await page.unroute(path)
    // Somebody else has changed another field meanwhile.
    const { headers } = shop.owner
    await service.request('PATCH', `/admin/products/${id}`, { headers, body: { category: 'Novels' } })
    await page.goto(`/console/products/${id}`)
    await page.getByRole('button', { name: 'Go on with it' }).click()
    await page.getByRole('button', { name: 'Go on with it' }).waitFor({ state: 'detached' })
    assert.equal(await description.textContent(), 'Took an hour to write.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Long story is saved').first().waitFor()
    const saved = await read(`/admin/products/${id}`)
    assert.deepEqual(
      [saved.description, saved.category, saved.requires_shipping],
      ['Took an hour to write.', 'Novels', false],
    )
    await page.reload()
    await page.getByRole('button', { name: 'Save' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Go on with it' }).count(), 0)
  })

  it('of a new product, of the settings and of a note are offered again, and can be thrown away', async (t) => {
    const { order } = await makePaidOrder(service, shop)
    const { page } = await visit(t, service, '/console/products/new', { as: shop.owner })
    await page.getByLabel('SKU').waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    const offer = page.getByRole('button', { name: 'Go on with it' })
    for (const [path, label, text] of [
      ['products/new', 'SKU', 'DRAFT-1'],
      ['settings/shop', 'E-mail', 'draft@example.com'],
      [`orders/${order.id}`, 'Internal note', 'Call first'],
    ] as const) {
      await page.goto(`/console/${path}`)
      if (label === 'Internal note') await page.getByRole('button', { name: 'Add a note' }).click()
      await page.getByLabel(label, { exact: true }).fill(text)
      await page.reload()
      await offer.click()
      await offer.waitFor({ state: 'detached' })
      assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), text)
      await page.reload()
      await page.getByRole('button', { name: 'Throw away' }).click()
      await offer.waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('heading').first().waitFor()
      assert.equal(await offer.count(), 0)
    }
  })

  it('are nobody else’s: signing out forgets them', async (t) => {
    const { page } = await visit(t, service, '/console/products/new', { as: shop.owner })
    await page.getByLabel('SKU').fill('SECRET-1')
    await untilTrue(page, 'Object.keys(sessionStorage).some((key) => key.startsWith("console-draft"))')
    await page.getByRole('button', { name: /^Account and theme/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.equal(await page.evaluate('JSON.stringify(sessionStorage).includes("SECRET-1")'), false)
  })

  it('of amounts that could be two are refused in words, and so is what is missing', async (t) => {
    const { page, faults } = await visit(t, service, '/console/products/new', { as: shop.owner })
    const create = page.getByRole('button', { name: 'Create product' })
    await page.getByLabel('Category').fill('Any')
    await create.click()
    await faultAt(page.getByLabel('Name'), 'Needs a name.')
    await faultAt(page.getByLabel('SKU'), 'Needs an SKU.')
    await faultAt(page.getByLabel('Price in GBP'), 'Needs a price in GBP.')
    await page.getByLabel('Name').fill('Twofold')
    await page.getByLabel('SKU').fill('TWO-1')
    const price = page.getByLabel('Price in GBP')
    await price.fill('1.234')
    const said =
      '“1.234” could be 1234.00 or 1.234, and GBP has 2 decimals. Type 1234 without the point if you mean that.'
    await faultAt(price, said)
    await create.click()
    await price.fill('1,234.50')
    await create.click()
    await page.getByRole('heading', { name: 'Twofold', exact: true }).waitFor()
    assert.equal((await read('/admin/products?sku=TWO-1')).items[0].price, 1234.5)
    assert.deepEqual(faults, [])
  })
})
