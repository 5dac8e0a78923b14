import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeProducts } from '#test/support/products.ts'

describeShop('collections in the console', startConsole, ({ service, shop }) => {
  before(async () => {
    await makeProducts(service, shop, [
      { name: 'Desk lamp', category: 'Lights', price: 30 },
      { name: 'Oil lamp', category: 'Lights', price: 12 },
      { name: 'Jug', category: 'Kitchen', price: 8 },
    ])
  })
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  it('are filled by rules, which say what they find while they are typed', async (t) => {
    const { page, faults } = await visit(t, service, '/console/collections', { as: shop.owner })
    await page.getByText('No collections yet').waitFor()
    await page.getByRole('link', { name: 'New collection' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Lights up to £20')
    await page.getByText('Fill in every condition to see what it finds.').waitFor()
    await page.getByLabel('Field of condition 1').selectOption('Category')
    await page.getByLabel('Value of condition 1').fill('lights')
    await page.getByText('2 products match now.').waitFor()
    await page.getByRole('button', { name: 'Add a condition' }).click()
    await page.getByLabel('Field of condition 2').selectOption('Price')
    await page.getByLabel('Comparison of condition 2').selectOption('is below')
    await page.getByLabel('Value of condition 2').fill('20')
    const found = page.getByRole('region', { name: 'What they find' })
    await found.getByText('1 product matches now.').waitFor()
    await found.getByText('Oil lamp').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Create collection' }).click()
    await page.getByRole('heading', { name: 'Lights up to £20', exact: true }).waitFor()
    await page.getByRole('list', { name: 'Products' }).getByText('Oil lamp').waitFor()
    assert.deepEqual(await violations(page), [])
    const [made] = (await read('/admin/collections')).items
    assert.deepEqual([made.slug, made.product_count, made.sort], ['lights-up-to-20', 1, 'newest'])
    // By hand from now on: what they have found stays.
    await page.getByLabel('Filled by hand').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByLabel('Find products to add').waitFor()
    assert.equal((await read(`/admin/collections/${made.id}`)).rules, null)
    assert.deepEqual(faults, [])
  })

  it('are filled by hand, in an order of their own, and deleted', async (t) => {
    const { page, faults } = await visit(t, service, '/console/collections/new', { as: shop.owner })
    await page.getByLabel('Name', { exact: true }).fill('Picked')
    await page.getByLabel('Filled by hand').check()
    await page.getByLabel('Order of its products').selectOption('Manual order')
    await page.getByRole('button', { name: 'Create collection' }).click()
    await page.getByText('None yet.').waitFor()
    const search = page.getByLabel('Find products to add')
    await search.fill('jug')
    await page.getByRole('list', { name: 'Found' }).getByText('Jug').waitFor()
    await search.press('Enter')
    await search.fill('lamp')
    await page.getByRole('list', { name: 'Found' }).getByRole('button', { name: 'Desk lamp' }).click()
    await page.getByRole('button', { name: 'Move Desk lamp up' }).click()
    const list = page.getByRole('list', { name: 'Products' }).locator('[data-card]')
    assert.deepEqual(await list.allTextContents(), ['Desk lamp', 'Jug'])
    await page.getByRole('button', { name: 'Save products' }).click()
    await page.getByRole('button', { name: 'Save products' }).waitFor({ state: 'detached' })
    const [{ id }] = (await read('/admin/collections')).items
    const names = async () =>
      (await read(`/admin/collections/${id}/products`)).items.map(({ name }: { name: string }) => name)
    assert.deepEqual(await names(), ['Desk lamp', 'Jug'])
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await dialogOf(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('1 collection', { exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('say at the field what is refused', async (t) => {
    const { page } = await visit(t, service, '/console/collections/new', { as: shop.owner })
    await page.getByLabel('Name', { exact: true }).fill('Wrong')
    await page.getByLabel('Filled by hand').check()
    await page.getByLabel('Web address').fill('Summer Sale')
    await page.getByRole('button', { name: 'Create collection' }).click()
    await page.getByText('Must be lower-case words with hyphens between, such as summer-sale.').waitFor()
  })
})
