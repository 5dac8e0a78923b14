import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { type ConsoleService, startQuietConsole, visit } from '#test/support/console.ts'
import { makeConsoleShop } from '#test/support/console-shop.ts'
import { startTestEngine } from '#test/support/delivery-engine.ts'
import { type Receiver, startReceiver } from '#test/support/receiver.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

/** `npx playwright-core show-trace node_modules/.cache/console-journey.zip` plays it. */
const trace = fileURLToPath(new URL('../../node_modules/.cache/console-journey.zip', import.meta.url))

describe('a day at the console', () => {
  let service: ConsoleService
  let engine: ReturnType<typeof startTestEngine>
  let receiver: Receiver
  let shop: Awaited<ReturnType<typeof makeConsoleShop>>
  before(async () => {
    service = await startQuietConsole()
    engine = startTestEngine(service, { environment: { WEBHOOK_RETRY_DELAYS: '0.5' } })
    receiver = await startReceiver({ do: 'answer', status: 503, body: 'closed for today' })
    shop = await makeConsoleShop(service, 6)
  })
  after(async () => {
    await receiver?.close()
    await engine?.stop()
    await service?.close()
  })

  it('by keys alone: sign in, refund a unit, see the webhook fail, send it again; recorded', async (t) => {
    const { page, context, faults } = await visit(t, service)
    await context.tracing.start({ screenshots: true, snapshots: true })
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.keyboard.type(shop.owner.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type(shop.owner.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const hook = await makeWebhook(service, shop, { url: `${receiver.origin}/hooks`, events: ['order.updated'] })

    await go(page, 'o')
    await page.getByText('6 orders', { exact: true }).waitFor()
    const paid = shop.orderIds[1] ?? assert.fail()
    const { headers } = shop.owner
    const readOrder = async () => (await service.request('GET', `/admin/orders/${paid}`, { headers })).body.data
    const { order_number, items } = await readOrder()
    await page.keyboard.press('/')
    await page.keyboard.type(order_number)
    await page.getByText('1 order', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: order_number, exact: true }).waitFor()
    await tabTo(page, 'Refund')
    await page.keyboard.press('Enter')
    await tabTo(page, `Refund units of ${items[0].name}`)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('1')
    await tabTo(page, /^Refund £/)
    await page.keyboard.press('Enter')
    await page
      .getByText(/^£[\d.]+ refunded$/)
      .first()
      .waitFor()
    await page.getByRole('heading', { name: 'Refund', exact: true }).waitFor({ state: 'detached' })
    assert.equal((await readOrder()).refunds.length, 1)

    const failed = () => hook.request('GET', '/deliveries?status=failed')
    while ((await failed()).body.data.items.length === 0) await page.waitForTimeout(100)
    await go(page, 'w')
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor()
    await page.locator('[data-row-link]').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByText(/^\d+ deliver(y|ies)$/).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'order.updated' }).waitFor()
    await page.getByText('closed for today').first().waitFor()
    receiver.behave({ do: 'answer', status: 200, body: 'thanks' })
    await tabTo(page, 'Retry')
    await page.keyboard.press('Enter')
    await page.getByText('Delivered', { exact: true }).waitFor()
    await context.tracing.stop({ path: trace })
    const sent = receiver.requests.at(-1) ?? assert.fail()
    assert.equal(JSON.parse(sent.body.toString()).data.change, 'refunded')
    assert.deepEqual(faults, [])
  })
})

async function go(page: Page, key: string): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.press(key)
}

/** Presses Tab until what is called so has the focus, as far as it takes. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const target = page.getByRole('dialog').or(page.locator('body')).last()
  const wanted = target.getByRole('button', { name }).or(target.getByRole('spinbutton', { name })).first()
  await wanted.waitFor()
  const isFocused = () => wanted.evaluate((element) => element === element.ownerDocument.activeElement)
  for (let press = 0; press < 80; press++) {
    if (await isFocused()) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${name} is not reached by Tab`)
}
