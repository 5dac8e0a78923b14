import assert from 'node:assert/strict'
import { it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMarketIn } from '#test/support/markets.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

describeShop('figures of several currencies in the console', startConsole, ({ service, shop }) => {
  it('dashboard and reports show one currency, which the address keeps; a customer each', async (t) => {
    const { id } = await makeProduct(service, shop, { price: 20, onHand: 50 })
    const { page, faults } = await visit(t, service, '/console', { as: shop.owner })
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    assert.equal(await page.getByLabel('Currency').count(), 0)
    await makeMarketIn(service, shop, { country: 'JP', currency: 'JPY', prices: { [id]: 3000 } })
    const shopper = await makeShopper(service, shop)
    for (const country of [undefined, 'JP']) {
      const placed = await shopper.order([{ product_id: id, quantity: 2 }], { ...(country && { country }) })
      assert.equal((await shopper.pay(placed.body.data.id)).status, 201)
    }
    await page.reload()
    const shown = (text: string) => page.getByRole('main').getByText(text, { exact: true }).first().waitFor()
    await shown('£40.00')
    await page.getByLabel('Currency').selectOption('JPY')
    await shown('JP¥6,000')
    assert.equal(new URL(page.url()).searchParams.get('currency'), 'JPY')
    await page.getByRole('button', { name: '7 days' }).click()
    await shown('JP¥6,000')
    assert.equal(new URL(page.url()).searchParams.get('currency'), 'JPY')
    assert.deepEqual(await violations(page), [])
    await page.getByRole('link', { name: /^Paid/ }).click()
    await page.getByText('1 order', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('currency'), 'JPY')
    await page.getByLabel('Currency').selectOption('GBP')
    await page.getByRole('cell', { name: '£40.00' }).first().waitFor()
    await page.goto('/console/reports?report=margin&currency=JPY')
    await page.getByRole('cell', { name: 'JP¥6,000' }).first().waitFor()
    await page.getByRole('button', { name: 'Visits' }).click()
    await page.getByLabel('Currency').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sales' }).click()
    await page.getByLabel('Currency').selectOption('GBP')
    await page.getByRole('cell', { name: '£40.00' }).first().waitFor()
    await page.getByRole('button', { name: 'DATEV' }).click()
    await page.getByText('2 in other currencies left out').waitFor()
    await page.goto(`/console/customers/${shopper.id}`)
    await page.getByText('£40.00 and JP¥6,000').first().waitFor()
    assert.deepEqual(faults, [])
  })
})
