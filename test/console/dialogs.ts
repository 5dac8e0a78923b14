import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makePaidOrder } from '#test/support/orders.ts'

describeShop('dialogs of the console', startConsole, ({ service, shop }) => {
  it('begin with their first field, so that typing and Enter do not close them', async (t) => {
    const { order } = await makePaidOrder(service, shop)
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`, { as: shop.owner })
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

  it('ask before a shipping method that is typed is lost by a click beside it, or by Esc', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/shipping?open=new', { as: shop.owner })
    const form = page.getByRole('dialog', { name: 'New shipping method' })
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await form.getByLabel('Name').fill('Half typed')
    for (const slip of [() => page.mouse.click(8, 8), () => page.keyboard.press('Escape')]) {
      await slip()
      await question.getByRole('button', { name: 'Stay' }).click()
      await question.waitFor({ state: 'detached' })
      assert.equal(await form.getByLabel('Name').inputValue(), 'Half typed')
    }
    await page.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Leave without saving' }).click()
    await form.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('ask before a note that is typed is lost by leaving its order', async (t) => {
    const { order } = await makePaidOrder(service, shop)
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`, { as: shop.owner })
    await page.getByRole('button', { name: 'Add a note' }).click()
    await page.getByLabel('Internal note').fill('Call before it is sent.')
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await dialogOf(page).getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save note' }).click()
    await page.getByText('Note is saved').first().waitFor()
    await page.getByRole('link', { name: 'Products', exact: true }).click()
    await page.getByRole('heading', { name: 'Products', exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })
})
