import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ConsoleService, signIn, startConsole, visit } from '#test/support/console.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makePaidOrder } from '#test/support/orders.ts'

describe('messages of the console', () => {
  let service: ConsoleService
  let shop: TestMerchant
  before(async () => {
    service = await startConsole()
    shop = await makeMerchant(service)
  })
  after(() => service?.close())

  for (const [what, clipboard] of [
    ['refuses the clipboard', '{ writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) }'],
    ['has no clipboard', 'undefined'],
  ]) {
    it(`say that nothing is copied when the browser ${what}`, async (t) => {
      const { event } = await makeEvent()
      const { page, faults } = await visit(t, service, `/console/events/${event}`)
      await signIn(page, shop.owner)
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: ${clipboard} })`)
      await page.getByRole('button', { name: /^Copy/ }).first().click()
      await page.getByText('The browser does not let this page copy.').first().waitFor()
      assert.deepEqual(faults, [])
    })
  }

  async function makeEvent(): Promise<{ event: string }> {
    await makePaidOrder(service, shop)
    const { body } = await service.request('GET', '/admin/events', { headers: shop.owner.headers })
    return { event: body.data.items[0].id }
  }
})
