import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startConsole, visit } from '#test/support/console.ts'
import { faultAt, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'

describeShop('own texts in the console', startConsole, ({ service }) => {
  const own = async ({ owner: { headers } }: TestMerchant, locale = 'en') => {
    const { items } = (await service.request('GET', `/admin/texts/${locale}`, { headers })).body.data
    const changed = (items as { key: string; text: string | null }[]).filter(({ text }) => text !== null)
    return Object.fromEntries(changed.map(({ key, text }) => [key, text]))
  }
  const put = (at: TestMerchant, texts: object, locale = 'en') =>
    service.request('PUT', `/admin/texts/${locale}`, { headers: at.owner.headers, body: { texts } })

  it('are written beside ours, found by a word, and refused at their field', async (t) => {
    const at = await makeMerchant(service)
    const { page, faults } = await visit(t, service, '/console/settings/texts', { as: at.owner })
    const field = (ours: string) => page.getByRole('textbox', { name: `Your text for: ${ours}`, exact: true })
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const [thanks, refund] = [field('Thank you for your order'), field('Refund of {amount}')]
    await thanks.fill('Cheers for your order!')
    // What is typed stays while something else is looked for.
    await page.getByLabel('Search in the texts', { exact: true }).fill('refund of')
    await thanks.waitFor({ state: 'detached' })
    await page.getByText('Needs {amount}.', { exact: true }).first().waitFor()
    await refund.fill('Money back')
    await save.click()
    await faultAt(refund, 'Needs {amount}.')
    onlyStatuses(faults, 400)
    assert.deepEqual(await own(at), {})
    await refund.fill('{amount} back')
    await save.click()
    await page.getByText('The texts in English are saved', { exact: true }).first().waitFor()
    assert.deepEqual(await own(at), {
      'orderMail.thanks': 'Cheers for your order!',
      'orderMail.severalWays': '{amount} back',
    })
    assert.equal(await reasonOf(save), 'Nothing is changed yet.')

    await page.reload()
    assert.equal(await refund.inputValue(), '{amount} back')
    await page.getByLabel('Search in the texts', { exact: true }).fill('nothing says this')
    await page.getByRole('heading', { name: 'No text has this', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Clear the search', exact: true }).click()
    await page.getByRole('button', { name: 'Changed', exact: true }).click()
    await thanks.waitFor()
    await thanks.fill('')
    await refund.fill('')
    await save.click()
    await page.getByRole('heading', { name: 'No text is changed yet', exact: true }).waitFor()
    assert.deepEqual(await own(at), {})
    assert.deepEqual(faults, [])
  })

  it('are of one language each, and keep what a colleague has written meanwhile', async (t) => {
    const at = await makeMerchant(service)
    const { page, faults } = await visit(t, service, '/console/settings/texts?place=payPage', { as: at.owner })
    await page.getByLabel('Language', { exact: true }).selectOption('de')
    const pay = page.getByRole('textbox', { name: 'Your text for: Bezahlen', exact: true }).first()
    await pay.fill('Jetzt zahlen')
    assert.equal((await put(at, { 'quotePage.title': 'Angebot für Sie' }, 'de')).status, 200)
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await page.getByRole('alert').getByText('changed since', { exact: false }).waitFor()
    onlyStatuses(faults, 409)
    assert.equal(await pay.inputValue(), 'Jetzt zahlen')
    await save.click()
    await page.getByText('The texts in German are saved', { exact: true }).first().waitFor()
    assert.deepEqual(await own(at, 'de'), { 'quotePage.title': 'Angebot für Sie', 'payPage.pay': 'Jetzt zahlen' })
    assert.deepEqual([await own(at), faults], [{}, []])
  })

  it('are shown to viewers, who are told why they change none', async (t) => {
    const at = await makeMerchant(service)
    await put(at, { 'orderMail.thanks': 'Cheers!' })
    const viewer = await makeStaff(service, at.id, 'viewer')
    const { page, faults } = await visit(t, service, '/console/settings/texts', { as: viewer })
    const thanks = page.getByRole('textbox', { name: 'Your text for: Thank you for your order', exact: true })
    assert.equal(await thanks.inputValue(), 'Cheers!')
    assert.equal(await thanks.getAttribute('readonly'), '')
    assert.match((await reasonOf(page.getByRole('button', { name: 'Save', exact: true }))) ?? '', /settings\.write/)
    assert.deepEqual(faults, [])
  })
})
