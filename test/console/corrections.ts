import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'
import { makeShopper, staffOn } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { london, setTaxRates } from '#test/support/selling.ts'

/** What staff corrects of an order after it was placed. */
describeShop('corrections of an order in the console', startConsole, ({ service, shop }) => {
  before(async () => {
    await setTaxRates(service, shop, [{ rate: 20 }, { country: 'DE', rate: 19 }])
  })

  async function paidOrder() {
    const product = await makeProduct(service, shop, { price: 12, onHand: 50 })
    const shopper = await makeShopper(service, shop)
    const items = [{ product_id: product.id, quantity: 2 }]
    const body = { shipping_address: london, email: 'ada@example.com' }
    const { id } = (await shopper.order(items, body)).body.data
    await shopper.pay(id)
    return { id, ...staffOn(service, shop, id) }
  }

  it('corrects the address, the contact, tags and assignee; another tax is said with its figures', async (t) => {
    const { id, fulfil, current } = await paidOrder()
    await fulfil({ items: [{ line: 1, quantity: 1 }] })
    const clerk = await makeStaff(service, shop.id, 'support')
    const { page, faults } = await visit(t, service, `/console/orders/${id}`, { as: shop.owner })
    await page.getByRole('button', { name: 'Change the shipping address' }).click()
    const dialog = dialogOf(page)
    const save = dialog.getByRole('button', { name: 'Save address' })
    assert.equal(await reasonOf(save), 'Nothing has changed yet.')
    await dialog.getByLabel('Country').selectOption('DE')
    await dialog.getByLabel('Postal code').fill('10115')
    await save.click()
    await dialog.getByText('At this address the order costs £24.00 instead of £24.00, with £3.92 tax.').waitFor()
    await dialog.getByRole('button', { name: 'Save at £24.00' }).waitFor()
    onlyStatuses(faults, 409)
    assert.deepEqual(await violations(page), [])
    await dialog.getByLabel('Country').selectOption('GB')
    await dialog.getByLabel('Postal code').fill('LS1 5HN')
    await dialog.getByLabel('City').fill('Leeds')
    await save.click()
    await page.getByText('Shipping address saved').first().waitFor()
    await page.getByRole('region', { name: 'Ship to' }).getByText('Leeds LS1 5HN').waitFor()
    await page.getByText('Sent to 12 St James’s Square, London').waitFor()

    await page.getByRole('button', { name: 'Change e-mail and phone' }).click()
    await dialog.getByLabel('Phone').fill('020 7946 0958')
    await dialog.getByRole('button', { name: 'Save contact' }).click()
    await page.getByRole('link', { name: '+442079460958' }).waitFor()

    await page.getByRole('button', { name: 'Change tags and assignee' }).click()
    await dialog.getByLabel('Tags', { exact: true }).fill('urgent, gift')
    await dialog.getByLabel('Assigned to', { exact: true }).selectOption(clerk.id)
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/^Assigned to /).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: 'urgent' }).click()
    await page.getByText('1 order', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).search, '?tags=urgent')
    assert.equal((await current()).phone, '+442079460958')
  })
})
