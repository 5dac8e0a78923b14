import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { onlyStatuses } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'

describeShop('customers from a file in the console', startConsole, ({ service, shop }) => {
  before(async () => {
    // The owner, who is a customer, too.
    await service.deps.pool.query('delete from customers where merchant_id = $1', [shop.id])
  })

  const fileOf = (name: string, ...rows: string[]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(`${rows.join('\n')}\n`),
  })
  const customers = async () =>
    (await service.request('GET', '/admin/users?sort=name&order=asc', { headers: shop.owner.headers })).body.data.items

  it('are offered to a shop without any, previewed, and imported', async (t) => {
    const { page, faults } = await visit(t, service, '/console/customers', { as: shop.owner })
    await page.getByRole('heading', { name: 'No customers yet', exact: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: 'Import a file', exact: true }).click()
    const choose = page.getByLabel('Choose a file, or drop it here', { exact: true })
    await choose.setInputFiles({ name: 'people.xlsx', mimeType: 'text/csv', buffer: Buffer.from('x') })
    await page.getByText('people.xlsx is not a CSV file.', { exact: true }).waitFor()
    const [header, ada] = ['name,email,phone,tags', 'Ada Lovelace,ada@example.com,+442079460958,"vip, press"']
    await choose.setInputFiles(fileOf('people.csv', header, ada, 'Grace Hopper,grace@example.com,12,'))
    const section = page.getByRole('region', { name: 'people.csv', exact: true })
    await section
      .getByText('Row 3: Phone must be a full number with + and the country code, such as +44 20 7946 0958.')
      .waitFor()
    const row = section.getByRole('row').filter({ hasText: 'ada@example.com' })
    await row.getByText('New', { exact: true }).waitFor()
    assert.deepEqual([await violations(page), await customers()], [[], []])
    await section.getByRole('button', { name: 'Import 1 customer', exact: true }).click()
    const done = page.getByRole('region', { name: 'people.csv is imported', exact: true })
    const download = page.waitForEvent('download')
    await done.getByRole('button', { name: 'Download the rows with errors', exact: true }).click()
    assert.equal((await download).suggestedFilename(), 'people-report.csv')
    assert.deepEqual(await violations(page), [])
    await done.getByRole('link', { name: 'Show customers', exact: true }).click()
    await page.getByText('1 customer', { exact: true }).waitFor()
    const [made] = await customers()
    assert.deepEqual([made.name, made.tags], ['Ada Lovelace', ['vip', 'press']])

    await page.getByRole('link', { name: 'Import', exact: true }).click()
    await choose.setInputFiles(fileOf('again.csv', header, ada))
    const again = page.getByRole('region', { name: 'again.csv', exact: true })
    await again
      .getByRole('row')
      .filter({ hasText: 'ada@example.com' })
      .getByText('Unchanged', { exact: true })
      .waitFor()
    assert.deepEqual(await violations(page), [])
    const nothing = again.getByRole('button', { name: 'Import customers', exact: true })
    assert.equal(await nothing.getAttribute('aria-disabled'), 'true')
    assert.deepEqual(faults, [])
  })

  it('of Shopify and of WooCommerce are recognized; what is left out is said, and what cannot be read', async (t) => {
    const { page, faults } = await visit(t, service, '/console/customers/import', { as: shop.owner })
    const choose = page.getByLabel('Choose a file, or drop it here', { exact: true })
    const format = page.getByLabel('Format of the file', { exact: true })
    await choose.setInputFiles(
      fileOf(
        'shopify.csv',
        'First Name,Last Name,Email,Accepts Email Marketing,Total Spent',
        'Mary,Anning,mary@example.com,yes,12.00',
      ),
    )
    await format.getByRole('option', { name: 'Recognized: Shopify', exact: true }).waitFor({ state: 'attached' })
    await page.getByText('does not say when and how they agreed: nobody has agreed by it (1 value)').waitFor()
    await choose.setInputFiles(fileOf('woo.csv', 'Username,Name,Email,AOV', 'mary,Mary Anning,mary@example.com,3'))
    await format.getByRole('option', { name: 'Recognized: WooCommerce', exact: true }).waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Import 1 customer', exact: true }).waitFor()
    await choose.setInputFiles(fileOf('other.csv', 'name,shoe size', 'Ada,38'))
    await page.getByText(/^Header has unknown columns: shoe size; known are /).waitFor()
    onlyStatuses(faults, 400)
    await format.selectOption('woocommerce')
    await page.getByRole('button', { name: 'Import 1 customer', exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('are not for a viewer', async (t) => {
    const { page, faults } = await visit(t, service, '/console/customers/import')
    await signIn(page, await makeStaff(service, shop.id, 'viewer'))
    await page.getByText('Your role, viewer, may not do this. It needs orders.write.', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Back to the customers', exact: true }).click()
    await page.getByRole('heading', { name: 'Customers', exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Import', exact: true }).count(), 0)
    assert.deepEqual(faults, [])
  })
})
