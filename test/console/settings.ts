import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, faultAt, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

/** The shop, its shipping, its taxes. */
describeShop('the settings in the console', startConsole, ({ service, shop }) => {
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  it('lets order numbers count up, and says what is no prefix', async (t) => {
    const merchant = await makeMerchant(service)
    const { page } = await visit(t, service, '/console/settings/shop', { as: merchant.owner })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const prefix = page.getByLabel('Prefix', { exact: true })
    await page.getByLabel('Order numbers count up').waitFor()
    assert.equal(await prefix.isVisible(), false)
    await page.getByLabel('Order numbers count up').check()
    await prefix.fill('A1')
    await page.getByLabel('Next order number').fill('1001')
    await save.click()
    await faultAt(prefix, 'Must not end with a digit: 1 and 11 would look alike.')
    await prefix.fill('A-')
    await save.click()
    await page.getByText('The settings are saved').first().waitFor()
    const of = async () =>
      (await service.request('GET', '/admin/merchant', { headers: merchant.owner.headers })).body.data.order_number
    assert.deepEqual(await of(), { prefix: 'A-', next: 1001, digits: 1 })
    await page.getByLabel('Order numbers count up').uncheck()
    await save.click()
    await until(async () => (await of()) === null, 'the numbers to be of days')
  })

  it('lets each person choose what to be mailed about', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/notifications', { as: shop.owner })
    const form = page.getByRole('form', { name: 'Notifications' })
    const save = form.getByRole('button', { name: 'Save', exact: true })
    await form.getByLabel('Large order', { exact: true }).selectOption('mail')
    await save.click()
    await faultAt(
      form.getByLabel('A large order costs more than, in GBP'),
      'Is required for large orders, such as 500.',
    )
    await form.getByLabel('A large order costs more than, in GBP').fill('250')
    await form.getByLabel('New order', { exact: true }).selectOption('digest')
    await save.click()
    await page.getByText('Your notifications are saved').waitFor()
    const { kinds, large_order_over } = await read('/admin/notifications')
    assert.deepEqual(
      [kinds.order_placed, kinds.large_order, kinds.dispute, large_order_over],
      ['digest', 'mail', 'none', 250],
    )
    onlyStatuses(faults, 400)
  })

  it('changes the shop, says at their fields what is refused, and asks before it locks staff out', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings', { as: shop.owner })
    await page.waitForURL('**/console/settings/shop')
    await page.getByLabel('Name').fill('Willow & Wool')
    await page.getByLabel('E-mail', { exact: true }).fill('nobody')
    await page.getByLabel('Time zone').selectOption('Europe/London')
    await page.getByLabel('A parcel was sent').uncheck()
    await page.getByLabel('Web address').fill('https://willow.example.com')
    await page.getByLabel('Slug').fill('Willow')
    await page.getByLabel('Language').fill('en-gb')
    await page.getByLabel('Units of one product per order').fill('0')
    await page.getByRole('button', { name: 'Save' }).click()
    await faultAt(page.getByLabel('Units of one product per order'), 'Must be at least 1.')
    await page.getByLabel('Units of one product per order').fill('12')
    await page.getByLabel('Unpaid orders per guest').fill('0')
    await page.getByLabel('Hold stock for unpaid orders').fill('15')
    await page.getByRole('button', { name: 'Save' }).click()
    await faultAt(page.getByLabel('Unpaid orders per guest'), 'Must be at least 1.')
    await page.getByLabel('Unpaid orders per guest').fill('5')
    await page.getByRole('button', { name: 'Save' }).click()
    await faultAt(page.getByLabel('E-mail', { exact: true }), 'Has no @; example: ada@example.com.')
    await page.getByLabel('E-mail', { exact: true }).fill('help@example.com')
    await faultAt(page.getByLabel('Slug'), 'Must be lower-case words separated by hyphens, such as willow.')
    await page.getByLabel('Slug').fill('willow-wool')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The settings are saved').first().waitFor()
    const saved = await read('/admin/merchant')
    assert.deepEqual(
      [saved.name, saved.support_email, saved.timezone, saved.mail.shipment, saved.mail.refund, saved.currency],
      ['Willow & Wool', 'help@example.com', 'Europe/London', false, true, 'GBP'],
    )
    assert.deepEqual(
      [saved.storefront_url, saved.slug, saved.locale],
      ['https://willow.example.com', 'willow-wool', 'en-GB'],
    )
    assert.deepEqual(saved.order_limits, {
      max_open_orders_per_user: 20,
      max_quantity_per_line: 12,
      max_unpaid_units_per_address: 200,
      hold_unpaid_seconds: 900,
      guest: { max_open_orders: 5, max_quantity_per_line: 100 },
    })
    // The name stands above the navigation, too.
    await page.locator('aside').getByText('Willow & Wool').waitFor()

    await page.getByLabel('Staff sign in with two factors').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^From now on, staff without a second factor/)
      .waitFor()
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    assert.equal((await read('/admin/merchant')).require_two_factor, false)
    onlyStatuses(faults, 400)
  })

  it('asks before it changes the currency, shows prices in it, and says why it cannot change', async (t) => {
    const shop = await makeMerchant(service)
    const { headers } = shop.owner
    const read = async () => (await service.request('GET', '/admin/merchant', { headers })).body.data
    const shopper = await makeShopper(service, shop)
    const product = await makeProduct(service, shop, { price: 19.99 })
    const { page, faults } = await visit(t, service, '/console/settings/shop', { as: shop.owner })
    const changeCurrency = async (to: string) => {
      await page.getByLabel('Currency').selectOption(to)
      await page.getByRole('button', { name: 'Save' }).click()
      const question = page.getByRole('dialog')
      await question.getByText(/^Prices keep their numbers/).waitFor()
      await question.getByRole('button', { name: 'Change the currency' }).click()
    }
    await changeCurrency('JPY')
    await faultAt(page.getByLabel('Currency'), `Has 0 decimals, and the price of ${product.sku} has more.`)
    await changeCurrency('EUR')
    await page.getByText('The settings are saved').first().waitFor()
    await page.getByRole('link', { name: 'Products' }).click()
    await page.getByText('€19.99').first().waitFor()
    await page.goBack()
    await changeCurrency('GBP')
    await until(async () => (await read()).currency === 'GBP', 'the currency to change')
    assert.equal((await shopper.order([{ product_id: product.id, quantity: 1 }])).status, 201)
    await changeCurrency('EUR')
    await faultAt(page.getByLabel('Currency'), 'The currency is fixed once there is an order.')
    onlyStatuses(faults, 400, 409)
  })

  it('makes a shipping method, says at its field what is refused, changes and deletes it', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/shipping', { as: shop.owner })
    await page.getByRole('heading', { name: 'No shipping methods yet' }).waitFor()
    await page.getByRole('button', { name: 'New method' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Tracked 48')
    await dialog.getByLabel('Price in').fill('9999999999')
    await dialog.getByLabel('Free from').fill('50')
    const country = dialog.getByRole('combobox', { name: 'Ships to' })
    for (const text of ['GB', 'nigeria']) {
      await country.fill(text)
      await country.press('Enter')
    }
    await country.fill('Nowhereland')
    await dialog.getByRole('button', { name: 'Create method' }).click()
    assert.equal(await page.evaluate('document.activeElement.validationMessage'), 'Choose a country of the list')
    await country.fill('')
    await dialog.getByRole('button', { name: 'Create method' }).click()
    await faultAt(dialog.getByLabel('Price in'), 'Must be at most 1,000,000,000.')
    await dialog.getByLabel('Price in').fill('3,99')
    await dialog.getByRole('button', { name: 'Create method' }).click()
    await page.getByText('Tracked 48 is created').first().waitFor()
    const [made] = (await read('/admin/shipping-methods')).items
    assert.deepEqual([made.price, made.free_from, made.countries, made.active], [3.99, 50, ['GB', 'NG'], true])

    // The open method is in the address.
    await page.getByRole('link', { name: 'Tracked 48' }).click()
    await dialog.waitFor()
    await page.reload()
    await dialog.getByLabel('Minimum weight').fill('500')
    await dialog.getByLabel('Maximum weight').fill('400')
    await dialog.getByRole('button', { name: 'Remove Nigeria' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await faultAt(dialog.getByLabel('Maximum weight'), 'Must be at least “Minimum weight (g)”.')
    await dialog.getByLabel('Maximum weight').fill('2500')
    await dialog.getByLabel('Customers can choose it').uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: '500 g to 2.5 kg' }).waitFor()
    const [changed] = (await read('/admin/shipping-methods')).items
    assert.deepEqual([changed.countries, changed.max_weight_grams, changed.active], [['GB'], 2500, false])

    await page.getByRole('link', { name: 'Tracked 48' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText(/Orders that use it keep it\. It cannot be undone\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No shipping methods yet' }).waitFor()
    onlyStatuses(faults, 400)
  })

  it('adds the usual tax rates of a country, chosen by its name', async (t) => {
    const seller = await makeMerchant(service)
    const { page, faults } = await visit(t, service, '/console/settings/taxes', { as: seller.owner })
    await page.getByLabel('Usual rates of', { exact: true }).selectOption({ label: 'Germany' })
    await page.getByText('19 %, 7 %.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Add these rates' }).click()
    assert.equal(await page.getByLabel('Class of row 2').inputValue(), 'reduced')
    await page.getByRole('button', { name: 'Save table' }).click()
    await dialogOf(page).getByRole('button', { name: 'Save tax rates' }).click()
    await page.getByText('Tax rates saved').first().waitFor()
    const { body } = await service.request('GET', '/admin/tax-rates', { headers: seller.owner.headers })
    assert.deepEqual(
      body.data.rates.map(({ country, rate }: { country: string; rate: number }) => [country, rate]),
      [
        ['DE', 19],
        ['DE', 7],
      ],
    )
    assert.deepEqual(faults, [])
  })

  it('replaces the tax rates, says at its row what is refused, and undoes nobody’s change unseen', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/taxes', { as: shop.owner })
    await page.getByRole('heading', { name: 'No tax rates' }).waitFor()
    const add = page.getByRole('button', { name: 'Add a row' })
    const fill = async (row: number, values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) await page.getByLabel(`${label} of row ${row}`).fill(value)
    }
    const save = async () => {
      await page.getByRole('button', { name: 'Save table' }).click()
      await dialogOf(page).getByRole('button', { name: 'Save tax rates' }).click()
    }
    await add.click()
    await add.click()
    await fill(1, { Country: 'gb', Name: 'VAT', 'Rate in %': '20' })
    await fill(2, { Country: 'ZZ', Name: 'VAT', 'Rate in %': '17,12345' })
    await save()
    await page.getByText('Country: Must be a country code of ISO 3166-1 alpha-2.').waitFor()
    await page.getByText('Rate in %: Must have at most 4 decimals.').waitFor()
    assert.equal(await page.getByLabel('Country of row 2').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Name of row 2').getAttribute('aria-invalid'), null)
    await fill(2, { Country: 'GB', 'Rate in %': '17,5' })
    await save()
    await page.getByText('Has the same place, class and name as row 1.').waitFor()
    await fill(2, { Region: 'Jersey', 'Postal codes': 'JE2*; J*E' })
    await page.getByLabel('Compound, of row 2').check()
    await save()
    await page.getByText(/^Postal codes: Must be a postal code, its beginning such as 35\*/).waitFor()
    await fill(2, { 'Postal codes': 'je3*, JE2 *' })
    await page.getByRole('button', { name: 'Save table' }).click()
    await dialogOf(page)
      .getByText(/^2 rows added\. Orders are taxed by them as soon as they are saved/)
      .waitFor()
    await dialogOf(page).getByRole('button', { name: 'Save tax rates' }).click()
    await page.getByText('Tax rates saved').first().waitFor()
    const rates = [
      { country: 'GB', region: null, tax_class: 'standard', name: 'VAT', rate: 20 },
      {
        country: 'GB',
        region: 'Jersey',
        tax_class: 'standard',
        name: 'VAT',
        rate: 17.5,
        postal_codes: ['JE2*', 'JE3*'],
        compound: true,
      },
    ]
    assert.deepEqual((await read('/admin/tax-rates')).rates, rates)

    await page.getByRole('button', { name: 'Remove row 2' }).click()
    await fill(1, { 'Rate in %': '21' })
    const theirs = { rates: [...rates, { ...rates[0], tax_class: 'reduced', rate: 5 }] }
    await service.request('PUT', '/admin/tax-rates', { headers: shop.owner.headers, body: theirs })
    await save()
    await dialogOf(page)
      .getByRole('alert')
      .getByText(/^Somebody else has changed the tax rates meanwhile/)
      .waitFor()
    assert.deepEqual((await read('/admin/tax-rates')).rates, theirs.rates)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Shipping', exact: true }).click()
    await dialogOf(page).getByRole('button', { name: 'Stay' }).click()
    await page.getByText('1 row changed, 1 row removed.').waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('link', { name: 'Shipping', exact: true }).click()
    await page.waitForURL('**/console/settings/shipping')
    onlyStatuses(faults, 400)
  })

  it('shows a viewer the shop and the reason why they do not change it', async (t) => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page, faults } = await visit(t, service, '/console/settings/shop', { as: viewer })
    const save = page.getByRole('button', { name: 'Save' })
    await save.waitFor()
    assert.equal(await reasonOf(save), 'Your role, viewer, may not do this. It needs settings.write.')
    assert.equal(await page.getByLabel('Prices include tax').isDisabled(), true)
    assert.deepEqual(faults, [])
  })
})
