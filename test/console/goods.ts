import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { startQuietConsole, visit } from '#test/support/console.ts'
import { onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { makeConsoleShop } from '#test/support/console-shop.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeStaff, makeUser } from '#test/support/factories.ts'
import { shopping } from '#test/support/orders.ts'
import { makeProduct } from '#test/support/products.ts'
import { until } from '#test/support/until.ts'

type Shop = Awaited<ReturnType<typeof makeConsoleShop>>

/**
 * Products, stock, customers. Without background work nothing tells an open page of an order: it is refused what it
 * does not know of.
 */
describeService('the console for goods', startQuietConsole, ({ service }) => {
  let shop: Shop
  before(async () => {
    shop = await makeConsoleShop(service, 12)
  })

  it('finds what runs low, adjusts it in figures, and shows who did it in the ledger', async (t) => {
    const { page, faults } = await visit(t, service, '/console/inventory', { as: shop.owner })
    await page.getByText('12 products', { exact: true }).waitFor()
    await page.getByRole('button', { name: '5 or fewer' }).click()
    await page.getByText('3 products', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).search, '?low_stock=5')
    await page.getByRole('button', { name: 'Sold out' }).click()
    await page.getByText('1 product', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByText('12 products', { exact: true }).waitFor()
    await page.getByLabel('Name or SKU').fill('jam')
    await page.getByText('1 product', { exact: true }).waitFor()
    await page.locator('[data-row-link]').click()
    await page.getByRole('heading', { name: 'Jam making set with jars' }).waitFor()

    const { headers } = shop.owner
    const stock = (await service.request('GET', '/admin/inventory?q=22960', { headers })).body.data.items[0]
    const dialog = page.getByRole('dialog')
    const units = dialog.getByRole('spinbutton')
    await page.getByRole('button', { name: 'Adjust', exact: true }).click()
    await units.fill(String(-stock.on_hand))
    await dialog.getByText(`${stock.reserved} units are reserved by orders; no fewer can be on hand.`).first().waitFor()
    assert.equal(await dialog.getByRole('button', { name: 'Set to 0' }).getAttribute('aria-disabled'), 'true')
    await units.fill('-2')
    const then = stock.on_hand - 2
    await dialog
      .getByText(
        `On hand goes from ${stock.on_hand} to ${then}, ${stock.reserved} of them reserved. ` +
          `${then - stock.reserved} can then be sold.`,
      )
      .waitFor()
    await dialog.getByLabel('Reason').fill('Damaged in storage')
    await dialog.getByRole('button', { name: `Set to ${then}` }).click()
    await page.getByText(`Jam making set with jars: ${then} on hand`).first().waitFor()
    const row = page.getByRole('row').filter({ hasText: 'Damaged in storage' })
    await row.getByText('−2', { exact: true }).waitFor()
    const me = (await service.request('GET', '/user/profile', { headers })).body.data
    await row.getByText(me.name ?? me.email).waitFor()

    // An order comes in while the units are counted.
    await page.getByRole('button', { name: 'Adjust', exact: true }).click()
    await dialog.getByRole('button', { name: 'Recount' }).click()
    await units.fill(String(stock.reserved))
    const user = await makeUser(service, { merchantId: shop.id })
    const shopper = shopping(service, { ...user.headers, 'merchant-id': shop.id })
    const placed = await shopper.order([{ product_id: stock.product_id, quantity: 3 }])
    assert.equal(placed.status, 201)
    await dialog.getByRole('button', { name: `Set to ${stock.reserved}` }).click()
    await dialog.locator('[id$="-error"]').waitFor()
    await units.and(page.locator('[aria-invalid="true"]')).waitFor()
    onlyStatuses(faults, 409)
    await dialog
      .getByText(`${stock.reserved + 3} units are reserved by orders`)
      .first()
      .waitFor()
    await units.fill('50')
    await dialog.getByRole('button', { name: 'Set to 50' }).click()
    await page.getByText('Jam making set with jars: 50 on hand').first().waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: 'Order placed' })
      .first()
      .getByRole('link', { name: 'Customer' })
      .click()
    await page.getByRole('heading', { name: 'Contact' }).waitFor()
    assert.equal(new URL(page.url()).pathname, `/console/customers/${user.id}`)
    const after = (await service.request('GET', '/admin/inventory?q=22960', { headers })).body.data.items[0]
    assert.deepEqual([after.on_hand, after.reserved], [50, stock.reserved + 3])
    assert.deepEqual(faults, [])
  })

  it('grows the ledger of a product by its cursor', async (t) => {
    const product = await makeProduct(service, shop, { name: 'Often counted', onHand: 500 })
    const { headers } = shop.owner
    for (let n = 1; n <= 120; n++) {
      await service.request('PATCH', `/admin/inventory/${product.id}`, { headers, body: { adjust: -1 } })
    }
    const { page, faults } = await visit(t, service, `/console/inventory/${product.id}`, { as: shop.owner })
    await page.getByText('121 changes', { exact: true }).waitFor()
    const last = page.locator('tr[aria-rowindex="122"]')
    for (let step = 0; step < 100 && (await last.count()) === 0; step++) await page.mouse.wheel(0, 1_200)
    await last.getByText('Opening stock').waitFor()
    assert.deepEqual(faults, [])
  })

  it('finds a customer by name in list and palette, and leads from an order to them and back', async (t) => {
    const { page, faults } = await visit(t, service, '/console/customers', { as: shop.owner })
    await page.getByText(/^\d+ customers$/).waitFor()
    const byTotal = page.getByRole('columnheader', { name: 'Total' })
    await byTotal.getByRole('button').click()
    await page.waitForURL('**/customers?sort=order_total')
    await byTotal.and(page.locator('[aria-sort="descending"]')).waitFor()
    const { headers } = shop.owner
    const sorted = await service.request('GET', '/admin/users?sort=order_total&limit=1', { headers })
    const [best] = sorted.body.data.items
    await page.locator('[data-row-link]').first().filter({ hasText: best.name }).waitFor()
    const lastName = best.name.split(' ').at(-1)
    await page.getByLabel('Name or e-mail').fill(lastName.toLowerCase())
    await page.getByText('1 customer', { exact: true }).waitFor()
    await page.locator('[data-row-link]').click()
    await page.getByRole('heading', { name: best.name }).waitFor()
    const { body } = await service.request('GET', `/admin/orders?user_id=${best.id}`, { headers })
    assert.ok(body.data.pagination.total > 1)
    await page
      .locator('[data-row-link]')
      .nth(body.data.pagination.total - 1)
      .waitFor()
    assert.equal(await page.locator('[data-row-link]').count(), body.data.pagination.total)
    const total = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(best.order_total)
    await page.getByRole('region', { name: 'Figures' }).getByText(total, { exact: true }).waitFor()
    const [order] = body.data.items
    await page.locator('[data-row-link]').filter({ hasText: order.order_number }).click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.getByRole('region', { name: 'Customer' }).getByRole('link', { name: best.name }).click()
    await page.getByRole('heading', { name: 'Contact' }).waitFor()

    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('hopper')
    await page.getByRole('option', { name: /Grace Hopper/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Grace Hopper' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows a viewer stock and customers and says why they change nothing', async (t) => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { headers } = shop.owner
    const stock = (await service.request('GET', '/admin/inventory?q=47566', { headers })).body.data.items[0]
    const { page, faults } = await visit(t, service, `/console/inventory/${stock.product_id}`, { as: viewer })
    const adjust = page.getByRole('button', { name: 'Adjust', exact: true })
    await adjust.waitFor()
    assert.equal(await reasonOf(adjust), 'Your role, viewer, may not do this. It needs inventory.write.')
    await adjust.click({ force: true })
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.keyboard.press('g')
    await page.keyboard.press('c')
    await page.getByText(/^\d+ customers$/).waitFor()
    await page.goto('/console/inventory/019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11')
    await page.getByRole('alert').first().waitFor()
    onlyStatuses(faults, 404)
  })

  it('keeps the weight and tax class of a product, and says what is wrong with them', async (t) => {
    const product = await makeProduct(service, shop, { name: 'Oak board' })
    const { page, faults } = await visit(t, service, `/console/products/${product.id}`, { as: shop.owner })
    await page.getByLabel('Weight in grams').fill('1250')
    await page.getByLabel('Tax class').fill('Reduced rate')
    await page.getByLabel('Needs shipping').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[id$="-error"]').waitFor()
    assert.equal(await page.getByLabel('Tax class').getAttribute('aria-invalid'), 'true')
    onlyStatuses(faults, 400)
    await page.getByLabel('Tax class').fill('reduced')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Oak board is saved').first().waitFor()
    const { headers } = shop.owner
    const { body } = await service.request('GET', `/admin/products/${product.id}`, { headers })
    const { weight_grams, tax_class, requires_shipping } = body.data
    assert.deepEqual([weight_grams, tax_class, requires_shipping], [1250, 'reduced', false])
    assert.deepEqual(faults, [])
  })

  it('keeps brand, tags, usual price, texts for search engines and notes of a product, and clears them', async (t) => {
    const product = await makeProduct(service, shop, { name: 'Tall mug', price: 10 })
    const { page, faults } = await visit(t, service, `/console/products/${product.id}`, { as: shop.owner })
    const save = () => page.getByRole('button', { name: 'Save' }).click()
    const read = async () => {
      const { headers } = shop.owner
      const { body } = await service.request('GET', `/admin/products/${product.id}`, { headers })
      const { brand, gtin, tags, slug, seo, metadata, unit_pricing, compare_at_price } = body.data
      return { brand, gtin, tags, slug, seo, metadata, unit_pricing, compare_at_price }
    }
    const fields = {
      Brand: 'Regency',
      Tags: 'sale, Tall mugs',
      'Barcode (GTIN)': '4006 3813 3393 2',
      'Price before the sale': '9.50',
      'Web address': 'Tall Mug',
      'Page title': 'Mugs',
      Content: '300',
      'Custom fields': 'supplier: Mill: & Co\npublic_care: Wash cold',
    }
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: false }).first().fill(text)
    await page.getByLabel('Unit of content').selectOption('ml')
    await save()
    await page.locator('[id$="-error"]').nth(1).waitFor()
    const isWrong = async (label: string) => (await page.getByLabel(label).first().getAttribute('aria-invalid')) ?? ''
    assert.deepEqual(await Promise.all(['Barcode', 'Web address', 'Brand'].map(isWrong)), ['true', 'true', ''])
    onlyStatuses(faults, 400)
    await page.getByLabel('Barcode').fill('4006 3813 3393 1')
    await page.getByLabel('Web address').fill('tall-mug-2026')
    await save()
    await page
      .getByText(/must be above/i)
      .first()
      .waitFor()
    onlyStatuses(faults, 400)
    await page.getByLabel('Price before the sale').fill('12.50')
    await save()
    await page.getByText('Tall mug is saved').first().waitFor()
    const saved = {
      brand: 'Regency',
      gtin: '4006381333931',
      tags: ['sale', 'Tall mugs'],
      slug: 'tall-mug-2026',
      seo: { title: 'Mugs', description: null },
      metadata: { supplier: 'Mill: & Co', public_care: 'Wash cold' },
      unit_pricing: { measure: { value: 300, unit: 'ml' }, base: { value: 1, unit: 'l' } },
      compare_at_price: 12.5,
    }
    assert.deepEqual(await read(), saved)
    for (const label of ['Brand', 'Tags', 'Price before the sale', 'Content', 'Custom fields'])
      await page.getByLabel(label).first().fill('')
    await save()
    await until(async () => (await read()).brand === null, 'the cleared fields')
    const cleared = { brand: null, tags: [], compare_at_price: null, unit_pricing: null, metadata: {} }
    assert.deepEqual(await read(), { ...saved, ...cleared })
    assert.deepEqual(faults, [])
  })
})
