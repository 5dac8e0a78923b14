import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, faultAt, onlyStatuses } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

describeShop('payment methods in the console', startConsole, ({ service, shop }) => {
  const list = async () =>
    (await service.request('GET', '/admin/payment-methods', { headers: shop.owner.headers })).body.data.items

  it('makes one, says at its field what is refused, shows it in an order, changes and deletes it', async (t) => {
    const { headers } = shop.owner
    const group = await service.request('POST', '/admin/customer-groups', { headers, body: { name: 'Wholesale' } })
    const { page, faults } = await visit(t, service, '/console/settings/payments', { as: shop.owner })
    await page.getByRole('heading', { name: 'No payment methods yet' }).waitFor()
    await page.getByRole('button', { name: 'New method' }).first().click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('Name', { exact: true }).fill('By transfer')
    await dialog.getByLabel('Account holder').fill('Cakestand Ltd')
    await dialog.getByLabel('IBAN').fill('GB83 WEST 1234 5698 7654 32')
    await dialog.getByLabel('Due after, in days').fill('14')
    const wholesale = dialog.getByRole('group', { name: 'Customer groups' }).getByLabel('Wholesale', { exact: true })
    await wholesale.check()
    await dialog.getByLabel(/^Fee, in /).fill('4.50')
    await dialog.getByRole('button', { name: 'Create method' }).click()
    await faultAt(dialog.getByLabel('IBAN'), 'Is not an IBAN: its check digits do not fit; check it for typing errors.')
    await dialog.getByLabel('IBAN').fill('GB82 WEST 1234 5698 7654 32')
    await dialog.getByRole('button', { name: 'Create method' }).click()
    await page.getByText('By transfer is created').first().waitFor()
    const [made] = await list()
    assert.deepEqual(made.groups, [group.body.data.id])
    await service.request('PATCH', `/admin/payment-methods/${made.id}`, { headers, body: { groups: [] } })
    assert.deepEqual(
      [made.kind, made.bank.iban, made.net_days, made.keeps_stock_hours, made.fee],
      ['bank_transfer', 'GB82WEST12345698765432', 14, 168, { amount: 4.5, tax_class: 'standard' }],
    )

    const { id: product_id, name } = await makeProduct(service, shop, { name: 'Desk lamp of oak' })
    const shopper = await makeShopper(service, shop)
    const { data: order } = (await shopper.order([{ product_id, quantity: 1 }], { payment_method_id: made.id })).body
    await page.goto(new URL(`/console/orders/${order.id}`, page.url()).href)
    const payments = page.getByRole('region', { name: 'Payments', exact: true })
    await payments.getByText('By transfer', { exact: true }).waitFor()
    await payments.getByText('Awaited', { exact: true }).waitFor()
    await page.getByText('Payment fee', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Fulfil', exact: true, disabled: true }).waitFor()

    await page.goto(new URL(`/console/customers/${shopper.id}`, page.url()).href)
    await page.getByLabel('Orders can be sent before they are paid').check()
    await page.getByText('Their orders can be sent before they are paid').first().waitFor()
    await page.goto(new URL(`/console/orders/${order.id}`, page.url()).href)
    await page.getByRole('button', { name: 'Fulfil', exact: true, disabled: false }).click()
    await dialog.getByRole('button', { name: 'Fulfil 1 unit', exact: true }).click()
    await page.getByText(`1 unit of ${order.order_number} sent`).first().waitFor()

    await page.goto(new URL('/console/orders', page.url()).href)
    await page.getByRole('link', { name: order.order_number }).first().waitFor()
    await page.getByLabel('Payment', { exact: true }).selectOption('Overdue')
    await page.getByRole('heading', { name: 'No order matches' }).waitFor()
    await sql`update orders set created_at = created_at - interval '20 days', expires_at = null, order_number = 'LATE-1'
               where id = ${order.id}`.execute(service.deps.db)
    await page.reload()
    await page.getByRole('link', { name: 'LATE-1' }).first().waitFor()

    await page.goto(new URL('/console/orders/new', page.url()).href)
    await page.getByRole('combobox', { name: 'Find a customer' }).fill('grace@example.com')
    await page.getByRole('option', { name: 'New customer grace@example.com' }).click()
    await page.getByRole('combobox', { name: 'Find a product' }).fill(name)
    await page.getByRole('option', { name }).first().click()
    await page.getByLabel('Payment method', { exact: true }).selectOption('By transfer')
    await page
      .getByRole('button', { name: /^Place order of/ })
      .and(page.locator(':not([aria-disabled])'))
      .click()
    await payments.getByText('By transfer', { exact: true }).waitFor()

    await page.goto(new URL(`/console/settings/payments?open=${made.id}`, page.url()).href)
    await dialog.getByLabel('Customers can choose it').uncheck()
    await dialog.getByLabel('Its orders can be sent before they are paid').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('By transfer is saved').first().waitFor()
    const [saved] = await list()
    assert.deepEqual([saved.active, saved.send_before_paid], [false, true])
    await page.getByRole('link', { name: 'By transfer' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText(/ it keep it\. It cannot be undone\.$/).waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'No payment methods yet' }).waitFor()
    onlyStatuses(faults, 400)
  })
})
