import assert from 'node:assert/strict'
import { it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { faultAt } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'
import { until } from '#test/support/until.ts'

describeShop('the look of the storefront in the console', startConsole, ({ service, shop }) => {
  const kept = async () =>
    (await service.request('GET', '/admin/merchant', { headers: shop.owner.headers })).body.data.look

  it('is shown while it is chosen, refuses what is hard to read, and is saved', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/look', { as: shop.owner })
    const form = page.getByRole('form', { name: 'Look', exact: true })
    const color = form.getByLabel('Colour of buttons and links', { exact: true })
    const save = form.getByRole('button', { name: 'Save', exact: true })
    await color.fill('#ffcc00')
    await faultAt(color, 'White text is hard to read on this colour. Choose a darker one.')
    await color.fill('green')
    await faultAt(color, 'Write # and six digits or letters from a to f, for example #1f4a3d.')
    await color.fill('#7A0C2E')
    await form.getByLabel('Font', { exact: true }).selectOption('system')
    await form.getByLabel('Corners', { exact: true }).selectOption('square')
    const button = form.getByRole('figure', { name: 'Preview' }).getByText('Add to cart', { exact: true })
    const style = await button.evaluate((element) => {
      const { backgroundColor, borderRadius } = element.ownerDocument.defaultView.getComputedStyle(element)
      return [backgroundColor, borderRadius]
    })
    assert.deepEqual(style, ['rgb(122, 12, 46)', '0px'])
    assert.deepEqual(await violations(page), [])
    await save.click()
    await page.getByText('The look is saved', { exact: true }).first().waitFor()
    assert.deepEqual(await kept(), { accent: '#7a0c2e', font: 'system', corner: 'square' })
    await color.fill('')
    await save.click()
    await until(async () => (await kept()).accent === null, 'the accent to be gone')
    assert.deepEqual(faults, [])
  })

  it('is read by those who may not change it', async (t) => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page } = await visit(t, service, '/console/settings/look', { as: viewer })
    await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor()
    assert.equal(await page.getByLabel('Font', { exact: true }).isDisabled(), true)
  })
})
