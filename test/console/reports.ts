import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { violations } from '#test/support/axe.ts'
import { startQuietConsole, visit } from '#test/support/console.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeProduct } from '#test/support/products.ts'
import { insertOrder } from '#test/support/shop-rows.ts'

/** Figures for the accountant. */
describeShop('reports of the console', startQuietConsole, ({ service, shop }) => {
  before(async () => {
    const { id: productId } = await makeProduct(service, shop)
    for (const [day, priceMinor] of [
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

  it('show a table by what is chosen, with its sum, and download it', async (t) => {
    const { page, faults } = await visit(t, service, '/console/reports?from=2026-01-10&to=2026-01-14', {
      as: shop.owner,
    })
    const table = page.getByRole('table', { name: 'Sales', exact: true })
    await table.getByRole('row', { name: /^11 Jan 2026 1 £60\.00/ }).waitFor()
    await table.getByRole('row', { name: /^Total 2 £75\.00/ }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'By month' })
    await table.getByRole('row', { name: /^10 Jan 2026 2 £75\.00/ }).waitFor()
    await page.getByRole('button', { name: 'Products', exact: true }).click()
    await page.waitForURL('**report=products**')
    await page
      .getByRole('table', { name: 'Products', exact: true })
      .getByRole('row', { name: /^Total/ })
      .waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'products-2026-01-10-2026-01-14.csv')
    await page.getByRole('button', { name: 'Gift cards', exact: true }).click()
    await page.getByText('Nothing on these days').waitFor()
    assert.deepEqual(faults, [])
  })

  it('show the margin, and bookings for DATEV with their accounts', async (t) => {
    const { page, faults } = await visit(t, service, '/console/reports?report=margin&from=2026-01-10&to=2026-01-14', {
      as: shop.owner,
    })
    const margin = page.getByRole('table', { name: 'Margin', exact: true })
    await margin.getByRole('row', { name: /^Total .*£75\.00/ }).waitFor()
    await page.getByRole('button', { name: 'DATEV', exact: true }).click()
    const bookings = page.getByRole('table', { name: 'DATEV', exact: true })
    await bookings.getByRole('row', { name: /8200 .*£60\.00/ }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page.getByRole('button', { name: 'Accounts', exact: true }).click()
    const form = page.getByRole('form', { name: 'Accounts for DATEV' })
    await form.getByLabel('Chart of accounts', { exact: true }).selectOption('SKR04')
    await form.getByLabel('Advisor number', { exact: true }).fill('29098')
    await form.getByLabel('Client number', { exact: true }).fill('55003')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    const account = form.getByLabel('Account, row 3', { exact: true })
    await account.and(page.locator('[value="4200"]')).waitFor()
    assert.deepEqual(await violations(page), [])
    await account.fill('4210')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await form.waitFor({ state: 'detached' })
    await bookings.getByRole('row', { name: /4210 .*£60\.00/ }).waitFor()
    assert.deepEqual(faults, [])
  })
})
