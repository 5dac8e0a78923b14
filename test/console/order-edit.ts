import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'
import { makePaidOrder } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { makePromotion } from '#test/support/promotions.ts'

describeShop('edits of orders in the console', startConsole, ({ service, shop }) => {
  before(async () => {
    await makeProduct(service, shop, { name: 'Water jug', sku: 'JUG-1', price: 8, onHand: 2 })
  })

  it('shows the difference as it is typed, and what becomes of it', async (t) => {
    const { order, current } = await makePaidOrder(service, shop, [2, 1])
    const [first, second] = order.items
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`, { as: shop.owner })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = dialogOf(page)
    const outcome = dialog.getByRole('status', { name: 'Outcome' })
    await outcome.getByText('£59.97').waitFor()
    assert.equal(await reasonOf(dialog.getByRole('button', { name: 'Save the edit' })), 'Nothing to save yet.')
    // By keys: the first field has the focus.
    await page.keyboard.press('Control+a')
    await page.keyboard.type('3')
    await dialog.getByRole('button', { name: 'Save for £19.99 more' }).waitFor()
    await outcome.getByText(/^£19\.99 are due for 7 days: send a payment link\./).waitFor()
    const find = dialog.getByRole('combobox', { name: 'Find a product' })
    await find.fill('jug')
    await page.getByRole('option', { name: /Water jug/ }).waitFor()
    await find.press('Enter')
    await dialog.getByLabel('Quantity of Water jug').fill('9')
    await dialog.getByText(/^Only 2 available\.$/).waitFor()
    onlyStatuses(faults, 409)
    assert.equal(await reasonOf(dialog.getByRole('button', { name: 'Save the edit' })), 'Correct what is marked first.')
    assert.equal(await dialog.getByRole('alert').count(), 0)
    await dialog.getByLabel('Quantity of Water jug').fill('1')
    await dialog.getByRole('button', { name: 'Save for £27.99 more' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Remove Water jug' }).click()
    await dialog.getByLabel(`Quantity of ${first.name}`).first().fill('1')
    await dialog
      .getByRole('button', { name: `Remove ${second.name}` })
      .last()
      .click()
    await outcome.getByText('£39.98 will be refunded. This cannot be undone.').waitFor()
    await dialog.getByRole('button', { name: 'Save and refund £39.98' }).click()
    await page.getByText('The order costs £39.98 less').first().waitFor()
    const edited = await current()
    assert.deepEqual([edited.total, edited.amount_paid, edited.items.length], [19.99, 19.99, 1])
    await page.getByRole('region', { name: 'Refunds' }).getByText('By an edit').waitFor()
    // It can be edited again.
    assert.equal(await page.getByRole('button', { name: 'Edit', exact: true }).getAttribute('aria-disabled'), null)
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(faults, [])
  })

  it('finds the discounts anew when asked, and shows which come and which go', async (t) => {
    const before = await makePromotion(service, shop, { name: 'Spring', percent: 10 })
    const { order, current } = await makePaidOrder(service, shop, [2])
    await service.request('DELETE', `/admin/promotions/${before.id}`, { headers: shop.owner.headers })
    const summer = await makePromotion(service, shop, { name: 'Summer', percent: 25 })
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`, { as: shop.owner })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = dialogOf(page)
    const anew = dialog.getByRole('checkbox', { name: "Recalculate discounts with today's promotions" })
    await anew.focus()
    await page.keyboard.press('Space')
    const outcome = dialog.getByRole('status', { name: 'Outcome' })
    await outcome.getByRole('row', { name: 'Summer — -£10.00' }).waitFor()
    await outcome.getByRole('row', { name: 'Spring -£4.00 —' }).waitFor()
    await outcome.getByRole('row', { name: 'Total £35.98 £29.98' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await anew.uncheck()
    assert.equal(await reasonOf(dialog.getByRole('button', { name: 'Save the edit' })), 'Nothing to save yet.')
    await anew.check()
    await dialog.getByRole('button', { name: 'Save and refund £6.00' }).click()
    await page.getByText('The order costs £6.00 less').first().waitFor()
    const edited = await current()
    assert.deepEqual([edited.total, edited.discounts.length, edited.discounts[0].name], [29.98, 1, 'Summer'])
    await service.request('DELETE', `/admin/promotions/${summer.id}`, { headers: shop.owner.headers })
    assert.deepEqual(faults, [])
  })

  it('says why an order is not edited any more, and what the role lacks', async (t) => {
    const sent = await makePaidOrder(service, shop, [1])
    await sent.fulfil()
    const { page } = await visit(t, service, `/console/orders/${sent.order.id}`, { as: shop.owner })
    const edit = page.getByRole('button', { name: 'Edit', exact: true })
    assert.equal(await reasonOf(edit), 'Something was sent: take it back as a return.')
    const { order } = await makePaidOrder(service, shop, [2])
    const other = await visit(t, service, `/console/orders/${order.id}`)
    await signIn(other.page, await makeStaff(service, shop.id, 'support'))
    await other.page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = dialogOf(other.page)
    await dialog.getByLabel(/^Quantity of/).fill('1')
    const save = dialog.getByRole('button', { name: 'Save and refund £19.99' })
    assert.equal(await reasonOf(save), 'Your role, support, may not do this. It needs orders.refund.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await other.page.getByRole('button', { name: 'Leave without saving' }).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(other.faults, [])
  })
})
