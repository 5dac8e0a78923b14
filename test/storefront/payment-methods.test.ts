import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { started } from '#test/support/describe-shop.ts'
import { addToCart, enterAddress, startStorefrontShop, visitShop } from '#test/support/storefront.ts'

describe('ways to pay that a shop chooses, at the checkout of the storefront', () => {
  const shop = started(startStorefrontShop)
  before(async () => {
    const { headers } = shop.shop.owner
    const bank = { holder: 'Cakestand Ltd', iban: 'DE02120300000000202051' }
    const transfer = { kind: 'bank_transfer', name: 'By transfer', instructions: 'We send it then.', bank, position: 1 }
    const far = { kind: 'cash_on_delivery', name: 'Only in Austria', countries: ['AT'] }
    const cash = { kind: 'cash_on_delivery', name: 'In cash', fee: { amount: 4.5 }, position: 2 }
    for (const body of [{ kind: 'card', name: 'Card' }, transfer, far, cash]) {
      const made = await shop.service.request('POST', '/admin/payment-methods', { headers, body })
      assert.equal(made.status, 201, JSON.stringify(made.body))
    }
  })

  it('offers those that fit, and says how to pay; a card is paid at once', async (t) => {
    const { page, faults } = await visitShop(t, shop, { javaScriptEnabled: false })
    const { headers } = shop.shop.owner
    const buy = async (choice: string) => {
      await addToCart(page, '/products/blue-mug', 'Add to cart')
      await page.goto('/checkout')
      await enterAddress(page, 'buyer@example.com')
      assert.equal(await page.getByText('Only in Austria').count(), 0)
      await page.getByLabel(choice).check()
      await page.getByRole('button', { name: /^Pay £/ }).click()
      await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
      return (await shop.service.request('GET', '/admin/orders', { headers })).body.data.items[0]
    }
    const byTransfer = await buy('By transfer')
    assert.deepEqual([byTransfer.payment_terms.name, byTransfer.payment_status], ['By transfer', 'unpaid'])
    await page.getByRole('heading', { name: 'How to pay: By transfer' }).waitFor()
    await page.getByText('DE02 1203 0000 0000 2020 51', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Pay now' }).count(), 0)
    const byCard = await buy('Test payment that succeeds')
    assert.deepEqual([byCard.payment_terms.kind, byCard.payment_status], ['card', 'paid'])
    assert.deepEqual(faults, [])
  })

  it('adds the fee of a way to pay as soon as it is chosen', async (t) => {
    const { page, faults } = await visitShop(t, shop)
    await addToCart(page, '/products/blue-mug', 'Add to cart')
    await page.goto('/checkout')
    await enterAddress(page, 'buyer@example.com')
    const summary = page.getByRole('complementary')
    assert.equal(await summary.getByText('Payment fee', { exact: true }).count(), 0)
    await page.getByLabel('In cash + £4.50').check()
    await summary.getByText('Payment fee', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    const { headers } = shop.shop.owner
    const [order] = (await shop.service.request('GET', '/admin/orders', { headers })).body.data.items
    assert.deepEqual([order.payment_terms.name, order.payment_fee_total], ['In cash', 4.5])
    assert.deepEqual(faults, [])
  })
})
