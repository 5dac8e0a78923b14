import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { untilTrue } from '#test/support/browser.ts'
import { startConsole, visit } from '#test/support/console.ts'
import { dialogOf, onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeStaff } from '#test/support/factories.ts'
import { makePaidOrder, placeOrder } from '#test/support/orders.ts'
import { makeProducts } from '#test/support/products.ts'

/** What is done with many rows of a list at once. */
describeShop('rows that are chosen in the console', startConsole, ({ service, shop }) => {
  const read = async (path: string) => (await service.request('GET', path, { headers: shop.owner.headers })).body.data
  const chosen = (page: Page) => page.locator('tr[data-chosen]')
  const bar = (page: Page, name: string) => page.getByRole('region', { name: `Chosen ${name}` })
  const boxes = (page: Page) => page.locator('tbody [data-choose]')

  it('are fulfilled with their tracking numbers, after it was said what will happen, and what failed', async (t) => {
    const headers = shop.owner.headers
    const carriers = [{ name: 'Évri', tracking_pattern: 'https://evri.example/{tracking_number}' }]
    await service.request('PATCH', '/admin/merchant', { headers, body: { carriers } })
    const [one, two, three] = [
      await makePaidOrder(service, shop, [2]),
      await makePaidOrder(service, shop, [1]),
      await makePaidOrder(service, shop, [1]),
    ]
    const { order: unpaid } = await placeOrder(service, shop)
    const { page, faults } = await visit(t, service, '/console/orders', { as: shop.owner })
    await page.getByText('4 orders', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Choose all that are loaded' }).check()
    await bar(page, 'orders').getByText('4 orders chosen').waitFor()
    await bar(page, 'orders').getByRole('button', { name: 'Fulfil' }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('Takes 4 units out of stock: all that is left of each order').waitFor()
    await dialog.getByText('1 order is left out').click()
    await dialog.getByText('Only a paid order can be sent.').waitFor()
    await dialog.getByLabel('Carrier').fill('Évri')
    await dialog.getByLabel(`Tracking number of ${one.order.order_number}`).fill('A 1')
    // Somebody else is quicker with one of them.
    await two.fulfil()
    await dialog.getByRole('button', { name: 'Fulfil 3 orders' }).click()
    await dialog.getByText('2 orders fulfilled, 1 failed').waitFor()
    await dialog.getByRole('list', { name: 'What failed' }).getByText(two.order.order_number).waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Done' }).click()
    await bar(page, 'orders').getByText('2 orders chosen').waitFor()
    const [sent] = (await one.current()).fulfillments
    assert.deepEqual([sent.carrier, sent.tracking_url], ['Évri', 'https://evri.example/A%201'])
    assert.deepEqual(
      [
        (await one.current()).status,
        (await three.current()).fulfillments.length,
        (await read(`/admin/orders/${unpaid.id}`)).status,
      ],
      ['completed', 1, 'pending'],
    )
    onlyStatuses(faults, 409)
  })

  it('get their tracking numbers from the file of a carrier, whose other lines are named', async (t) => {
    const [one, two] = [await makePaidOrder(service, shop), await makePaidOrder(service, shop)]
    const { page, faults } = await visit(t, service, '/console/orders?fulfillment_status=unfulfilled&status=paid', {
      as: shop.owner,
    })
    await page.getByText('2 orders', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Choose all that are loaded' }).check()
    await bar(page, 'orders').getByRole('button', { name: 'Fulfil' }).click()
    const dialog = dialogOf(page)
    const file = dialog.getByLabel('File of tracking numbers')
    const choose = (text: string) =>
      file.setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose(`"never closed`)
    await dialog.getByText('day.csv cannot be read as a table. Save it as CSV, with a row for each order.').waitFor()
    const numbers = [one, two].map(({ order }) => order.order_number)
    await choose(
      `\uFEFFSendungsnummer;Empfänger;Referenz\r\nJJD 01;"Ng; Ada";#${numbers[1]?.toLowerCase()}\r\nJJD 02;;X-9\r\n`,
    )
    await dialog
      .getByText('The file has the numbers of 1 of 2 orders. 1 line names no order of these: JJD 02.')
      .waitFor()
    await choose(`${numbers[0]}\tJJD 03\n`)
    await dialog.getByText('The file has the numbers of 1 of 2 orders.', { exact: true }).waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Fulfil 2 orders' }).click()
    await dialog.getByText('2 orders fulfilled', { exact: true }).waitFor()
    const sent = await Promise.all([one, two].map(async ({ current }) => (await current()).fulfillments[0]))
    assert.deepEqual(
      sent.map(({ tracking_number }) => tracking_number),
      ['JJD 03', 'JJD 01'],
    )
    assert.deepEqual(faults, [])
  })

  it('by keys, in a range, and by their bar are let go again', async (t) => {
    const names = ['A', 'B', 'C', 'D'].map((letter) => ({ name: `Keys ${letter}` }))
    await makeProducts(service, shop, names)
    const { page, faults } = await visit(t, service, '/console/products?q=keys&sort=name', { as: shop.owner })
    await page.getByText('4 products', { exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await chosen(page).getByText('Keys A').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await bar(page, 'products').getByText('3 products chosen').waitFor()
    // The keys move on after the mouse was in a box.
    await boxes(page).nth(1).click()
    await bar(page, 'products').getByText('2 products chosen').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await bar(page, 'products').getByText('1 product chosen').waitFor()
    await page.keyboard.press('Escape')
    await bar(page, 'products').waitFor({ state: 'detached' })
    await boxes(page).nth(0).click()
    await boxes(page)
      .nth(3)
      .click({ modifiers: ['Shift'] })
    await bar(page, 'products').getByText('4 products chosen').waitFor()
    assert.deepEqual(await violations(page), [])
    // Of another list nothing is chosen.
    await page.getByRole('button', { name: 'Active', exact: true }).click()
    await bar(page, 'products').waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('and all that match, beyond what is loaded, change their status and category', async (t) => {
    await makeProducts(
      service,
      shop,
      Array.from({ length: 130 }, (_, n) => ({ name: `Bulk ${n}`, category: n === 0 ? 'Bulky' : null })),
    )
    const { page, faults } = await visit(t, service, '/console/products?q=bulk', { as: shop.owner })
    await page.getByText('130 products', { exact: true }).waitFor()
    await boxes(page).first().click()
    await bar(page, 'products').getByRole('button', { name: 'Choose all 130 that match' }).click()
    await bar(page, 'products').getByText('130 products chosen').waitFor()
    await bar(page, 'products').getByRole('button', { name: 'Status' }).click()
    await page.getByRole('menuitem', { name: 'Archive…' }).click()
    const dialog = dialogOf(page)
    await dialog.getByText('130 of 130 products will change.').waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Archive 130 products' }).click()
    await dialog.getByText('130 products archived').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    assert.equal((await read('/admin/products?q=bulk&status=archived')).pagination.total, 130)
    await bar(page, 'products').waitFor({ state: 'detached' })
    await boxes(page).first().click()
    await bar(page, 'products').getByRole('button', { name: 'Category' }).click()
    await dialog.getByLabel('Category').fill('Old things')
    await dialog.getByRole('button', { name: 'Change 1 product' }).click()
    await dialog.getByText('1 product changed').waitFor()
    assert.equal((await read('/admin/products?category=Old+things')).pagination.total, 1)
    assert.deepEqual(faults, [])
  })

  it('get other prices: it is said what each becomes, what cannot be, and what could not', async (t) => {
    const [cup, jug] = await makeProducts(service, shop, [
      { name: 'Priced cup', price: 20 },
      { name: 'Priced jug', price: 4 },
    ])
    const { page, faults } = await visit(t, service, '/console/products?q=priced&sort=name', { as: shop.owner })
    await page.getByText('2 products', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Choose all that are loaded' }).check()
    await bar(page, 'products').getByRole('button', { name: 'Price' }).click()
    await page.getByRole('menuitem', { name: 'Change prices…' }).click()
    const dialog = dialogOf(page)
    await dialog.getByLabel('How').selectOption('Lower by an amount')
    await dialog.getByLabel('Amount in GBP').fill('5.01')
    await dialog.getByText('1 of 2 products will change.').waitFor()
    await dialog.getByText('1 product cannot change').click()
    await dialog.getByText('Price would be below 0: -1.01.').waitFor()
    await dialog.getByLabel('How').selectOption('Lower by percent')
    await dialog.getByLabel('Percent').fill('25')
    await dialog.getByLabel('Round to').selectOption('£0.50')
    await dialog.getByLabel('As a sale').check()
    const example = dialog.getByRole('row').filter({ hasText: 'Priced cup' })
    await example.getByText('£15.00').waitFor()
    await example.locator('s').getByText('£20.00').waitFor()
    assert.deepEqual(await violations(page), [])
    await dialog.getByRole('button', { name: 'Change 2 products' }).click()
    await dialog.getByText('2 products repriced').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
    assert.deepEqual(
      [(await read(`/admin/products/${cup?.id}`)).price, (await read(`/admin/products/${jug?.id}`)).price],
      [15, 3],
    )
    await page.getByText('£15.00').first().waitFor()
    assert.deepEqual(faults, [])
  })

  it('are exported alone, and the export of a list takes its search and filters along', async (t) => {
    await makeProducts(service, shop, [{ name: 'Export lamp' }, { name: 'Export vase' }, { name: 'Export rug' }])
    const { page, faults } = await visit(t, service, '/console/products?q=export', { as: shop.owner })
    await page.getByText('3 products', { exact: true }).waitFor()
    const fileOf = async (): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialogOf(page).getByRole('button', { name: 'Download' }).click(),
      ])
      const text = await new Response((await download.createReadStream()) as never).text()
      await dialogOf(page).waitFor({ state: 'detached' })
      return text
    }
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await dialogOf(page).getByText('The 3 products found').waitFor()
    assert.equal((await fileOf()).trim().split('\n').length, 4)
    await page.locator('tr', { hasText: 'Export vase' }).locator('[data-choose]').click()
    await bar(page, 'products').getByRole('button', { name: 'Export' }).click()
    await dialogOf(page).getByText('The 1 product that you have chosen').waitFor()
    const file = await fileOf()
    assert.ok(file.includes('Export vase') && !file.includes('Export lamp'), file)
    assert.deepEqual(faults, [])
  })

  it('go on after the connection was lost, and nothing is done twice', async (t) => {
    const orders = [await makePaidOrder(service, shop), await makePaidOrder(service, shop)]
    const { page } = await visit(t, service, '/console/orders?fulfillment_status=unfulfilled&status=paid', {
      as: shop.owner,
    })
    await page.getByText('2 orders', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Choose all that are loaded' }).check()
    await bar(page, 'orders').getByRole('button', { name: 'Fulfil' }).click()
    // What the first request did is done, but its answer is lost, each time it is sent.
    let isLost = true
    await page.route('**/fulfillments', async (route) => {
      const answer = await route.fetch()
      if (isLost) await route.abort('connectionfailed')
      else await route.fulfill({ response: answer })
    })
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Fulfil 2 orders' }).click()
    await dialog.getByText('0 orders fulfilled, 2 not begun').waitFor()
    isLost = false
    await dialog.getByRole('button', { name: 'Go on with 2' }).click()
    await dialog.getByText('2 orders fulfilled', { exact: true }).waitFor()
    for (const { current } of orders) assert.equal((await current()).fulfillments.length, 1)
  })

  it('are printed as packing slips and as a pick list, and the page is not', async (t) => {
    const { order, products } = await makePaidOrder(service, shop, [4])
    const { page, faults } = await visit(t, service, `/console/orders?q=${order.order_number}`, { as: shop.owner })
    await page.evaluate('window.print = () => { globalThis.printed = (globalThis.printed ?? 0) + 1 }')
    await boxes(page).first().click()
    for (const [paper, name] of [
      ['Packing slips', `Packing slip of ${order.order_number}`],
      ['Pick list', 'Pick list'],
    ] as const) {
      await page.emulateMedia({ media: 'screen' })
      await bar(page, 'orders').getByRole('button', { name: 'Print' }).click()
      await page.getByRole('menuitem', { name: paper }).click()
      await page.emulateMedia({ media: 'print' })
      const sheet = page.getByRole('article', { name })
      await sheet
        .getByRole('row')
        .filter({ hasText: products[0]?.sku ?? '' })
        .filter({ hasText: '4' })
        .waitFor()
      await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor({ state: 'hidden' })
      await untilTrue(page, 'globalThis.printed > 0')
      await page.evaluate('globalThis.printed = 0; dispatchEvent(new Event("afterprint"))')
      await sheet.waitFor({ state: 'detached' })
    }
    assert.deepEqual(faults, [])
  })

  it('say to a viewer why they change nothing', async (t) => {
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page, faults } = await visit(t, service, '/console/orders', { as: viewer })
    await boxes(page).first().click()
    const fulfil = bar(page, 'orders').getByRole('button', { name: 'Fulfil' })
    await fulfil.and(page.locator('[aria-disabled="true"]')).waitFor()
    assert.equal(await reasonOf(fulfil), 'Your role, viewer, may not do this. It needs orders.fulfil.')
    assert.deepEqual(faults, [])
  })
})
