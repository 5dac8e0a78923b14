import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ConsoleService, signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf } from '#test/support/console-page.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'

/** What is typed arrives once, as it was meant, and is not lost. */
describe('forms of the console', () => {
  let service: ConsoleService
  let shop: TestMerchant
  before(async () => {
    service = await startConsole()
    shop = await makeMerchant(service)
  })
  after(() => service?.close())

  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data

  it('sends a change once at a double click', async (t) => {
    const product = await makeProduct(service, shop, { name: 'Clicked twice', onHand: 10 })
    const { page, faults } = await visit(t, service, `/console/inventory/${product.id}`)
    await signIn(page, shop.owner)
    await page.getByRole('button', { name: 'Adjust', exact: true }).click()
    await dialogOf(page).getByRole('spinbutton').fill('5')
    await dialogOf(page).getByRole('button', { name: 'Set to 15' }).dblclick()
    await page.getByText('Clicked twice: 15 on hand').first().waitFor()
    await page.getByText('2 changes', { exact: true }).waitFor()
    assert.equal((await read(`/admin/inventory/${product.id}/movements`)).pagination.total, 2)
    assert.deepEqual(faults, [])
  })
})
