import assert from 'node:assert/strict'
import { it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'

describeService('orders by telephone in the console', startConsole, ({ service }) => {
  it('of somebody on the telephone, who has a name and no e-mail address', async (t) => {
    const own = await makeMerchant(service)
    const { page, faults } = await visit(t, service, '/console/orders/new', { as: own.owner })
    const find = page.getByRole('combobox', { name: 'Find a customer' })
    await find.fill('020 7946 0958')
    await page.getByText('Nobody is found. A name or an e-mail address makes a new customer.').waitFor()
    await find.fill('Mary Somerville')
    await page.getByRole('option', { name: 'New customer Mary Somerville', exact: true }).click()
    const name = page.getByRole('region', { name: 'Customer' }).getByLabel('Name', { exact: true })
    assert.equal(await name.inputValue(), 'Mary Somerville')
    await page.getByText('Without an e-mail address, so no mails are sent.').waitFor()
    await page.getByRole('button', { name: 'Custom item' }).click()
    await page.keyboard.type('Engraving')
    await page.getByLabel('Price of Engraving in GBP').fill('3')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Place order of £3.00' }).click()
    await page.getByRole('link', { name: 'Mary Somerville', exact: true }).waitFor()
    const { headers } = own.owner
    const [order] = (await service.request('GET', '/admin/orders', { headers })).body.data.items
    assert.deepEqual([order.email, order.customer.name, order.customer.email], [null, 'Mary Somerville', null])
    assert.deepEqual(faults, [])
  })

  it('goes to the customer by name, and the cheapest way once the country is known', async (t) => {
    const own = await makeMerchant(service)
    await makeProduct(service, own, { name: 'Tea towel', price: 10 })
    const { headers } = own.owner
    for (const body of [
      { name: 'Worldwide', price: 18 },
      { name: 'Tracked', price: 4, countries: ['GB'] },
    ])
      assert.equal((await service.request('POST', '/admin/shipping-methods', { headers, body })).status, 201)
    const { page, faults } = await visit(t, service, '/console/orders/new', { as: own.owner })
    await page.getByRole('combobox', { name: 'Find a customer' }).fill('Mary Somerville')
    await page.getByRole('option', { name: 'New customer Mary Somerville', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a product' }).fill('tea')
    await page.getByRole('option', { name: /Tea towel/ }).click()
    const [total, address] = [
      page.getByRole('region', { name: 'Total' }),
      page.getByRole('region', { name: 'Ship to' }),
    ]
    await total.getByText('Worldwide').waitFor()
    await address.getByLabel('Street and number', { exact: true }).fill('12 Mill Lane')
    assert.equal(await address.getByLabel('Name', { exact: true }).inputValue(), 'Mary Somerville')
    await address.getByLabel('Postal code').fill('LS1 5HN')
    await address.getByLabel('City').fill('Leeds')
    await address.getByLabel('Country').selectOption('United Kingdom')
    await total.getByText('Tracked').waitFor()
    await page.getByRole('button', { name: 'Place order of £14.00' }).click()
    await page.getByText(/^Order .* is placed$/).waitFor()
    const [order] = (await service.request('GET', '/admin/orders', { headers })).body.data.items
    assert.deepEqual([order.shipping_address.name, order.shipping_method.name], ['Mary Somerville', 'Tracked'])
    assert.deepEqual(faults, [])
  })
})
