import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { camtOf, entryOf } from '#test/support/bank-statements.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'

describeService('bank statements in the console', startConsole, ({ service }) => {
  let shop: TestMerchant
  before(async () => {
    shop = await makeMerchant(service, { currency: 'EUR' })
  })

  const makeOrder = async () => {
    const mug = await makeProduct(service, shop, { price: 25, onHand: 9 })
    const placed = await (await makeShopper(service, shop)).order([{ product_id: mug.id, quantity: 1 }])
    return placed.body.data as { id: string; order_number: string }
  }
  const statusOf = async ({ id }: { id: string }) =>
    (await service.request('GET', `/admin/orders/${id}`, { headers: shop.owner.headers })).body.data.payment_status

  it('are read from a file; what is not sure is recorded by hand, also for another order', async (t) => {
    const [sure, short, other] = [await makeOrder(), await makeOrder(), await makeOrder()]
    const file = camtOf([
      entryOf({ amount: 25, name: 'Ada Lovelace', text: sure.order_number }),
      entryOf({ amount: 20, name: 'Grace Hopper', text: short.order_number }),
      entryOf({ amount: 25, name: 'Mary Somerville', text: 'Thank you' }),
      entryOf({ amount: 7, debit: true }),
    ])
    const { page, faults } = await visit(t, service, '/console/orders', { as: shop.owner })
    await page.getByRole('link', { name: 'Bank statement', exact: true }).click()
    await page.getByLabel('Choose a bank statement, or drop it here').setInputFiles({
      name: 'november.xml',
      mimeType: 'application/xml',
      buffer: Buffer.from(file),
    })
    const table = (name: string) => page.getByRole('table', { name, exact: true })
    await table('Recorded').getByRole('row').filter({ hasText: 'Ada Lovelace' }).waitFor()
    await page.getByText('Not shown: 1 debit.', { exact: true }).waitFor()
    assert.equal(await statusOf(sure), 'paid')
    assert.deepEqual(await violations(page), [])

    const proposed = table('Please check').getByRole('row').filter({ hasText: 'Grace Hopper' })
    await proposed.getByText('Another amount is due.', { exact: true }).waitFor()
    await proposed.getByRole('button', { name: 'Record', exact: true }).click()
    await table('Recorded').getByRole('row').filter({ hasText: 'Grace Hopper' }).waitFor()
    assert.equal(await statusOf(short), 'partially_paid')

    await page.reload()
    const unknown = table('No order found').getByRole('row').filter({ hasText: 'Mary Somerville' })
    await unknown.getByRole('button', { name: 'Choose order', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Find an order', { exact: true }).fill(other.order_number)
    await dialog.getByRole('option').filter({ hasText: other.order_number }).click()
    await dialog.getByText(`Order ${other.order_number}: €25.00 due`, { exact: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Record payment', exact: true }).click()
    await table('Recorded').getByRole('row').filter({ hasText: 'Mary Somerville' }).waitFor()
    assert.equal(await statusOf(other), 'paid')
    assert.deepEqual(faults, [])
  })

  it('of a CSV ask for its columns once', async (t) => {
    const order = await makeOrder()
    const csv = (day: string, text: string) =>
      Buffer.from(`Konto;1\n"Tag";"Summe; netto";"Von";"Notiz"\n${day};25,00;Jörg;${text}\n`, 'latin1')
    const { page, faults } = await visit(t, service, '/console/orders/bank-statement', { as: shop.owner })
    const choose = page.getByLabel('Choose a bank statement, or drop it here')
    const send = (buffer: Buffer) => choose.setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
    await send(csv('27.11.2026', order.order_number))
    const form = page.getByRole('form', { name: 'Columns', exact: true })
    await form.getByLabel('Date', { exact: true }).selectOption('Tag')
    await form.getByLabel('Amount', { exact: true }).selectOption('Summe; netto')
    await form.getByLabel('Payment details', { exact: true }).selectOption('Notiz')
    await form.getByLabel('Payer', { exact: true }).selectOption('Von')
    await form.getByRole('button', { name: 'Read file', exact: true }).click()
    const row = (name: string) => page.getByRole('table', { name, exact: true }).getByRole('row')
    await row('Recorded').filter({ hasText: 'Jörg' }).waitFor()
    assert.equal(await statusOf(order), 'paid')
    await send(csv('28.11.2026', 'Rent'))
    await row('No order found').filter({ hasText: 'Rent' }).waitFor()
    onlyStatuses(faults, 400)
  })

  it('are for those who may write orders; others are told so', async (t) => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page } = await visit(t, service, '/console/orders', { as: viewer })
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Bank statement', exact: true }).count(), 0)
    const create = page.getByRole('button', { name: 'New order', exact: true })
    assert.equal(await reasonOf(create), 'Your role, viewer, may not do this. It needs orders.write.')
  })
})
