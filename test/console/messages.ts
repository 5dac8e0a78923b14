import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startConsole, visit } from '#test/support/console.ts'
import { faultAt, onlyStatuses } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makePaidOrder } from '#test/support/orders.ts'

describeShop('messages of the console', startConsole, ({ service, shop }) => {
  for (const [what, clipboard] of [
    ['refuses the clipboard', '{ writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) }'],
    ['has no clipboard', 'undefined'],
  ]) {
    it(`say that nothing is copied when the browser ${what}`, async (t) => {
      const { event } = await makeEvent()
      const { page, faults } = await visit(t, service, `/console/events/${event}`, { as: shop.owner })
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`)
      await page.getByRole('button', { name: /^Copy/ }).first().click()
      await page.getByText('The browser does not let this page copy.').first().waitFor()
      assert.deepEqual(faults, [])
    })
  }

  it('name what is wrong with two fields as the page does, in whole sentences', async (t) => {
    const { page, faults } = await visit(t, service, '/console/orders?min_total=20&max_total=10', { as: shop.owner })
    await page.getByText('“Total from” must not be more than “Total to”.', { exact: true }).waitFor()
    await page.goto('/console/orders?created_from=2026-03-02&created_to=2026-03-01')
    await page.getByText('“Placed from” must be before “Placed to”.', { exact: true }).waitFor()
    await page.goto('/console/settings/shipping?open=new')
    const fields = { Name: 'Parcel', 'Price in GBP': '4', 'Minimum weight (g)': '500', 'Maximum weight (g)': '100' }
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Create method' }).click()
    await faultAt(page.getByLabel('Maximum weight (g)'), 'Must be at least “Minimum weight (g)”.')
    onlyStatuses(faults, 400)
  })

  async function makeEvent(): Promise<{ event: string }> {
    await makePaidOrder(service, shop)
    const { body } = await service.request('GET', '/admin/events', { headers: shop.owner.headers })
    return { event: body.data.items[0].id }
  }
})
