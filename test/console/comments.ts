import assert from 'node:assert/strict'
import { it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'
import { placeOrder } from '#test/support/orders.ts'

describeShop('comments in the console', startConsole, ({ service, shop }) => {
  it('are written with a colleague named, on the pages of order, customer and product', async (t) => {
    const { order, product, shopper } = await placeOrder(service, shop)
    const grace = await makeStaff(service, shop.id, 'support')
    await service.deps.pool.query(`update users set name = 'Grace Hopper' where id = $1`, [grace.id])
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`, { as: shop.owner })
    for (const path of [`orders/${order.id}`, `customers/${shopper.id}`, `products/${product.id}`]) {
      if (!path.startsWith('orders/')) await page.goto(`${service.address}/console/${path}`)
      const section = page.getByRole('region', { name: 'Comments' })
      await section.getByRole('button', { name: 'Add a comment' }).click()
      await section.getByLabel('Comment', { exact: true }).fill('Call first')
      await section.getByLabel('E-mail a colleague').selectOption('Grace Hopper')
      assert.equal(await section.getByLabel('Comment', { exact: true }).inputValue(), 'Call first @[Grace Hopper] ')
      await section.getByRole('button', { name: 'Add comment' }).click()
      await section.getByText('Call first @Grace Hopper').waitFor()
      await section.getByRole('button', { name: 'Add a comment' }).waitFor()
      assert.deepEqual(await violations(page), [])
    }
    const { rows } = await service.deps.pool.query(`select text from comments where merchant_id = $1`, [shop.id])
    assert.deepEqual(
      rows.map(({ text }) => text),
      Array.from({ length: 3 }, () => 'Call first @[Grace Hopper]'),
    )
    assert.deepEqual(faults, [])
  })

  it('are read by whom the role lets read, who is told why not to write', async (t) => {
    const { order } = await placeOrder(service, shop)
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page } = await visit(t, service, `/console/orders/${order.id}`, { as: viewer })
    const add = page.getByRole('region', { name: 'Comments' }).getByRole('button', { name: 'Add a comment' })
    await add.waitFor()
    assert.equal(await reasonOf(add), 'Your role, viewer, may not do this. It needs orders.write.')
  })
})
