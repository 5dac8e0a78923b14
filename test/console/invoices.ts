import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { startConsole, visit } from '#test/support/console.ts'
import { faultAt, onlyStatuses } from '#test/support/console-page.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { berlin, makeOrder, numberAll } from '#test/support/invoices.ts'

describeService('invoices in the console', startConsole, ({ service }) => {
  let shop: TestMerchant
  before(async () => {
    shop = await makeMerchant(service, { currency: 'EUR' })
  })

  it('are switched on in the settings, issued for an order, and downloaded', async (t) => {
    const older = await makeOrder(service, shop, [{ price: 10 }])
    await older.pay()
    const { page, faults } = await visit(t, service, '/console/settings/invoices', { as: shop.owner })
    const { origin } = new URL(page.url())
    await page.getByText('Invoices are off').waitFor()
    await page.getByLabel('Name').fill('Analytical Engines')
    await page.getByLabel('Address').fill('Friedrichstraße 1')
    await page.getByLabel('City').fill('Berlin')
    await page.getByLabel('Country').selectOption('Germany')
    await page.getByLabel('Next invoice').fill('41')
    await page.getByLabel('Sent to the buyer').selectOption({ label: 'By mail, with the PDF' })
    await page.getByRole('button', { name: 'Switch on' }).click()
    await faultAt(page.getByLabel('VAT ID'), 'Is required where there is no tax number.')
    await page.getByLabel('VAT ID').fill('DE136695976')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('The settings of invoices are saved').first().waitFor()
    await page.getByText('Invoices are on').waitFor()

    await page.goto(`${origin}/console/orders/${older.id}`)
    await page.getByRole('button', { name: 'Issue the invoice' }).click()
    await page.getByText('Invoice INV-41 is issued').first().waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download INV-41' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'INV-41.pdf')
    await page.getByRole('listitem').filter({ hasText: 'INV-41' }).getByText('being sent').waitFor()
    await page.getByRole('button', { name: 'Send INV-41' }).click()
    await page.getByText('INV-41 is on its way').first().waitFor()

    const paid = await makeOrder(service, shop, [{ price: 10 }])
    await paid.pay()
    await paid.refund({ amount: 4 })
    await numberAll(service, shop)
    await page.goto(`${origin}/console/orders/${paid.id}`)
    const list = page.getByRole('listitem').filter({ hasText: 'Credit note' })
    await list.filter({ hasText: 'INV-CN-1' }).filter({ hasText: '€4.00' }).waitFor()
    await list.getByText('of INV-42').waitFor()

    const runes = await makeOrder(service, shop, [{ price: 10 }], { shipping_address: { ...berlin, name: 'ᛗᚨᚷᚾᚢᛊ' } })
    await runes.pay()
    await numberAll(service, shop)
    await page.goto(`${origin}/console/orders/${runes.id}`)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download INV-43' }).click(),
    ])
    assert.equal(saved.suggestedFilename(), 'INV-43.html')
    await page.getByText('INV-43 has no PDF. We saved its page instead.').first().waitFor()

    await page.goto(`${origin}/console/settings/invoices`)
    await page.getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Invoices are off').waitFor()
    onlyStatuses(faults, 400, 409)
  })

  it('say to a viewer why they change nothing', async (t) => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page, faults } = await visit(t, service, '/console/settings/invoices', { as: viewer })
    await page.getByRole('button', { name: 'Switch on' }).waitFor()
    assert.equal(await page.getByLabel('City').isEditable(), false)
    assert.deepEqual(faults, [])
  })
})
