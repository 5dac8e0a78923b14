import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff, makeUser } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { grantCredit } from '#test/support/stored-value.ts'

describeShop('merging two customers in the console', startConsole, ({ service, shop }) => {
  let items: { product_id: string; quantity: number }[]
  before(async () => {
    items = [{ product_id: (await makeProduct(service, shop, { price: 20, onHand: 50 })).id, quantity: 1 }]
  })

  const staff = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await service.request(method, path, { headers: shop.owner.headers, ...(body && { body }) })).body.data
  const make = async (body: object): Promise<string> => (await staff('POST', '/admin/users', body)).id

  it('says what moves, keeps the one that is chosen, and leads to it', async (t) => {
    const gone = await make({ name: 'A. Lovelace', phone: '+442079460958', tags: ['vip'] })
    const stays = await make({ name: 'Ada Lovelace', email: 'ada@example.com' })
    await staff('POST', '/admin/orders', { customer: { user_id: gone }, items })
    await grantCredit(service, shop, gone, 5)
    const { page, faults } = await visit(t, service, `/console/customers/${gone}`, { as: shop.owner })
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const dialog = dialogOf(page)
    const merge = dialog.getByRole('button', { name: 'Merge customers', exact: true })
    assert.equal(await reasonOf(merge), 'Choose the other customer first.')
    await dialog.getByLabel('Find the other customer', { exact: true }).fill('lovelace')
    const options = dialog.getByRole('option')
    await options.filter({ hasText: 'ada@example.com' }).waitFor()
    assert.equal(await options.count(), 1, 'not this one')
    await options.filter({ hasText: 'ada@example.com' }).click()
    const what = dialog.getByRole('region', { name: 'What happens', exact: true })
    await what.getByText('A. Lovelace (+442079460958)', { exact: false }).first().waitFor()
    await dialog.getByRole('radio', { name: 'Ada Lovelace ada@example.com', exact: true }).check()
    await what
      .getByText(
        '1 order, returns, drafts, groups and comments of A. Lovelace (+442079460958) move to ' +
          'Ada Lovelace (ada@example.com).',
        { exact: true },
      )
      .waitFor()
    await what.getByText('£5.00 of store credit moves, too.', { exact: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await merge.click()
    await page.waitForURL(`**/customers/${stays}`)
    await page.getByRole('heading', { name: 'Ada Lovelace', exact: true }).waitFor()
    await page.getByRole('region', { name: 'Tags', exact: true }).getByText('vip', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Store credit', exact: true }).getByText('£5.00').first().waitFor()
    const known = await staff('GET', `/admin/users/${gone}`)
    assert.deepEqual(
      [known.id, known.name, known.phone, known.order_count],
      [stays, 'Ada Lovelace', '+442079460958', 1],
    )
    assert.deepEqual(faults, [])
  })

  it('keeps an account, and refuses two accounts and two store credits before they are sent', async (t) => {
    const record = await make({ name: 'Grace Hopper', phone: '+442079460001' })
    const account = await makeUser(service, { merchantId: shop.id, name: 'Grace Brewster Hopper' })
    await makeUser(service, { merchantId: shop.id, name: 'Grace Murray' })
    const other = await make({ name: 'Grace H.', phone: '+442079460002' })
    await grantCredit(service, shop, record, 5)
    await grantCredit(service, shop, other, 7)
    const { page, faults } = await visit(t, service, `/console/customers/${record}`, { as: shop.owner })
    const dialog = dialogOf(page)
    const merge = dialog.getByRole('button', { name: 'Merge customers', exact: true })
    const find = async (q: string) => {
      await dialog.getByLabel('Find the other customer', { exact: true }).fill(q)
      await dialog.getByRole('option').filter({ hasText: q }).click()
    }
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await find('Grace H.')
    const both = 'Both have store credit, and the two accounts cannot be joined.'
    await dialog.getByText(both, { exact: true }).first().waitFor()
    assert.equal(await reasonOf(merge), both)
    await dialog.getByRole('button', { name: 'Choose another customer', exact: true }).click()
    await find('Grace Brewster Hopper')
    await dialog.getByText('The one with an account always stays.', { exact: true }).waitFor()
    await dialog.getByText('£5.00 of store credit moves, too.', { exact: true }).waitFor()
    assert.equal(await dialog.getByRole('radio', { name: /^Grace Hopper/ }).isDisabled(), true)
    await merge.click()
    await page.waitForURL(`**/customers/${account.id}`)
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Grace Brewster Hopper', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await find('Grace Murray')
    const accounts = 'Both have an account of their own, and accounts cannot be merged.'
    await dialog.getByText(accounts, { exact: true }).first().waitFor()
    assert.equal(await reasonOf(merge), accounts)
    assert.deepEqual(faults, [])
  })

  it('is not offered to a viewer, and moves no store credit for who may not give it', async (t) => {
    const gone = await make({ name: 'Mary Anning', phone: '+442079460003' })
    await make({ name: 'Mary A.', email: 'mary@example.com' })
    await grantCredit(service, shop, gone, 5)
    const first = await visit(t, service, `/console/customers/${gone}`)
    await signIn(first.page, await makeStaff(service, shop.id, 'viewer'))
    await first.page.getByRole('heading', { name: 'Mary Anning', exact: true }).waitFor()
    assert.equal(await first.page.getByRole('button', { name: 'Merge', exact: true }).count(), 0)
    const permissions = ['customers.read', 'orders.read', 'orders.write', 'gift_cards.read', 'settings.read']
    const role = await staff('POST', '/admin/roles', { name: 'Desk', permissions })
    const { page, faults } = await visit(t, service, `/console/customers/${gone}`)
    await signIn(page, await makeStaff(service, shop.id, role.id))
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Find the other customer', { exact: true }).fill('mary@example.com')
    await dialog.getByRole('option').filter({ hasText: 'Mary A.' }).click()
    await dialog.getByRole('radio', { name: 'Mary A. mary@example.com', exact: true }).check()
    await dialog
      .getByText('This moves store credit. Your role may not do that: it needs gift_cards.write.', { exact: true })
      .first()
      .waitFor()
    assert.deepEqual(faults, [])
  })
})
