import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator } from 'playwright-core'
import { type ConsoleService, signIn, startConsole, visit } from '#test/support/console.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'

/** What a narrow screen shows otherwise. */
describe('the console on a phone', () => {
  let service: ConsoleService
  let shop: TestMerchant
  before(async () => {
    service = await startConsole({}, { background: false })
    shop = await makeMerchant(service)
  })
  after(() => service?.close())

  const phone = { width: 360, height: 780 }
  const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? assert.fail('it is not in the page')

  it('names the fields of a tax rate above them', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/taxes')
    await signIn(page, shop.owner)
    await page.getByRole('button', { name: 'Add a row' }).click()
    const table = page.getByRole('table', { name: 'Tax rates' })
    const names = ['Country', 'Region', 'Class', 'Name', 'Rate in %']
    for (const name of names) assert.equal(await table.locator('span', { hasText: name }).first().isVisible(), false)
    await page.setViewportSize(phone)
    for (const name of names) {
      const above = await boxOf(table.locator('span').getByText(name, { exact: true }))
      const field = await boxOf(page.getByLabel(`${name} of row 1`))
      assert.ok(above.y + above.height <= field.y && above.y + above.height > field.y - 8, name)
      assert.ok(above.x + above.width <= field.x + field.width, `${name} is wider than its field`)
    }
    const remove = await boxOf(page.getByRole('button', { name: 'Remove row 1' }))
    assert.equal(remove.y, (await boxOf(page.getByLabel('Region of row 1'))).y)
    assert.deepEqual(faults, [])
  })
})
