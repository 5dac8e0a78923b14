import assert from 'node:assert/strict'
import { it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'

describeShop('markets in the console', startConsole, ({ service, shop }) => {
  it('the first is made, the shop’s own appears beside it; both are changed, and one is deleted', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/markets', { as: shop.owner })
    await page.getByText('No markets yet').waitFor()
    await page.getByRole('button', { name: 'New market' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name').fill('Alps')
    await dialog.getByLabel('Languages').fill('de-AT, no language')
    await dialog.getByRole('button', { name: 'Create market' }).click()
    await dialog.getByText('must name a country').waitFor()
    onlyStatuses(faults, 400)
    const countries = dialog.getByRole('combobox', { name: 'Countries' })
    await countries.fill('Austria')
    await countries.press('Enter')
    await dialog.getByLabel('Languages').fill('de-AT en')
    await dialog.getByLabel('Currency').selectOption('CHF')
    await dialog.getByLabel('Round to multiples of (CHF)').fill('0,05')
    await dialog.getByLabel('Prices').selectOption({ label: 'Tax is added' })
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Create market' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: 'Austrian German, English' }).waitFor()
    await page.getByRole('cell', { name: 'All others' }).waitFor()
    await page.getByRole('cell', { name: 'CHF' }).waitFor()
    const made = (await service.request('GET', '/admin/markets', { headers: shop.owner.headers })).body.data.items
    const { currency, price_rounding, prices_include_tax } = made.find((one: { own: boolean }) => !one.own)
    assert.deepEqual([currency, price_rounding, prices_include_tax], ['CHF', 0.05, false])
    await page.getByRole('link', { name: 'Other countries' }).click()
    await dialog.getByText('It serves all countries that no other market names.').waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Delete' }).count(), 0)
    await dialog.getByLabel('Languages').fill('en, fr')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('cell', { name: 'English, French' }).waitFor()
    await page.getByRole('link', { name: 'Alps' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('Translations stay.').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No markets yet').waitFor()
    assert.deepEqual(faults, [])
  })

  it('who may only read them is told why nothing can be changed', async (t) => {
    const other = await makeMerchant(service)
    const body = { name: 'France', countries: ['FR'], locales: ['fr'] }
    await service.request('POST', '/admin/markets', { headers: other.owner.headers, body })
    const viewer = await makeStaff(service, other.id, 'viewer')
    const { page } = await visit(t, service, '/console/settings/markets', { as: viewer })
    await page.getByRole('link', { name: 'France' }).click()
    const dialog = dialogOf(page)
    const reason = await reasonOf(dialog.getByRole('button', { name: 'Save', exact: true }))
    assert.match(reason ?? '', /settings/i)
  })

  it('a product has a price in each currency of the markets; taken out, it is sold there no more', async (t) => {
    const other = await makeMerchant(service)
    const headers = other.owner.headers
    for (const [country, currency] of [
      ['JP', 'JPY'],
      ['DE', 'EUR'],
    ]) {
      const body = { name: country, countries: [country], currency, locales: ['en'] }
      await service.request('POST', '/admin/markets', { headers, body })
    }
    const { id } = await makeProduct(service, other, { name: 'Paper lamp' })
    const prices = async () => (await service.request('GET', `/admin/products/${id}`, { headers })).body.data.prices
    const { page, faults } = await visit(t, service, `/console/products/${id}`, { as: other.owner })
    const save = async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Paper lamp is saved').first().waitFor()
    }
    await page.getByLabel('Price in JPY').fill('3000')
    await page.getByLabel('Price in EUR').fill('23,50')
    await page.getByLabel('Price before the sale (EUR)').fill('20')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Must be above the amount in EUR.').waitFor()
    onlyStatuses(faults, 400)
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('Price before the sale (EUR)').fill('29')
    await save()
    assert.deepEqual(await prices(), [
      { currency: 'EUR', amount: 23.5, compare_at_amount: 29 },
      { currency: 'JPY', amount: 3000, compare_at_amount: null },
    ])
    await page.reload()
    await page.getByLabel('Price in JPY').fill('')
    await save()
    assert.deepEqual(await prices(), [{ currency: 'EUR', amount: 23.5, compare_at_amount: 29 }])
    assert.deepEqual(faults, [])
  })

  it('ways to ship and to pay have amounts in each currency of the markets', async (t) => {
    const other = await makeMerchant(service)
    const headers = other.owner.headers
    const send = async (path: string, body: unknown) =>
      (await service.request('POST', `/admin/${path}`, { headers, body })).body.data
    await send('markets', { name: 'Japan', countries: ['JP'], currency: 'JPY', locales: ['en'] })
    await send('shipping-methods', { name: 'Parcel', price: 5 })
    await send('payment-methods', { kind: 'cash_on_delivery', name: 'To the driver', fee: { amount: 2 } })
    const first = async (path: string) => (await service.request('GET', `/admin/${path}`, { headers })).body.data.items
    const { page, faults } = await visit(t, service, '/console/settings/shipping', { as: other.owner })
    const dialog = dialogOf(page)
    const save = async () => {
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    await page.getByRole('link', { name: 'Parcel' }).click()
    await dialog.getByLabel('Price in JPY').fill('800')
    await save()
    assert.deepEqual((await first('shipping-methods'))[0].prices, [{ currency: 'JPY', price: 800, free_from: null }])
    await page.getByRole('link', { name: 'Payments', exact: true }).click()
    await page.getByRole('link', { name: 'To the driver' }).click()
    await dialog.getByLabel('Fee, in JPY').fill('300')
    await save()
    const [method] = (await first('payment-methods')).filter(({ name }: { name: string }) => name === 'To the driver')
    assert.deepEqual(method.prices, [{ currency: 'JPY', min: null, max: null, fee: { amount: 300 } }])
    assert.deepEqual(faults, [])
  })

  it('a promotion has all its amounts in each currency, and says which is missing', async (t) => {
    const other = await makeMerchant(service)
    const headers = other.owner.headers
    const body = { name: 'Japan', countries: ['JP'], currency: 'JPY', locales: ['en'] }
    await service.request('POST', '/admin/markets', { headers, body })
    const { page, faults } = await visit(t, service, '/console/promotions/new', { as: other.owner })
    await page.getByLabel('Name').fill('Seven off')
    await page.getByLabel('Code', { exact: true }).fill('SEVEN')
    await page.getByLabel('Kind').selectOption('Amount off')
    await page.getByLabel('Amount in GBP').fill('7')
    await page.getByLabel('Amount in JPY').fill('1000')
    await page.getByLabel('Worth at least in GBP').fill('50')
    await page.getByRole('button', { name: 'Create promotion' }).click()
    await page.getByText('the promotion has it in GBP').waitFor()
    onlyStatuses(faults, 400)
    await page.getByLabel('Worth at least in JPY').fill('8000')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Create promotion' }).click()
    await page.getByText('Seven off is created').first().waitFor()
    const stored = async () =>
      (await service.request('GET', '/admin/promotions', { headers })).body.data.items[0].prices
    assert.deepEqual(await stored(), [{ currency: 'JPY', amount: 1000, minimum: { subtotal: 8000 } }])
    await page.getByLabel('Amount in JPY').fill('1200')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Seven off is saved').first().waitFor()
    assert.deepEqual((await stored())[0].amount, 1200)
    assert.deepEqual(faults, [])
  })
})
