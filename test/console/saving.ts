import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Locator, Page, Request } from 'playwright-core'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, faultAt } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeProduct } from '#test/support/products.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

/** Of an input, or of a text with formats. */
const typedIn = (field: Locator) =>
  field.evaluate((element) => ('value' in element ? element.value : element.textContent))

describeShop('forms of the console that are being saved', startConsole, ({ service, shop }) => {
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data
  const saveOf = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
  const isSave = (request: Request) => request.method() === 'PATCH'

  /** Types into `second` while `first` is saved, and leaves the page only once that is saved, too. */
  async function typeMeanwhile(page: Page, first: Locator, second: Locator): Promise<void> {
    let answer = () => {}
    const wait = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/admin/**', async (route) => {
      if (isSave(route.request())) await wait
      await route.continue()
    })
    await first.fill('Sent first')
    const asked = page.waitForRequest(isSave)
    await saveOf(page).click()
    await asked
    await second.fill('Typed meanwhile')
    answer()
    await page
      .getByText(/(is|are) saved$/)
      .first()
      .waitFor()
    assert.equal(await typedIn(second), 'Typed meanwhile')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await dialogOf(page).getByRole('button', { name: 'Stay' }).click()
    const saved = page.waitForResponse((response) => isSave(response.request()))
    await saveOf(page).click()
    await saved
    await saveOf(page).and(page.locator('[aria-disabled="true"]')).waitFor()
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  }

  it('keep what is typed into a product meanwhile, as not saved yet', async (t) => {
    const { id } = await makeProduct(service, shop, { name: 'Typed on' })
    const { page, faults } = await visit(t, service, `/console/products/${id}`, { as: shop.owner })
    await typeMeanwhile(page, page.getByLabel('Category'), page.getByLabel('Description', { exact: true }))
    const { category, description } = await read(`/admin/products/${id}`)
    assert.deepEqual([category, description], ['Sent first', 'Typed meanwhile'])
    assert.deepEqual(faults, [])
  })

  it('keep what is typed into a webhook meanwhile, as not saved yet', async (t) => {
    const webhook = await makeWebhook(service, shop)
    const { page, faults } = await visit(t, service, `/console/webhooks/${webhook.id}/settings`, { as: shop.owner })
    const description = page.getByLabel('Description', { exact: true })
    await typeMeanwhile(page, description, description)
    assert.equal((await webhook.request('GET', '')).body.data.description, 'Typed meanwhile')
    assert.deepEqual(faults, [])
  })

  it('keep what is typed into the settings of the shop meanwhile, as not saved yet', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/shop', { as: shop.owner })
    const name = page.getByLabel('Name', { exact: true })
    await typeMeanwhile(page, name, name)
    assert.equal((await read('/admin/merchant')).name, 'Typed meanwhile')
    assert.deepEqual(faults, [])
  })

  it('say so when somebody else has changed the same field of a product, before it is replaced', async (t) => {
    const { id } = await makeProduct(service, shop, { name: 'Priced by two', price: 12 })
    const { page, faults } = await visit(t, service, `/console/products/${id}`, { as: shop.owner })
    const price = page.getByLabel('Price in GBP')
    await price.fill('14')
    await page.getByLabel('Category').fill('Ours')
    const { headers } = shop.owner
    const change = (body: object) => service.request('PATCH', `/admin/products/${id}`, { headers, body })
    await change({ price: 13, description: 'Theirs' })
    await saveOf(page).click()
    await faultAt(price, 'Somebody else has changed it meanwhile, to £13.00; save again to replace that.')
    assert.equal((await read(`/admin/products/${id}`)).price, 13)
    // Not what was said.
    await change({ price: 15 })
    await saveOf(page).click()
    await faultAt(price, 'Somebody else has changed it meanwhile, to £15.00; save again to replace that.')
    await saveOf(page).click()
    await page.getByText('Priced by two is saved').first().waitFor()
    const saved = await read(`/admin/products/${id}`)
    assert.deepEqual([saved.price, saved.category, saved.description], [14, 'Ours', 'Theirs'])
    assert.deepEqual(faults, [])
  })

  it('say so, too, when it was changed while it was being saved', async (t) => {
    const { id } = await makeProduct(service, shop, { name: 'Priced at once', price: 12 })
    const { page } = await visit(t, service, `/console/products/${id}`, { as: shop.owner })
    const price = page.getByLabel('Price in GBP')
    await price.fill('14')
    const { headers } = shop.owner
    let sent = 0
    await page.route(`**/admin/products/${id}`, async (route) => {
      if (route.request().method() === 'PATCH' && sent++ === 0)
        await service.request('PATCH', `/admin/products/${id}`, { headers, body: { price: 13 } })
      await route.continue()
    })
    await saveOf(page).click()
    await faultAt(price, 'Somebody else has changed it meanwhile, to £13.00; save again to replace that.')
    assert.equal((await read(`/admin/products/${id}`)).price, 13)
    await saveOf(page).click()
    await page.getByText('Priced at once is saved').first().waitFor()
    assert.equal((await read(`/admin/products/${id}`)).price, 14)
    assert.equal(sent, 2)
  })
})
