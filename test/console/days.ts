import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { signIn, startConsole, visit } from '#test/support/console.ts'
import { describeShop } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { makePaidOrder } from '#test/support/orders.ts'

/** Days are those of the shop wherever the viewer is, as the fields for them say. */
describeShop('days in the console', startConsole, ({ service, shop }) => {
  before(async () => {
    await makePaidOrder(service, shop)
  })

  const zone = { timezoneId: 'America/New_York' }

  /** The parameters of the first request for a list that has this one, while something is done. */
  async function asked(page: Page, path: string, parameter: string, act: () => Promise<void>) {
    const [request] = await Promise.all([
      page.waitForRequest((one) => {
        const { pathname, searchParams } = new URL(one.url())
        return pathname === path && searchParams.has(parameter)
      }),
      act(),
    ])
    return Object.fromEntries(new URL(request.url()).searchParams)
  }

  it('finds entries of the audit log by days of the shop', async (t) => {
    const { page, faults } = await visit(t, service, '/console/settings/audit-log?from=2026-11-01', zone)
    const { from } = await asked(page, '/admin/audit-log', 'from', () => signIn(page, shop.owner))
    assert.equal(from, '2026-11-01')
    await page.getByRole('group', { name: 'When' }).getByText('UTC').waitFor()
    const { to } = await asked(page, '/admin/audit-log', 'to', () => page.getByLabel('When to').fill('2026-11-01'))
    assert.equal(to, '2026-11-01')
    assert.deepEqual(faults, [])
  })

  it('looks for carts left behind from the midnight on that their figure begins at', async (t) => {
    const { page, faults } = await visit(t, service, '/console/?period=7d', zone)
    const { from } = await asked(page, '/admin/dashboard', 'from', () => signIn(page, shop.owner))
    const carts = page.getByRole('link', { name: 'Abandoned carts' })
    const { since } = await asked(page, '/admin/events', 'since', () => carts.click())
    assert.equal(since, from)
    assert.equal(await page.getByLabel('Since').inputValue(), from)
    await page.getByText('UTC', { exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('shows times and days of the zone of the shop', async (t) => {
    const zoned = await makeMerchant(service)
    const { headers } = zoned.owner
    const body = { timezone: 'Pacific/Auckland' }
    assert.equal((await service.request('PATCH', '/admin/merchant', { headers, body })).status, 200)
    const { order } = await makePaidOrder(service, zoned)
    const placed = '2026-09-26T12:30:00Z'
    await service.deps.pool.query(
      `update orders set created_at = $2, order_number = '260927-' || substr(order_number, 8) where id = $1`,
      [order.id, placed],
    )
    const { page, faults } = await visit(t, service, '/console/orders?created_from=2026-09-27', {
      ...zone,
      as: zoned.owner,
    })
    const row = page.getByRole('row').filter({ hasText: '260927-' })
    assert.match((await row.getByRole('time').textContent()) ?? '', /27/)
    await page.getByText('GMT+1', { exact: false }).first().waitFor()
    await page.getByLabel('Placed from').fill('2026-09-28')
    await row.waitFor({ state: 'detached' })
    assert.deepEqual(faults, [])
  })

  it('says that all events are of the last 30 days, and nothing of the kind of those since a day', async (t) => {
    const { page, faults } = await visit(t, service, '/console/events', { as: shop.owner })
    await page.getByText(/^\d+ events? in the last 30 days$/).waitFor()
    await page.getByLabel('Since').fill(new Date().toISOString().slice(0, 10))
    await page.getByText(/^\d+ events?$/).waitFor()
    assert.deepEqual(faults, [])
  })
})
