import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, onlyStatuses } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makePaidOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

/** What decides how long goods can be sent back, and what is printed on invoices besides. */
describeShop('terms of goods in the console', startConsole, ({ service, shop }) => {
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  it('a product says why consumers may not withdraw', async (t) => {
    const { id } = await makeProduct(service, shop, { name: 'Cheese' })
    const { page, faults } = await visit(t, service, `/console/products/${id}`, { as: shop.owner })
    await page.getByLabel('Withdrawal').selectOption('No: perishable')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Cheese is saved').first().waitFor()
    assert.equal((await read(`/admin/products/${id}`)).withdrawal, 'perishable')
    assert.deepEqual(faults, [])
  })

  it('a parcel has the time when it was delivered', async (t) => {
    const { order, fulfil } = await makePaidOrder(service, shop, [1])
    await fulfil()
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`, { as: shop.owner })
    await page.getByRole('button', { name: 'Add tracking' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Delivered').fill('2098-01-01T10:00')
    await dialog.getByRole('button', { name: 'Save tracking' }).click()
    await dialog.locator('[id$="-error"]').waitFor()
    assert.equal(await dialog.getByLabel('Delivered').getAttribute('aria-invalid'), 'true')
    onlyStatuses(faults, 400)
    const now = new Date().toISOString().slice(0, 16)
    await dialog.getByLabel('Delivered').fill(now)
    await dialog.getByRole('button', { name: 'Save tracking' }).click()
    await page.getByText(/· delivered/).waitFor()
    const [sent] = (await read(`/admin/orders/${order.id}`)).fulfillments
    assert.equal(sent.delivered_at, `${now}:00.000Z`)
    assert.deepEqual(faults, [])
  })

  it('invoices print the tax in a second currency', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/invoices', { as: shop.owner })
    for (const [label, text] of [
      ['Name', 'Hollybank & Co'],
      ['Address', '12 St James’s Square'],
      ['City', 'London'],
      ['Tax number', '12345'],
      ['Currency', 'XXZ'],
      ['What 1 GBP is in it', '1,17'],
    ] as const)
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByLabel('Country', { exact: true }).selectOption('GB')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('Must be a currency code of ISO 4217.').waitFor()
    onlyStatuses(faults, 400)
    await page.getByLabel('Currency', { exact: true }).fill('eur')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('The settings of invoices are saved').first().waitFor()
    const { invoices } = await read('/admin/merchant')
    assert.deepEqual(invoices.tax_currency, { currency: 'EUR', rate: 1.17 })
    assert.deepEqual(faults, [])
  })
})
