import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { signIn, startQuietConsole, visit } from '#test/support/console.ts'
import { onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { makeConsoleShop } from '#test/support/console-shop.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { makeProduct } from '#test/support/products.ts'
import { insertOrder } from '#test/support/shop-rows.ts'

type Shop = Awaited<ReturnType<typeof makeConsoleShop>>

describeService('the dashboard of the console, and views of its lists', startQuietConsole, ({ service }) => {
  let shop: Shop
  before(async () => {
    shop = await makeConsoleShop(service, 6)
    const { id: productId } = await makeProduct(service, shop)
    // Five days of January, and a day of the five before them.
    for (const [day, priceMinor] of [
      ['2026-01-07', 5000],
      ['2026-01-11', 6000],
      ['2026-01-12', 1500],
    ] as const) {
      const at = new Date(`${day}T12:00:00Z`)
      const id = await insertOrder(service, shop, shop.owner.id, [{ productId, quantity: 1, priceMinor }], at)
      await sql`
        update orders set status = 'paid', payment_status = 'paid', paid_at = ${at} where id = ${id}`.execute(
        service.deps.db,
      )
    }
  })

  const january = '/console/?from=2026-01-10&to=2026-01-14'
  const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

  it('draws the days beside those before by one request, and every figure leads to its list', async (t) => {
    const { page, faults } = await visit(t, service, january)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/admin/dashboard') && asked.push(request.url()))
    await signIn(page, shop.owner)
    await page.getByRole('link', { name: '£75.00 the orders placed, paid or not' }).waitFor()
    await page.getByText('+50% against the period before').first().waitFor()
    assert.equal(asked.length, 1)
    const rowOf = (text: string) => page.getByRole('row', { name: text })
    await rowOf('12 Jan £15.00 £50.00 in the period before, 7 Jan').waitFor()
    await page.getByRole('button', { name: 'Average order' }).click()
    await rowOf('12 Jan £15.00 £50.00 in the period before, 7 Jan').waitFor()
    await page.getByRole('button', { name: 'Orders', exact: true }).click()
    await rowOf('11 Jan 1 0 in the period before, 6 Jan').waitFor()

    const days = { created_from: '2026-01-10', created_to: '2026-01-14' }
    const leads = async (name: string | RegExp, search: object, ready: string) => {
      await page.getByRole('link', { name }).first().click()
      await page.getByText(ready, { exact: true }).waitFor()
      assert.deepEqual(searchOf(page), search)
      await page.goBack()
      await page.getByRole('heading', { name: 'Top products' }).waitFor()
    }
    await leads(/^2 the orders placed$/, days, '2 orders')
    // Paid or given back in these days, whenever they were placed: no list has just those.
    await leads('£75.00 the orders placed, paid or not', days, '2 orders')
    for (const figure of [/^Refunds/, /^Tax/, /^Shipping/]) await leads(figure, days, '2 orders')
    await leads(/the orders by their total$/, { ...days, sort: 'total' }, '2 orders')
    await leads(/^Paid 2$/, { ...days, status: 'paid' }, '2 orders')
    await leads(/^Cancelled 0$/, { ...days, status: 'cancelled' }, '0 orders')
    const hrefs = await page.evaluate<string[]>("[...document.querySelectorAll('main a')].map((link) => link.pathname)")
    for (const path of ['/customers', '/inventory', '/webhooks', '/events'])
      assert.ok(hrefs.includes(`/console${path}`))
    assert.deepEqual(faults, [])
  })

  it('shows how far visits came and their sources, and says when none were counted', async (t) => {
    await sql`
      insert into visit_days (merchant_id, day, source, visits, product_views, carts, checkouts)
      values (${shop.id}, '2026-01-11', 'example.com', 30, 12, 4, 3),
             (${shop.id}, '2026-01-12', 'direct', 10, 8, 2, 1)`.execute(service.deps.db)
    const { page, faults } = await visit(t, service, january, { as: shop.owner })
    const section = page.getByRole('region', { name: 'Visits', exact: true })
    const funnel = section.getByRole('list', { name: 'From visits to orders' })
    await funnel.getByText('Visits', { exact: true }).waitFor()
    assert.deepEqual(
      (await funnel.getByRole('listitem').allTextContents()).map((text) => text.replace(/\s+/g, ' ')),
      ['Visits 40', 'Saw a product50 % 20', 'Had a cart15 % 6', 'Began a checkout10 % 4', 'Orders5 % 2'],
    )
    await section.getByRole('link', { name: 'direct 10' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await section.getByRole('link', { name: 'example.com 30' }).click()
    const table = page.getByRole('table', { name: 'Visits', exact: true })
    await table.getByRole('row', { name: /^example\.com 30 12 4 3/ }).waitFor()
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'By day' })
    await table.getByRole('row', { name: /^12 Jan 2026 10 8 2 1/ }).waitFor()
    await page.goto('/console/?from=2026-01-06&to=2026-01-07')
    await section.getByText('No visits were counted in these days.').waitFor()
    assert.deepEqual(faults, [])
  })

  it('keeps the period in the address, and says what is wrong with days that cannot be', async (t) => {
    const { page, faults } = await visit(t, service, '/console/?from=2026-01-14&to=2026-01-10', { as: shop.owner })
    // Turned round.
    await page.getByRole('link', { name: '2 the orders placed' }).waitFor()
    assert.equal(await page.getByLabel('Days from').inputValue(), '2026-01-10')
    await page.getByRole('button', { name: '90 days' }).click()
    await page.waitForURL('**/console/?period=90d')
    await page.goto(january)
    await page.getByLabel('Days from').fill('2026-01-12')
    await page.getByRole('link', { name: '1 the orders placed' }).waitFor()
    assert.deepEqual(searchOf(page), { from: '2026-01-12', to: '2026-01-14' })
    await page.getByRole('group', { name: 'By' }).getByRole('button', { name: 'Units' }).click()
    await page.waitForURL('**top_by=units**')
    await page.getByLabel('Days from').fill('2001-01-01')
    await page.getByText('from must be at most 3660 days before to').waitFor()
    assert.equal(await page.getByLabel('Days from').getAttribute('aria-invalid'), 'true')
    onlyStatuses(faults, 400)
  })

  it('counts in the navigation what waits, until it is done', async (t) => {
    const { page, faults } = await visit(t, service, `/console/orders/${shop.orderIds[2]}`, { as: shop.owner })
    const orders = page.getByRole('link', { name: 'Orders', exact: true })
    await page.locator('a[title="5 orders to fulfil"]').waitFor()
    assert.match((await orders.textContent()) ?? '', /^Orders5$/)
    await page.getByRole('button', { name: 'Fulfil', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Fulfil / })
      .click()
    await page.locator('a[title="4 orders to fulfil"]').waitFor()
    assert.deepEqual(faults, [])
  })

  it('tells an empty shop what to do first, and a viewer why they cannot', async (t) => {
    const empty = await makeMerchant(service)
    const { page, faults } = await visit(t, service, '/console', { as: empty.owner })
    await page.getByRole('heading', { name: 'Before the first order' }).waitFor()
    assert.equal(await page.getByText('(done)').count(), 0)
    await makeProduct(service, empty)
    await page.getByRole('link', { name: 'New product' }).click()
    await page.waitForURL('**/products/new')
    await page.reload()
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await page.getByRole('heading', { name: 'Add a product (done)' }).waitFor()
    assert.deepEqual(faults, [])

    const viewer = await makeStaff(service, empty.id, 'viewer')
    const { page: other } = await visit(t, service)
    await signIn(other, viewer)
    const refused = other.getByRole('button', { name: 'New product' })
    await refused.waitFor()
    assert.equal(await reasonOf(refused), 'Your role, viewer, may not do this. It needs products.write.')
  })

  it('finds orders by day and total, sorts them, and shows a fault at its field', async (t) => {
    const { page, faults } = await visit(t, service, '/console/orders?created_from=2026-02-30', { as: shop.owner })
    // No such day: left out.
    await page.getByText('9 orders', { exact: true }).waitFor()
    await page.getByLabel('Placed to').fill('2026-01-31')
    await page.getByText('3 orders', { exact: true }).waitFor()
    const totals = () => page.locator('tbody td:last-child').allTextContents()
    await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').click()
    await page.locator('th[aria-sort="descending"]', { hasText: 'Total' }).waitFor()
    await page.locator('tbody tr:first-child td:last-child', { hasText: '£60.00' }).waitFor()
    assert.deepEqual(await totals(), ['£60.00', '£50.00', '£15.00'])
    await page.getByRole('columnheader', { name: 'Total' }).getByRole('button').click()
    await page.locator('tbody tr:first-child td:last-child', { hasText: '£15.00' }).waitFor()
    await page.getByLabel('Total from').fill('20,5')
    await page.getByText('2 orders', { exact: true }).waitFor()
    assert.deepEqual(searchOf(page), { created_to: '2026-01-31', min_total: '20.5', sort: 'total', order: 'asc' })
    assert.deepEqual(await totals(), ['£50.00', '£60.00'])
    await page.getByLabel('Total to').fill('much')
    await page.locator('[aria-label="Total to"][aria-invalid="true"]').waitFor()
    await page.getByLabel('Total to').fill('7')
    await page.getByText('“Total from” must not be more than “Total to”.').waitFor()
    assert.equal(await page.getByLabel('Total from').getAttribute('aria-invalid'), 'true')
    onlyStatuses(faults, 400)
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await page.getByText('9 orders', { exact: true }).waitFor()
    assert.deepEqual(searchOf(page), { sort: 'total', order: 'asc' })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByLabel('Total from').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Total from').fill('50')
    await page.getByText('2 orders', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Filters, 1' }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('saves the address of a list under a name, opens it from the palette, renames and deletes it', async (t) => {
    const { page, faults, context } = await visit(t, service, '/console/orders?payment_status=paid&min_total=50', {
      as: shop.owner,
    })
    await page.getByText('2 orders', { exact: true }).waitFor()
    const menu = (name: string) => page.getByRole('button', { name, exact: true })
    const choose = async (button: string, item: string) => {
      await menu(button).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const dialog = page.getByRole('dialog')
    const save = (name: string) =>
      dialog
        .getByLabel('Name')
        .fill(name)
        .then(() => dialog.getByRole('button', { name: 'Save' }).click())
    await choose('Views', 'Save this view…')
    await save(' ')
    await dialog.getByText('Give it a name.').waitFor()
    await save('Large and paid')
    await menu('Large and paid').waitFor()

    await page.getByLabel('Payment').selectOption('unpaid')
    await choose('Views', 'Save this view…')
    await save('Large and paid')
    await dialog.getByText('Another view of this list has this name.').waitFor()
    await save('Large, unpaid')
    await choose('Large, unpaid', 'Large and paid')
    await page.getByText('2 orders', { exact: true }).waitFor()

    await page.goto('/console/products')
    await page.getByText('13 products', { exact: true }).waitFor()
    await page.keyboard.press('Control+k')
    await dialog.getByRole('combobox').fill('large and')
    await dialog.getByRole('option', { name: 'Large and paid Orders' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('2 orders', { exact: true }).waitFor()
    assert.deepEqual(searchOf(page), { payment_status: 'paid', min_total: '50' })

    await choose('Large and paid', 'Rename…')
    await save('Above fifty')
    await menu('Above fifty').waitFor()
    await choose('Above fifty', 'Delete this view')
    await menu('Views').click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).waitFor()
    assert.deepEqual(await page.getByRole('menuitem').allTextContents(), ['Large, unpaid', 'Save this view…'])
    await page.keyboard.press('Escape')
    await page.getByLabel('Payment').selectOption('Paid, not all refunded')
    await page.getByLabel('Fulfilment').selectOption('Not all sent')
    await page.getByText('2 orders', { exact: true }).waitFor()
    const states = {
      payment_status: 'paid,partially_refunded',
      fulfillment_status: 'unfulfilled,partially_fulfilled',
    }
    assert.deepEqual(searchOf(page), { ...states, min_total: '50' })
    assert.deepEqual(faults, [])

    // Of this shop, not of all that this browser signs in to; and nonsense in the storage does no harm.
    const other = await makeMerchant(service)
    await page.evaluate(`localStorage.setItem('console-views-${other.id}', '[null, {"name": 1}, {"name": "x"}]')`)
    await context.clearCookies()
    await page.goto('/console/orders')
    await signIn(page, other.owner)
    await page.getByRole('heading', { name: 'No orders yet' }).waitFor()
    await menu('Views').click()
    await page.getByRole('menuitem', { name: 'Save this view…' }).waitFor()
    assert.equal(await page.getByRole('menuitem').count(), 1)
  })
})
