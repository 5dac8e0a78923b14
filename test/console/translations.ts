import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startConsole, visit } from '#test/support/console.ts'
import { faultAt, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { makeProduct } from '#test/support/products.ts'

describeShop('translations in the console', startConsole, ({ service, shop }) => {
  const send = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object, { owner } = shop) => {
    const answer = await service.request(method, `/admin/${path}`, { headers: owner.headers, body })
    assert.ok(answer.status < 300, JSON.stringify(answer.body))
    return answer.body.data
  }
  /** What a customer in Germany is answered. */
  const inGermany = async (path: string, { id, owner: { headers } } = shop) =>
    (await service.request('GET', `/catalog/${path}?merchant_id=${id}&country=DE`, { headers })).body.data
  /** An English shop that sells to Germany in German. */
  const german = async (): Promise<TestMerchant> => {
    const at = await makeMerchant(service)
    await send('POST', 'markets', { name: 'Germany', countries: ['DE'], locales: ['de', 'fr'] }, at)
    return at
  }

  it('say that markets come first', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/translations', { as: shop.owner })
    await page.getByRole('heading', { name: 'Markets come first', exact: true }).waitFor()
    const link = page.getByRole('link', { name: 'To the markets', exact: true })
    assert.equal(await link.getAttribute('href'), '/console/settings/markets')
    assert.deepEqual(faults, [])
  })

  it('translate a payment method and a promotion by the texts that they have', async (t) => {
    const at = await german()
    const bank = { holder: 'Cakestand Ltd', iban: 'DE02120300000000202051' }
    const method = { kind: 'bank_transfer', name: 'Bank transfer', instructions: 'Pay soon.', bank }
    const { id } = await send('POST', 'payment-methods', method, at)
    await send('POST', 'promotions', { name: 'Summer sale', kind: 'percentage', percent: 10 }, at)
    const { page, faults } = await visit(t, service, '/console/settings/translations', { as: at.owner })
    await page.getByText('2 texts', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Bank transfer', exact: true }).click()
    const form = page.getByRole('form', { name: 'Translation', exact: true })
    await form.getByText('Pay soon.', { exact: true }).waitFor()
    await form.getByLabel('Name', { exact: true }).fill('Überweisung')
    await form.getByLabel('Instructions', { exact: true }).fill('Bitte bald zahlen.')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Bank transfer in German is saved', { exact: true }).waitFor()
    const headers = at.owner.headers
    const saved = await service.request('GET', `/admin/translations/payment_method/${id}/de`, { headers })
    assert.deepEqual([saved.body.data.name, saved.body.data.instructions], ['Überweisung', 'Bitte bald zahlen.'])
    await page.getByRole('link', { name: 'Next without a text', exact: true }).click()
    await form.getByText('Summer sale', { exact: true }).waitFor()
    assert.equal(await form.getByRole('textbox').count(), 1)
    assert.deepEqual(faults, [])
  })

  it('translate a product, say at its field what is refused, and ask before leaving', async (t) => {
    const at = await german()
    const product = await makeProduct(service, at, { name: 'Lantern', description: 'Of glass.' })
    await makeProduct(service, at, { name: 'Candle' })
    const done = await makeProduct(service, at, { name: 'Vase' })
    await send('PUT', `translations/product/${done.id}/de`, { name: 'Vase' }, at)
    const { page, faults } = await visit(t, service, '/console/settings/translations', { as: at.owner })
    const languages = page.getByLabel('Language', { exact: true })
    await languages.waitFor()
    assert.deepEqual(await languages.getByRole('option').allTextContents(), ['German', 'French'])
    await page.getByText('3 texts', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Missing', exact: true }).click()
    await page.getByText('2 texts', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Lantern', exact: true }).click()

    const form = page.getByRole('form', { name: 'Translation', exact: true })
    await form.getByText('Lantern', { exact: true }).waitFor()
    await form.getByLabel('Name', { exact: true }).fill('Windlicht')
    await page.getByRole('link', { name: 'Next without a text', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?', exact: true })
    await question.getByRole('button', { name: 'Stay', exact: true }).click()
    const text = form.getByRole('textbox', { name: 'Description', exact: true })
    await text.click()
    await page.keyboard.type('Aus Glas.')
    await form.getByLabel('Page title', { exact: true }).fill('Windlicht aus Glas')
    await form.getByLabel('Web address', { exact: true }).fill('candle')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await faultAt(form.getByLabel('Web address', { exact: true }), 'The slug candle belongs to another product.')
    onlyStatuses(faults, 409)
    await form.getByLabel('Web address', { exact: true }).fill('windlicht')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Lantern in German is saved', { exact: true }).first().waitFor()

    await page.reload()
    await form
      .getByText('Windlicht aus Glas')
      .or(form.getByLabel('Page title', { exact: true }))
      .first()
      .waitFor()
    await text.getByText('Aus Glas.', { exact: true }).waitFor()
    assert.equal(await form.getByLabel('Name', { exact: true }).inputValue(), 'Windlicht')
    assert.equal(await form.getByLabel('Page title', { exact: true }).inputValue(), 'Windlicht aus Glas')
    const { name, description_html, slug, seo } = await inGermany(`products/${product.id}`, at)
    assert.deepEqual([name, description_html, slug], ['Windlicht', '<p>Aus Glas.</p>', 'windlicht'])
    assert.equal(seo.title, 'Windlicht aus Glas')

    await page.getByRole('link', { name: 'Next without a text', exact: true }).click()
    await page.getByRole('heading', { name: 'Candle', exact: true }).waitFor()
    assert.equal(await form.getByLabel('Name', { exact: true }).inputValue(), '')
    await page.getByRole('link', { name: 'Back to the translations', exact: true }).click()
    await page.getByText('1 text', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Candle', exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('give a group words for its options and their values', async (t) => {
    const at = await german()
    const group = await makeGroup(service, at, { name: 'Shirt', status: 'active' })
    const path = `/console/settings/translations/product_group/${group.id}/de`
    const { page, faults } = await visit(t, service, path, { as: at.owner })
    const form = page.getByRole('form', { name: 'Translation', exact: true })
    await form.getByLabel('Name', { exact: true }).fill('Hemd')
    const colour = form.getByRole('group', { name: 'Colour', exact: true })
    await colour.getByLabel('Colour', { exact: true }).fill('Farbe')
    await colour.getByLabel('Red', { exact: true }).fill('Rot')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Shirt in German is saved', { exact: true }).first().waitFor()
    await page.reload()
    await colour.getByLabel('Red', { exact: true }).waitFor()
    assert.equal(await colour.getByLabel('Colour', { exact: true }).inputValue(), 'Farbe')
    assert.equal(await colour.getByLabel('Red', { exact: true }).inputValue(), 'Rot')
    const { name, options } = await inGermany(`product-groups/${group.id}`, at)
    const shown = options.find((option: { name: string }) => option.name === 'Colour')
    assert.deepEqual([name, shown.title], ['Hemd', 'Farbe'])
    assert.equal(shown.values.find(({ value }: { value: string }) => value === 'Red').title, 'Rot')
    assert.deepEqual(faults, [])
  })

  it('viewers see them, and are told why they change none', async (t) => {
    const at = await german()
    const product = await makeProduct(service, at, { name: 'Lantern' })
    await send('PUT', `translations/product/${product.id}/de`, { name: 'Windlicht' }, at)
    const viewer = await makeStaff(service, at.id, 'viewer')
    const { page, faults } = await visit(t, service, '/console/settings/translations', { as: viewer })
    await page.getByRole('link', { name: 'Lantern', exact: true }).click()
    const form = page.getByRole('form', { name: 'Translation', exact: true })
    const name = form.getByLabel('Name', { exact: true })
    await name.waitFor()
    assert.equal(await name.inputValue(), 'Windlicht')
    assert.equal(await name.getAttribute('readonly'), '')
    const reason = await reasonOf(form.getByRole('button', { name: 'Save', exact: true }))
    assert.equal(reason, 'Your role, viewer, may not do this. It needs products.write.')
    assert.deepEqual(faults, [])
  })
})
