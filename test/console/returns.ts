import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { dialogOf, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { makeGroup, type TestVariant } from '#test/support/groups.ts'
import { makePaidOrder, makeShopper, staffOn, stockOf } from '#test/support/orders.ts'
import { returnsOn } from '#test/support/returns.ts'

describeShop('returns in the console', startConsole, ({ service, shop }) => {
  /** A sent order of which everything is asked to be returned. */
  async function asked(quantity: number, more: Record<string, unknown> = {}, productId?: string) {
    const { order, shopper, fulfil } =
      productId === undefined ? await makePaidOrder(service, shop, [quantity]) : await paidOrder(productId, quantity)
    assert.equal((await fulfil()).status, 201)
    const items = [{ line: 1, quantity, reason: 'too_small', note: 'One size up, please' }]
    const answer = await service.request('POST', `/user/orders/${order.id}/returns`, {
      headers: shopper.headers,
      body: { items, ...more },
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    const { id } = answer.body.data
    return { id, order, shopper, ...returnsOn(service, shop, shopper, order.id) }
  }

  async function paidOrder(productId: string, quantity: number) {
    const shopper = await makeShopper(service, shop)
    const { id } = (await shopper.order([{ product_id: productId, quantity }])).body.data
    const order = (await shopper.pay(id)).body.data.order
    return { shopper, order, ...staffOn(service, shop, id) }
  }

  const variantsOf = (onHand: Record<string, number>) =>
    Object.entries(onHand).map(([Size, on_hand]) => ({
      sku: `SHIRT-${Size}-${crypto.randomUUID().slice(0, 6)}`,
      options: { Size },
      price: 20,
      on_hand,
    }))

  async function shirt(onHand: Record<string, number>) {
    const body = { name: 'Shirt', varies_by: ['Size'], variants: variantsOf(onHand) }
    const { variants } = await makeGroup(service, shop, body)
    return (size: string) => variants.find(({ options }) => options['Size'] === size) as TestVariant
  }

  const orderOf = async (id: string) =>
    (await service.request('GET', `/admin/orders/${id}`, { headers: shop.owner.headers })).body.data

  async function open(page: Page, orderNumber: string) {
    await page.getByRole('link', { name: orderNumber }).first().click()
    return dialogOf(page)
  }

  it('says where returns will stand before there is one', async (t) => {
    const empty = await makeMerchant(service)
    const { page, faults } = await visit(t, service, '/console/returns', { as: empty.owner })
    await page.getByRole('heading', { name: 'No returns yet' }).waitFor()
    await page.getByRole('button', { name: 'Approved' }).click()
    await page.getByText('Another status may find it.').waitFor()
    await page.getByLabel('Refund is due').click()
    await page.getByText('No refund is due.').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Approved', pressed: true }).waitFor()
    assert.equal(await page.getByLabel('Refund is due').isChecked(), true)
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(faults, [])
  })

  it('staff takes a return on the page of an order: one to come with its label, one that is here', async (t) => {
    const { order, fulfil } = await makePaidOrder(service, shop, [3])
    await fulfil()
    const { page, faults } = await visit(t, service, `/console/orders/${order.id}`, { as: shop.owner })
    const name = order.items[0].name
    await page.getByRole('button', { name: 'Take a return' }).click()
    const dialog = dialogOf(page)
    assert.equal(await reasonOf(dialog.getByRole('button', { name: 'Take back' })), 'Choose at least one unit.')
    const units = dialog.getByLabel(`Return units of ${name}`)
    await units.click()
    await page.waitForFunction("getSelection().toString() === '0'")
    await page.keyboard.type('2')
    assert.equal(await units.inputValue(), '2', 'and not 20')
    await dialog.getByLabel('Reason').selectOption('too_small')
    await dialog
      .getByLabel('Label')
      .setInputFiles({ name: 'label.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 label') })
    await dialog.getByLabel('Tracking number').fill('JD014600')
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Take back 2 units' }).click()
    await page.getByText('Return approved. We e-mailed the customer.').waitFor()
    await page.getByRole('link', { name: `2 × ${name}` }).waitFor()

    await page.getByRole('button', { name: 'Take a return' }).click()
    await dialog.getByText('of 1', { exact: true }).waitFor()
    await dialog.getByLabel(`Return units of ${name}`).fill('1')
    await dialog.getByLabel('The goods').selectOption('here')
    await dialog.getByLabel(`Condition of ${name}`).selectOption('damaged')
    await dialog.getByRole('button', { name: 'Take back 1 unit' }).click()
    await page.getByText('Return received').waitFor()
    await page.getByRole('button', { name: 'Take a return' }).waitFor({ state: 'detached' })
    const listed = await service.request('GET', `/admin/returns?order_id=${order.id}`, { headers: shop.owner.headers })
    assert.deepEqual(
      listed.body.data.items.map(({ status, items, label, tracking_number }: Record<string, unknown>) => [
        ...[status, label, tracking_number],
        (items as Record<string, unknown>[]).map((item) => [item['quantity'], item['reason'], item['condition']]),
      ]),
      [
        ['received', null, null, [[1, 'other', 'damaged']]],
        ['approved', { content_type: 'application/pdf', size: 14 }, 'JD014600', [[2, 'too_small', null]]],
      ],
    )
    await page.getByRole('link', { name: `2 × ${name}` }).click()
    const file = page.waitForEvent('download')
    await dialogOf(page).getByRole('button', { name: 'Download label' }).click()
    assert.equal((await file).suggestedFilename(), `return-label-${order.order_number}.pdf`)
    assert.deepEqual(faults, [])
  })

  it('a return is approved, received and refunded in its dialog; its order shows it', async (t) => {
    const { order, products, shopper, fulfil } = await makePaidOrder(service, shop, [2])
    await fulfil()
    const { ask } = returnsOn(service, shop, shopper, order.id)
    const items = [{ product_id: products[0]?.id, quantity: 2, reason: 'damaged', note: 'Cracked' }]
    assert.equal((await ask(items)).status, 201)
    const { page, faults } = await visit(t, service, '/console/returns', { as: shop.owner })
    await page.getByRole('row').filter({ hasText: order.order_number }).getByText('Test User').waitFor()
    const dialog = await open(page, order.order_number)
    await dialog.getByText('Cracked').waitFor()
    await dialog.getByRole('link', { name: 'Test User' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByLabel('Message').fill('Use our box')
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('spinbutton').fill('1')
    await dialog.getByLabel('Back in stock with the refund').uncheck()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Received', exact: true }).click()
    const says = (text: string) => dialog.getByRole('status').getByText(text, { exact: true }).waitFor()
    await says('Gives £19.99 back to the payment. It cannot be undone.')
    await dialog.getByLabel('Deduction', { exact: true }).fill('1.99')
    await says('Gives £18.00 back to the payment. It cannot be undone.')
    const give = dialog.getByRole('button', { name: 'Refund £18.00' })
    // A deduction has a reason.
    await give.click()
    await dialog.getByText('Needs a reason of the deduction.').waitFor()
    await dialog.getByLabel('Reason of the deduction').fill('No box')
    assert.deepEqual(await violations(page), [])
    await give.click()
    await dialog.getByText('Refund of £18.00: succeeded').waitFor()
    await dialog.getByText('Deduction of £1.99: No box').waitFor()
    await dialog.getByRole('link', { name: `Order ${order.order_number}` }).click()
    const section = page.getByRole('region', { name: 'Returns' })
    await section.getByText('Refunded').waitFor()
    assert.deepEqual(faults, [])
  })

  it('gives store credit to who has chosen it, all or less a deduction; else the payment', async (t) => {
    const wanted = await asked(2, { refund_to: 'store_credit' })
    const other = await asked(1)
    const { page, faults } = await visit(t, service, '/console/returns', { as: shop.owner })
    const dialog = await open(page, wanted.order.order_number)
    await dialog.getByText('Wants store credit').waitFor()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('button', { name: 'Received', exact: true }).click()
    await dialog
      .getByText('Adds £39.98 to the customer’s store credit and restocks 2 units. It cannot be undone.', {
        exact: true,
      })
      .waitFor()
    await dialog.getByLabel('Deduction', { exact: true }).fill('9,98')
    await dialog.getByLabel('Reason of the deduction').fill('Worn')
    await dialog.getByRole('button', { name: 'Refund £30.00' }).click()
    await dialog.getByText('Refund of £30.00: store credit').waitFor()
    const { body } = await wanted.shopper.get('/user/store-credit')
    assert.equal(body.data.balance, 30)
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click()

    // The goods are kept, and a part is given back.
    await open(page, other.order.order_number)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('button', { name: 'Goods are kept' }).click()
    const way = dialog.getByRole('combobox', { name: 'Refund', exact: true })
    assert.equal(await way.locator('option[value=store_credit]').isDisabled(), true)
    await way.selectOption('An amount of your own, to the payment')
    assert.equal(await reasonOf(dialog.getByRole('button', { name: 'Refund' })), 'Enter the amount to refund.')
    await dialog.getByLabel('Amount in GBP').fill('50')
    await dialog
      .getByText('Gives £50.00 back to the payment. It cannot be undone. The customer keeps the goods.')
      .waitFor()
    await dialog.getByRole('button', { name: 'Refund £50.00' }).click()
    await dialog.getByText('Only £19.99 is left of what was paid.').waitFor()
    onlyStatuses(faults, 409)
    assert.deepEqual(await violations(page), [])
    await dialog.getByLabel('Amount in GBP').fill('7')
    await dialog.getByRole('button', { name: 'Refund £7.00' }).click()
    await dialog.getByText('Refund of £7.00: succeeded').waitFor()
    assert.equal((await orderOf(other.order.id)).refunded_total, 7)
    assert.deepEqual(faults, [])
  })

  it('exchanges by keys alone: a variant is found, approved with it, and paid by the refund', async (t) => {
    const size = await shirt({ S: 9, M: 1, L: 0, XL: 5 })
    const { id, order, read } = await asked(2, {}, size('S').id)
    const { page, faults } = await visit(t, service, `/console/returns?open=${id}`, { as: shop.owner })
    const dialog = dialogOf(page)
    await dialog.getByText('One size up, please').waitFor()
    await dialog.getByRole('button', { name: 'Exchange' }).press('Enter')
    const find = dialog.getByRole('combobox', { name: 'Find what is sent for Shirt' })
    const go = dialog.getByRole('button', { name: 'Approve and exchange' })
    assert.equal(await reasonOf(go), 'Choose what is sent instead.')
    await find.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    assert.deepEqual(await dialog.getByRole('option').count(), 4)
    await dialog.getByRole('option', { name: /^L .*None left$/ }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.keyboard.press('Escape')
    assert.equal(await dialog.getByRole('option').count(), 0)
    // The dialog is still there.
    await page.keyboard.type('m')
    await page.keyboard.press('Enter')
    await dialog.getByText('Only 1 available.').waitFor()
    assert.equal(await reasonOf(go), 'Correct what is marked first.')
    await dialog.getByLabel('Units of M').fill('1')
    await dialog
      .getByText(
        'Reserves 1 unit at the price of the order, £20.00, without shipping. ' +
          'The refund of the return pays it; £20.00 are left to refund.',
      )
      .waitFor()
    assert.deepEqual(await violations(page), [])
    await go.press('Enter')
    await dialog.getByText(/Exchanged for 1 × Shirt, M: order .*, £20\.00 due/).waitFor()
    assert.deepEqual(await stockOf(service, size('M').id), [1, 1])
    await page.getByRole('spinbutton', { name: 'Units of Shirt, S that came' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    const paid = '£20.00 of it pay the exchange; the other £20.00 goes back to the payment.'
    const said = `Gives £40.00 back and restocks 2 units. ${paid}`
    await dialog.getByText(said).waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Exchange' }).count(), 0)
    await dialog.getByLabel('Deduction', { exact: true }).fill('25')
    await dialog.getByLabel('Reason of the deduction').fill('Stained')
    await dialog.getByText('It pays the exchange in part: £5.00 of it stay due, for a payment link.').waitFor()
    await dialog.getByLabel('Deduction', { exact: true }).fill('')
    await dialog.getByRole('button', { name: 'Refund £40.00' }).click()
    await dialog.getByText(/Exchanged for 1 × Shirt, M: order .*, paid/).waitFor()
    const ended = await read(id)
    assert.deepEqual([ended.status, ended.refunds.length], ['refunded', 2])
    assert.equal((await orderOf(ended.exchange_order_id)).payment_status, 'paid')
    await dialog.getByRole('link', { name: /^order / }).click()
    await page.getByText('by staff').waitFor()
    assert.equal(order.items[0].quantity, 2)
    assert.deepEqual(faults, [])
  })

  it('the second of two clicks does no second step; what changed meanwhile is said', async (t) => {
    const size = await shirt({ S: 9, M: 2 })
    const { id, change, read } = await asked(1, {}, size('S').id)
    const { page, faults } = await visit(t, service, `/console/returns?open=${id}`, { as: shop.owner })
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByRole('button', { name: 'Received', exact: true }).dispatchEvent('click', { detail: 2 })
    await dialog.getByRole('button', { name: 'Exchange' }).click()
    const find = dialog.getByRole('combobox')
    await find.fill('M')
    await find.press('Enter')
    // Others buy the last ones.
    const { headers } = shop.owner
    const sold = await service.request('PATCH', `/admin/inventory/${size('M').id}`, { headers, body: { on_hand: 0 } })
    assert.equal(sold.status, 200, JSON.stringify(sold.body))
    assert.equal((await read(id)).status, 'approved')
    await dialog.getByRole('button', { name: 'Exchange', exact: true }).click()
    await dialog.getByText('Only 0 available by now.').waitFor()
    onlyStatuses(faults, 409)
    await dialog.getByRole('button', { name: 'Back' }).click()
    // Somebody else has closed it.
    assert.equal((await change(id, { status: 'received', items: [] })).status, 200)
    assert.equal((await change(id, { status: 'closed' })).status, 200)
    await dialog.getByRole('button', { name: 'Received', exact: true }).click()
    await dialog.getByText('Meanwhile the return is closed.', { exact: false }).waitFor()
    onlyStatuses(faults, 409)
    assert.deepEqual(await violations(page), [])
  })

  it('a role that may not refund is told so, and receives', async (t) => {
    const { id } = await asked(1)
    const { page, faults } = await visit(t, service, `/console/returns?open=${id}`)
    await signIn(page, await makeStaff(service, shop.id, 'support'))
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Approve' }).click()
    const why = 'Your role, support, may not do this. It needs orders.refund.'
    assert.equal(await reasonOf(dialog.getByRole('button', { name: 'Goods are kept' })), why)
    await dialog.getByLabel(/^Condition of/).selectOption('Missing')
    await dialog.getByRole('button', { name: 'Received', exact: true }).click()
    assert.equal(await reasonOf(dialog.getByRole('button', { name: 'Refund', exact: true })), why)
    await dialog.getByText('Nothing of it came back.', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Close without refund' }).click()
    await dialog.getByText('Closed').first().waitFor()
    assert.deepEqual(faults, [])
  })
})
