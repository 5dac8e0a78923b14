import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ConsoleService, signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf } from '#test/support/console-page.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makePaidOrder } from '#test/support/orders.ts'

describe('dialogs of the console', () => {
  let service: ConsoleService
  let shop: TestMerchant
  before(async () => {
    service = await startConsole()
    shop = await makeMerchant(service)
  })
  after(() => service?.close())

  it('begin with their first field, so that typing and Enter do not close them', async (t) => {
    const { order } = await makePaidOrder(service, shop)
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`)
    await signIn(page, shop.owner)
    const focused = (label: string | RegExp) => dialogOf(page).getByLabel(label).first().and(page.locator(':focus'))
    await page.getByRole('button', { name: 'Fulfil', exact: true }).click()
    await focused(/^Send/).waitFor()
    for (const [path, open, label] of [
      ['staff', 'Invite', 'E-mail'],
      ['settings/shipping', 'New method', 'Name'],
      ['settings/api-keys', 'New key', 'Name'],
    ] as const) {
      await page.goto(`/console/${path}`)
      await page
        .getByRole('button', { name: open })
        .or(page.getByRole('link', { name: open }))
        .first()
        .click()
      await focused(label).waitFor()
      await page.keyboard.type('x')
      await page.keyboard.press('Enter')
      assert.equal(await dialogOf(page).getByLabel(label).first().inputValue(), 'x')
    }
    assert.deepEqual(faults, [])
  })
})
