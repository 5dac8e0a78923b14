import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { keysOf } from '#test/support/console-keys.ts'
import { dialogOf, faultAt, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff, makeUser } from '#test/support/factories.ts'
import { makeGroup } from '#test/support/groups.ts'
import { shopping } from '#test/support/orders.ts'
import { makeProduct, makeProducts, type TestProduct } from '#test/support/products.ts'
import { london, setTaxRates } from '#test/support/selling.ts'

describeShop('orders by staff in the console', startConsole, ({ service, shop }) => {
  let products: TestProduct[]
  before(async () => {
    products = await makeProducts(service, shop, [
      { name: 'Desk lamp', sku: 'LAMP-1', price: 30, onHand: 20 },
      { name: 'Water jug', sku: 'JUG-1', price: 8, onHand: 2 },
    ])
    const { headers } = shop.owner
    const method = { name: 'Royal Mail', price: 4 }
    assert.equal((await service.request('POST', '/admin/shipping-methods', { headers, body: method })).status, 201)
    const required = await service.request('PATCH', '/admin/merchant', { headers, body: { shipping_required: true } })
    assert.equal(required.status, 200)
    const ada = await makeUser(service, { merchantId: shop.id, name: 'Ada Lovelace' })
    const shopper = shopping(service, { ...ada.headers, 'merchant-id': shop.id })
    const items = [{ product_id: products[0]?.id, quantity: 1 }]
    const quote = (await shopper.quote(items, { shipping_address: london })).body.data
    const placed = await shopper.order(items, {
      shipping_address: london,
      shipping_method_id: quote.shipping_options[0].id,
    })
    assert.equal(placed.status, 201, JSON.stringify(placed.body))
  })
  const latest = async () => {
    const { headers } = shop.owner
    return (await service.request('GET', '/admin/orders?limit=1', { headers })).body.data.items[0]
  }

  it('a telephone order of a known customer takes six keys and its words', async (t) => {
    const { page, faults } = await visit(t, service, '/console', { as: shop.owner })
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const keys = keysOf(page)
    await keys.press('g', 'n')
    await page.getByRole('combobox', { name: 'Find a customer' }).and(page.locator(':focus')).waitFor()
    await keys.type('love')
    // Also before the answer is there.
    await keys.press('Enter')
    await page.getByRole('combobox', { name: 'Find a product' }).and(page.locator(':focus')).waitFor()
    await keys.type('desk')
    await keys.press('Enter')
    await keys.type('jug')
    await keys.press('Enter')
    const place = page.getByRole('button', { name: 'Place order of £42.00' })
    await place.and(page.locator(':not([aria-disabled])')).waitFor()
    await keys.press('Control+Enter')
    await page
      .getByText(/^Order .* is placed$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Payment link' }).waitFor()
    assert.deepEqual(keys.counts(), { pressed: 6, typed: 11 })
    const order = await latest()
    assert.deepEqual([order.source, order.total, order.customer.name], ['staff', 42, 'Ada Lovelace'])
    assert.equal(order.shipping_address.line1, london.line1)
    assert.deepEqual(faults, [])
  })

  it('finds the size that was typed before other sizes', async (t) => {
    const own = await makeMerchant(service)
    const sizes = ['S', 'M', 'L', 'XL', '2XL', '3XL', '4XL', '5XL', '6XL', '7XL']
    await makeGroup(service, own, {
      name: 'Shirt',
      varies_by: ['Size'],
      variants: sizes.map((Size) => ({ options: { Size }, sku: `SHIRT-${Size}`, price: 20 })),
    })
    const { page, faults } = await visit(t, service, '/console/orders/new', { as: own.owner })
    await page.getByRole('combobox', { name: 'Find a product' }).fill('shirt s')
    const found = page.getByRole('listbox').getByRole('option')
    await found
      .first()
      .filter({ hasText: /SHIRT-S · S/ })
      .waitFor()
    assert.equal(await found.count(), 8)
    assert.deepEqual(faults, [])
  })

  it('of a new customer: own prices and items, a discount with reason, own shipping, a link, payments', async (t) => {
    const { page, faults } = await visit(t, service, '/console/orders', { as: shop.owner })
    await page.getByRole('link', { name: 'New order' }).click()
    const find = page.getByRole('combobox', { name: 'Find a customer' })
    await find.fill('grace@example.com')
    await page.getByRole('option', { name: 'New customer grace@example.com' }).click()
    const place = page.getByRole('button', { name: /^Place order/ })
    assert.equal(await reasonOf(place), 'Add an item first.')
    const product = page.getByRole('combobox', { name: 'Find a product' })
    await product.fill('LAMP')
    await page.getByRole('option', { name: /Desk lamp/ }).click()
    await page.getByLabel('Quantity of Desk lamp').fill('2')
    await page.getByLabel('Price of Desk lamp in GBP').fill('25')
    await page.getByRole('button', { name: 'Custom item' }).click()
    await page.keyboard.type('Engraving')
    await page.getByLabel('Price of Engraving in GBP').fill('9,90')
    const total = page.getByRole('region', { name: 'Total' })
    await total.getByText('£59.90').first().waitFor()
    const address = page.getByRole('region', { name: 'Ship to' })
    for (const [label, text] of [
      ['Name', 'Grace Hopper'],
      ['Street and number', '4 Broad Street'],
      ['Postal code', 'OX1 3AS'],
      ['City', 'Oxford'],
    ] as const)
      await address.getByLabel(label, { exact: true }).fill(text)
    await address.getByLabel('Country').selectOption('United Kingdom')
    await total.getByText('Royal Mail').waitFor()
    await page.getByLabel('Method').selectOption('Custom shipping')
    const terms = page.getByRole('region', { name: 'Shipping and discount' })
    await terms.getByLabel('Name').fill('Van of the shop')
    await terms.getByLabel('Price in GBP').fill('5')
    await terms.getByLabel('Discount').selectOption('Percentage')
    await terms.getByLabel('Percent', { exact: true }).fill('10')
    await total.getByText('£58.91').waitFor()
    await terms.getByLabel('Reason').fill('regular')
    await page.getByLabel('Internal note').fill('Ring twice')
    await total.getByText('Discount: regular').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Place order of £58.91' }).click()
    await page.getByText('Discount by staff: regular').waitFor()
    await page.getByText('Custom item').waitFor()
    await page.getByText('Reserved until').waitFor()
    const order = await latest()
    assert.deepEqual([order.total, order.note, order.email], [58.91, 'Ring twice', 'grace@example.com'])
    assert.deepEqual(
      [order.items[0].price, order.items[1].name, order.shipping_method.name],
      [25, 'Engraving', 'Van of the shop'],
    )

    await page.getByRole('button', { name: 'Payment link' }).click()
    const dialog = dialogOf(page)
    await dialog.getByText(/pay the £58\.91 due\.$/).waitFor()
    await dialog.getByLabel('Mail one to grace@example.com').check()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Make link' }).click()
    const url = await dialog.getByLabel('Payment link', { exact: true }).inputValue()
    assert.match(url, /\/pay\/[\w-]+$/)
    await page.getByText('A payment link is mailed to grace@example.com').first().waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('button', { name: 'Record a payment' }).click()
    await dialog.getByLabel('Amount in GBP').fill('999')
    await dialog.getByRole('button', { name: 'Record £999.00' }).click()
    await dialog.locator('[role="alert"], [id$="-error"]').first().waitFor()
    onlyStatuses(faults, 400, 409)
    await dialog.getByLabel('Amount in GBP').fill('20')
    await dialog.getByText(/; £38\.91 stay due\./).waitFor()
    await dialog.getByRole('button', { name: 'Record £20.00' }).click()
    await page.getByText('Still to pay').waitFor()
    await page.getByText('Partially paid').first().waitFor()
    await page.getByRole('button', { name: 'Record a payment' }).click()
    await dialog.getByRole('button', { name: 'Record £38.91' }).click()
    await page.getByText('Payment of £38.91 recorded').first().waitFor()
    await page.getByRole('button', { name: 'Payment link' }).waitFor({ state: 'detached' })
    assert.equal((await latest()).payment_status, 'paid')
    assert.deepEqual(await violations(page), [])
    assert.deepEqual(faults, [])
  })

  it('says at its line that too few are left, and at its field what is wrong', async (t) => {
    const { page, faults } = await visit(t, service, '/console/orders/new', { as: shop.owner })
    const product = page.getByRole('combobox', { name: 'Find a product' })
    await product.fill('jug')
    await page.getByRole('option', { name: /Water jug/ }).waitFor()
    await product.press('Enter')
    await page.getByLabel('Quantity of Water jug').fill('50')
    await page.getByText(/^Only \d available\.$/).waitFor()
    onlyStatuses(faults, 409)
    assert.equal(await page.getByRole('alert').count(), 0)
    await page.getByLabel('Quantity of Water jug').fill('1')
    const address = page.getByRole('region', { name: 'Ship to' })
    for (const label of ['Name', 'Street and number', 'City'])
      await address.getByLabel(label, { exact: true }).fill('X')
    await address.getByLabel('Country').selectOption('United Kingdom')
    await address.getByLabel('Postal code').fill('nonsense')
    await address.locator('[id$="-error"]').waitFor()
    onlyStatuses(faults, 400)
    await address.getByLabel('Postal code').fill('OX1 3AS')
    await page.getByRole('combobox', { name: 'Find a customer' }).fill('ada')
    await page.getByRole('option', { name: /Ada Lovelace/ }).click()
    // What is typed stays: the address of the last order does not take its place.
    assert.equal(await address.getByLabel('City').inputValue(), 'X')
    await page.getByLabel('Payment due').fill('2020-01-01')
    await page.getByRole('button', { name: /^Place order of/ }).click()
    await page.getByText('Must be in the future, and a year ahead at most.').waitFor()
    onlyStatuses(faults, 400)
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await dialogOf(page).getByRole('button', { name: 'Leave without saving' }).click()
    await page.getByRole('heading', { name: 'Orders' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('of a business: says at once whether tax is charged, and at its field what is wrong in it', async (t) => {
    const french = await makeMerchant(service, { currency: 'EUR' })
    await makeProduct(service, french, { name: 'Carafe', price: 12 })
    await setTaxRates(service, french, [
      { country: 'FR', rate: 20 },
      { country: 'DE', rate: 19 },
    ])
    const { page, faults } = await visit(t, service, '/console/orders/new', { as: french.owner })
    await page.getByRole('combobox', { name: 'Find a customer' }).fill('grace@example.com')
    await page.getByRole('option', { name: 'New customer grace@example.com' }).click()
    const product = page.getByRole('combobox', { name: 'Find a product' })
    await product.fill('carafe')
    await page.getByRole('option', { name: /Carafe/ }).click()
    const address = page.getByRole('region', { name: 'Ship to' })
    for (const [label, text] of Object.entries({
      Name: 'Grace Hopper',
      Company: 'Hopper GmbH',
      'Street and number': 'Torstraße 1',
      'Postal code': '10119',
      City: 'Berlin',
    }))
      await address.getByLabel(label, { exact: true }).fill(text)
    await address.getByLabel('Country').selectOption('Germany')
    const number = address.getByLabel('VAT number')
    await number.fill('DE136695977')
    await faultAt(number, 'Must be a VAT number with its country, such as DE136695976.')
    onlyStatuses(faults, 400)
    assert.deepEqual(await violations(page), [])
    await number.fill('de 136 695 976')
    const outcome = address.getByRole('status')
    await outcome.getByText('Tax is charged, because your shop has no VAT number yet (Settings, Shop).').waitFor()
    await page.getByRole('button', { name: 'Place order of €12.00' }).waitFor()
    const { headers } = french.owner
    const own = await service.request('PATCH', '/admin/merchant', { headers, body: { vat_number: 'FR40303265045' } })
    assert.equal(own.status, 200)
    await number.fill('DE136695976')
    await outcome.getByText('Its form is right. Reverse charge: the buyer owes the tax.').waitFor()
    await page.getByRole('region', { name: 'Total' }).getByText('Reverse charge').waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Place order of €10.00' }).click()
    await page.getByText('VAT number DE136695976').waitFor()
    const answer = await service.request('GET', '/admin/orders?limit=1', { headers })
    const [order] = answer.body.data.items
    assert.deepEqual([order.total, order.tax_total, order.buyer_vat.reverse_charge], [10, 0, true])
    assert.deepEqual(faults, [])
  })

  it('a viewer is told that the role lacks orders.write', async (t) => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page, faults } = await visit(t, service, '/console/orders', { as: viewer })
    const why = 'Your role, viewer, may not do this. It needs orders.write.'
    assert.equal(await reasonOf(page.getByRole('button', { name: 'New order' })), why)
    await page.goto('/console/orders/new')
    assert.equal(await reasonOf(page.getByRole('button', { name: 'Place order' })), why)
    assert.deepEqual(faults, [])
  })
  it('keeps an order as a draft, shows its quote, and places it from the list', async (t) => {
    const { page } = await visit(t, service, '/console/orders/new', { as: shop.owner })
    const keys = keysOf(page)
    await page.getByRole('combobox', { name: 'Find a customer' }).click()
    await keys.type('love')
    await keys.press('Enter')
    await page.getByRole('combobox', { name: 'Find a product' }).and(page.locator(':focus')).waitFor()
    await keys.type('desk')
    await keys.press('Enter')
    await page
      .getByRole('button', { name: /^Place order of/ })
      .and(page.locator(':not([aria-disabled])'))
      .waitFor()
    await page.getByRole('button', { name: 'Save as draft', exact: true }).click()
    await page.waitForURL('**/console/orders/drafts/*')
    const { headers } = shop.owner
    const list = (await service.request('GET', '/admin/orders?status=draft', { headers })).body.data.items
    assert.equal(list.length, 1)
    const [draft] = list
    const quote = page.getByRole('link', { name: 'Quote for the customer', exact: true })
    assert.equal(await quote.getAttribute('href'), draft.quote_url)
    await page.goto(`${new URL(page.url()).origin}/console/orders?status=draft`)
    await page.getByRole('link', { name: draft.order_number, exact: true }).click()
    await page.getByRole('button', { name: /^Place order of/ }).click()
    await page.waitForURL(`**/console/orders/${draft.id}`)
    const placed = await service.request('GET', `/admin/orders/${draft.id}`, { headers })
    assert.deepEqual([placed.body.data.status, placed.body.data.total], ['pending', draft.total])
  })
})
