import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Locator } from 'playwright-core'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, faultAt, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makePaidOrder } from '#test/support/orders.ts'

/** What a dialog says that a refund or a parcel does, while what is typed is no number of what is left. */
describeShop('the dialogs of an order in the console', startConsole, ({ service, shop }) => {
  /** No figure stands in the sentence and on the button, which cannot be used. */
  async function saysNothing(dialog: Locator, button: string): Promise<void> {
    const submit = dialog.getByRole('button', { name: button, exact: true })
    await submit.waitFor()
    assert.equal(await reasonOf(submit), 'Correct what is marked first.')
    assert.equal(await dialog.getByText(/^(Refunds|Takes) /).count(), 0)
  }

  it('names no refund for an amount that is none, and says at its field what it takes', async (t) => {
    const { order } = await makePaidOrder(service, shop)
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`, { as: shop.owner })
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = dialogOf(page)
    const amount = dialog.getByLabel('Amount in GBP')
    const units = dialog.getByRole('spinbutton')
    for (const chosen of ['0', '1']) {
      await units.fill(chosen)
      for (const [typed, said] of [
        ...['abc', '-1', '1e3'].map((text) => [text, 'Needs an amount, such as 12.75.'] as const),
        ['1.9999', 'GBP has 2 decimals.'] as const,
        [
          '1.999',
          '“1.999” could be 1999.00 or 1.999, and GBP has 2 decimals. Type 1999 without the point if you mean that.',
        ] as const,
      ]) {
        await amount.fill(typed)
        await faultAt(amount, said)
        await saysNothing(dialog, 'Refund')
      }
      await amount.fill('1.000,00')
      await faultAt(amount, 'Only £59.97 is left of what was paid.')
    }
    await amount.fill('9999')
    await faultAt(amount, 'Only £59.97 is left of what was paid.')
    const refund = dialog.getByRole('button', { name: 'Refund', exact: true })
    assert.equal(await reasonOf(refund), 'Only £59.97 is left of what was paid.')
    await amount.fill('5,5')
    await dialog.getByText('Refunds £5.50 and cancels 1 unit not sent yet. It cannot be undone.').waitFor()
    await dialog.getByText('Instead of £19.99.').waitFor()
    await dialog.getByRole('button', { name: 'Refund £5.50' }).waitFor()
    for (const typed of ['-2', '99', '1.5', '']) {
      await units.fill(typed)
      await faultAt(units, 'Must be a whole number from 0 to 3.')
      await saysNothing(dialog, 'Refund')
      assert.equal(await dialog.getByText('Instead of').count(), 0)
    }
    await amount.fill('')
    await units.fill('99')
    await faultAt(units, 'Must be a whole number from 0 to 3.')
    await saysNothing(dialog, 'Refund')
    assert.equal(await dialog.locator('[id$="-error"]').count(), 1)
    assert.equal(await amount.getAttribute('placeholder'), '')
    await units.fill('2')
    await dialog.getByText('Refunds £39.98 and cancels 2 units not sent yet. It cannot be undone.').waitFor()
    await dialog.getByRole('button', { name: 'Refund £39.98' }).click()
    await page.getByText('£39.98 refunded').first().waitFor()
    assert.deepEqual(faults, [])
  })

  it('takes another amount after one that was more than is left by now', async (t) => {
    const { order } = await makePaidOrder(service, shop)
    const { page } = await visit(t, service, `/console/orders/${order.id}`, { as: shop.owner })
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = dialogOf(page)
    const amount = dialog.getByLabel('Amount in GBP')
    await amount.fill('20')
    // After the click, as the page may read the order again at any time before.
    await page.route(
      '**/refunds',
      async (route) => {
        const meanwhile = { headers: shop.owner.headers, body: { amount: 50 } }
        assert.equal((await service.request('POST', `/admin/orders/${order.id}/refunds`, meanwhile)).status, 201)
        await route.continue()
      },
      { times: 1 },
    )
    await dialog.getByRole('button', { name: 'Refund £20.00' }).click()
    await faultAt(amount, 'Only £9.97 is left of what was paid.')
    await amount.fill('9')
    await dialog.getByRole('button', { name: 'Refund £9.00' }).click()
    await page.getByText('£9.00 refunded').first().waitFor()
  })

  it('what was paid by hand waits until staff mark it as paid back', async (t) => {
    const { order, refund, current } = await makePaidOrder(service, shop, [1], { method: 'manual' })
    assert.equal((await refund({ amount: 5 })).status, 201)
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`, { as: shop.owner })
    await page.getByText('By hand: pay it back yourself').waitFor()
    await page.getByRole('button', { name: 'Mark as paid back' }).click()
    await page.getByRole('button', { name: 'Mark £5.00 as paid back' }).click()
    await page.getByText('£5.00 marked as paid back').waitFor()
    await page.getByRole('button', { name: 'Mark as paid back' }).waitFor({ state: 'detached' })
    assert.equal((await current()).refunds[0].status, 'succeeded')
    assert.deepEqual(faults, [])
  })

  it('sends no more units than are left, and none that are no number', async (t) => {
    const { order } = await makePaidOrder(service, shop, [9, 2])
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`, { as: shop.owner })
    await page.getByRole('button', { name: 'Fulfil', exact: true }).click()
    const dialog = dialogOf(page)
    const units = dialog.getByRole('spinbutton').first()
    for (const typed of ['20', '-1', '1.5', '']) {
      await units.fill(typed)
      await faultAt(units, 'Must be a whole number from 0 to 9.')
      await saysNothing(dialog, 'Fulfil')
    }
    await units.fill('9')
    await dialog.getByText('Takes 11 units out of stock. The order is then completed.').waitFor()
    await units.fill('4')
    await dialog.getByText('Takes 6 units out of stock. The rest can be sent later.').waitFor()
    await dialog.getByRole('button', { name: 'Fulfil 6 units' }).click()
    await page.getByText(`6 units of ${order.order_number} sent`).first().waitFor()
    assert.deepEqual(faults, [])
  })
})
