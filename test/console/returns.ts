import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { type ConsoleService, signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf } from '#test/support/console-page.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makePaidOrder } from '#test/support/orders.ts'
import { returnsOn } from '#test/support/returns.ts'

describe('returns in the console', () => {
  let service: ConsoleService
  let shop: TestMerchant
  before(async () => {
    service = await startConsole()
    shop = await makeMerchant(service)
  })
  after(() => service?.close())

  it('a return is approved, received and refunded in its dialog; its order shows it', async (t) => {
    const { order, products, shopper, fulfil } = await makePaidOrder(service, shop, [2])
    await fulfil()
    const { ask } = returnsOn(service, shop, shopper, order.id)
    const items = [{ product_id: products[0]?.id, quantity: 2, reason: 'damaged', note: 'Cracked' }]
    assert.equal((await ask(items)).status, 201)
    const { page, faults } = await visit(t, service, '/console/returns')
    await signIn(page, shop.owner)
    await page.getByRole('link', { name: order.order_number }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('Cracked').waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByLabel('Message').fill('Use our box')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('spinbutton').fill('1')
    await dialog.getByRole('button', { name: 'Received', exact: true }).click()
    const give = dialog.getByRole('button', { name: 'Refund', exact: true })
    await give.waitFor()
    await dialog.getByLabel('Deduction', { exact: true }).fill('1.99')
    await dialog.getByLabel('Reason of the deduction').fill('No box')
    await give.click()
    await dialog.getByText('Refund of £18.00: succeeded').waitFor()
    await dialog.getByRole('link', { name: `Order ${order.order_number}` }).click()
    const section = page.getByRole('region', { name: 'Returns' })
    await section.getByText('Refunded').waitFor()
    assert.deepEqual(faults, [])
  })
})
