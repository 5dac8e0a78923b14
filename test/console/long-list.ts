import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import type { BrowserContext, Page } from 'playwright-core'
import { untilTrue } from '#test/support/browser.ts'
import { signIn, startQuietConsole, visit } from '#test/support/console.ts'
import { makeConsoleShop } from '#test/support/console-shop.ts'
import { describeService } from '#test/support/describe-shop.ts'

const orders = 10_000

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds of CPU time, whatever else the machine does. */
  tdur?: number
  args: { name?: string }
}

/** Traces the page; `stop` answers the CPU time of each task of its main thread, in milliseconds. */
async function startTrace(context: BrowserContext, page: Page): Promise<{ stop: () => Promise<number[]> }> {
  const client = await context.newCDPSession(page)
  const events: TraceEvent[] = []
  client.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await client.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  })
  const ended = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve))
  return {
    async stop() {
      await client.send('Tracing.end')
      await ended
      const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
      const main = new Set(
        events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
      )
      const tasks = events.filter(
        (event) => event.ph === 'X' && /RunTask$/.test(event.name) && main.has(threadOf(event)),
      )
      return tasks.map(({ tdur = 0 }) => tdur / 1000)
    },
  }
}

describeService('a list of ten thousand', startQuietConsole, ({ service }) => {
  let shop: Awaited<ReturnType<typeof makeConsoleShop>>
  before(async () => {
    shop = await makeConsoleShop(service, 1)
    // The one order, again and again, with the same items.
    const id = sql.raw("overlay(one_id::text placing lpad(to_hex(n), 8, '0') from 1 for 8)")
    const copies = sql`generate_series(1, ${orders - 1}) n`
    await sql`
      insert into orders
      select copy.* from (select one, one.id as one_id, one.order_number from orders one) o, ${copies},
             lateral jsonb_populate_record(one, jsonb_build_object(
               'id', ${id}, 'order_number', substr(order_number, 1, 7) || lpad(n::text, 6, '0'))) copy`.execute(
      service.deps.db,
    )
    await sql`
      insert into order_items
      select copy.* from (select whole, whole.order_id as one_id from order_items whole) o, ${copies},
             lateral jsonb_populate_record(whole, jsonb_build_object('order_id', ${id})) copy`.execute(service.deps.db)
  })

  it('scrolls to its end with few rows in the page, and back restores the place', async (t) => {
    const { page, context, faults } = await visit(t, service, '/console/orders', { as: shop.owner })
    await page.locator('[data-row-link]').first().waitFor()
    const trace = await startTrace(context, page)
    const rows = page.locator('[data-row-link]')
    const last = page.locator(`tr[aria-rowindex="${orders + 1}"]`)
    let max = 0
    // However long the service takes for a page.
    for (let step = 0; step < 20_000 && (await last.count()) === 0; step++) {
      await page.mouse.wheel(0, 1_200)
      if (step % 25 === 0) max = Math.max(max, await rows.count())
    }
    await last.waitFor()
    const tasks = await trace.stop()
    const sum = tasks.reduce((all, ms) => all + ms, 0)
    const slow = tasks.filter((ms) => ms > 50).length
    const text = `${Math.round(sum)} ms, ${slow} tasks over 50 ms, the longest ${Math.round(Math.max(...tasks))} ms`
    t.diagnostic(`CPU time of the main thread: ${text}`)
    assert.ok(max < 120, `${max} rows`)

    const place = await page.evaluate<number>('scrollY')
    await rows.last().click()
    await page.getByRole('heading', { name: 'Payments' }).waitFor()
    await page.goBack()
    await untilTrue(page, `Math.abs(scrollY - ${place}) < 40`)
    assert.deepEqual(faults, [])
  })

  it('shows its first page without a shift of what is there', async (t) => {
    const { page } = await visit(t, service)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await untilTrue(page, "performance.getEntriesByName('first-contentful-paint').length > 0")
    const paint = await page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    await page.evaluate(`
      globalThis.shifts = []
      new PerformanceObserver((list) => shifts.push(...list.getEntries().map((entry) => entry.value)))
        .observe({ type: 'layout-shift', buffered: true })`)
    // A stream is never idle.
    await page.route('**/admin/stream', (route) => route.fulfill({ status: 204 }))
    await signIn(page, shop.owner)
    await page.getByRole('heading', { name: 'Top products' }).waitFor()
    await page.waitForLoadState('networkidle')
    const shifted = (await page.evaluate<number[]>('shifts')).reduce((sum, value) => sum + value, 0)
    t.diagnostic(`first paint after ${Math.round(paint)} ms, layout shift ${shifted.toFixed(4)}`)
    assert.ok(shifted < 0.05, `shifted by ${shifted}`)
  })
})
