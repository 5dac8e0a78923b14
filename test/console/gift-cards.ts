import assert from 'node:assert/strict'
import { it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'
import { placeOrder } from '#test/support/orders.ts'
import { makeGiftCard, payWith, readGiftCard } from '#test/support/stored-value.ts'

describeShop('gift cards and store credit in the console', startConsole, ({ service, shop }) => {
  it('a card is made, and its code is shown once', async (t) => {
    const { page, context, faults } = await visit(t, service, '/console/gift-cards')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn(page, shop.owner)
    await page.getByText('No gift cards yet').waitFor()
    await page.getByRole('link', { name: 'New gift card' }).first().click()
    const dialog = dialogOf(page)
    const make = dialog.getByRole('button', { name: 'Make gift card' })
    await dialog.getByLabel('Amount in GBP').fill('0')
    await make.click()
    await dialog.locator('[id$="-error"]').waitFor()
    onlyStatuses(faults, 400)
    await dialog.getByLabel('Amount in GBP').fill('50')
    await dialog.getByLabel('E-mail').fill('ada@example.com')
    await dialog.getByLabel('Note').fill('Birthday')
    await dialog.getByLabel('Last day').fill('2020-02-01')
    await make.click()
    await dialog.locator('[id$="-error"]').waitFor()
    onlyStatuses(faults, 400)
    await dialog.getByLabel('Last day').fill('2098-12-31')
    assert.deepEqual(await violations(page), [])
    await make.click()
    await dialog.getByText('It is mailed to ada@example.com, too.').waitFor()
    const code = await dialog.getByLabel('Code', { exact: true }).inputValue()
    assert.match(code, /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
    await dialog.getByRole('button', { name: 'Copy code' }).click()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), code)
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('ada@example.com · Birthday').waitFor()
    await dialog.waitFor({ state: 'detached' })
    assert.ok(!(await page.content()).includes(code))
    await page.getByRole('button', { name: 'Spent' }).click()
    await page.getByText('No gift card matches').waitFor()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('link', { name: `···· ${code.slice(-4)}` }).click()
    await page.getByText('£50.00 left').waitFor()
    const card = (await service.request('GET', '/admin/gift-cards', { headers: shop.owner.headers })).body.data.items[0]
    assert.equal(card.expires_at, '2099-01-01T00:00:00.000Z')
    assert.deepEqual(faults, [])
  })

  it('shows what came and went, is adjusted and disabled', async (t) => {
    const card = await makeGiftCard(service, shop, 30)
    const { shopper, order } = await placeOrder(service, shop)
    assert.equal(
      (await payWith(service, { ...shopper.headers, 'merchant-id': shop.id }, order.id, card.code)).status,
      201,
    )
    const { balance } = await readGiftCard(service, shop, card.id)
    const { page, faults } = await visit(t, service, `/console/gift-cards/${card.id}`, { as: shop.owner })
    const ledger = page.getByRole('list', { name: 'Ledger' })
    await ledger.getByText('Paid').waitFor()
    await ledger.getByText('Given').waitFor()
    await page.getByRole('button', { name: 'Adjust' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Change', { exact: true }).selectOption('Deduct')
    await dialog.getByLabel('Amount in GBP').fill('100')
    await dialog.getByText(/so no more can be taken\.$/).waitFor()
    assert.equal(await reasonOf(dialog.getByRole('button', { name: 'Take £100.00' })), 'The balance would be below 0.')
    await dialog.getByLabel('Change', { exact: true }).selectOption('Add')
    await dialog.getByLabel('Amount in GBP').fill('5')
    await dialog.getByRole('button', { name: 'Add £5.00' }).click()
    await dialog.getByText('Needs a reason.').waitFor()
    await dialog.getByLabel('Reason').fill('Late parcel')
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Add £5.00' }).click()
    await ledger.getByText('Late parcel').waitFor()
    assert.equal((await readGiftCard(service, shop, card.id)).balance, balance + 5)
    await page.getByRole('button', { name: 'Disable' }).click()
    await dialog.getByText(/that are left on it\. It cannot be undone\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await page.getByText('The gift card is disabled').first().waitFor()
    assert.equal(await reasonOf(page.getByRole('button', { name: 'Adjust' })), 'It is disabled for good.')
    assert.deepEqual(await violations(page), [])
    // The order says in how many parts it is paid.
    await page.goto(`/console/orders/${order.id}`)
    await page.getByRole('region', { name: 'Payments' }).getByText('Gift card').waitFor()
    assert.deepEqual(faults, [])
  })

  it('a customer gets store credit; who may not read it is told so', async (t) => {
    const { shopper } = await placeOrder(service, shop)
    const { page, faults } = await visit(t, service, `/console/customers/${shopper.id}`, { as: shop.owner })
    const section = page.getByRole('region', { name: 'Store credit' })
    await section.getByText('£0.00').waitFor()
    await section.getByRole('button', { name: 'Adjust' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Amount in GBP').fill('12.50')
    await dialog.getByText('The balance goes from £0.00 to £12.50.').waitFor()
    await dialog.getByLabel('Reason').fill('Broken jug')
    await dialog.getByRole('button', { name: 'Add £12.50' }).click()
    await section.getByText('Broken jug').waitFor()
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(faults, [])
    const support = await makeStaff(service, shop.id, 'support')
    const other = await visit(t, service, `/console/customers/${shopper.id}`)
    await signIn(other.page, support)
    const why = 'Your role, support, may not do this. It needs gift_cards.read.'
    await other.page.getByRole('region', { name: 'Store credit' }).locator('p').getByText(why).waitFor()
    assert.deepEqual(other.faults, [])
  })
})
