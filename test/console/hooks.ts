import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type ConsoleService, startQuietConsole, visit } from '#test/support/console.ts'
import { onlyStatuses, reasonOf } from '#test/support/console-page.ts'
import { emitSome, startTestEngine } from '#test/support/delivery-engine.ts'
import { makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { type ReceivedRequest, type Receiver, startReceiver } from '#test/support/receiver.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

const down = { do: 'answer', status: 503, body: '{"reason":"we move house"}' } as const
const fine = { do: 'answer', status: 200, body: 'thanks' } as const

/** Webhooks and events in a real browser, with a receiver that fails first. */
describe('webhooks and events in the console', () => {
  let service: ConsoleService
  let engine: ReturnType<typeof startTestEngine>
  let receiver: Receiver
  let shop: TestMerchant
  before(async () => {
    service = await startQuietConsole()
    engine = startTestEngine(service, { environment: { WEBHOOK_RETRY_DELAYS: '0.5' } })
    receiver = await startReceiver(down)
    shop = await makeMerchant(service)
  })
  after(async () => {
    // First: what it has not answered ends.
    await receiver?.close()
    await engine?.stop()
    await service?.close()
  })

  const tab = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Parts of the webhook' }).getByRole('link', { name })
  const dialog = (page: Page) => page.getByRole('dialog')
  const isSignedWith = (secret: string, { headers, body }: ReceivedRequest) =>
    headers['x-service-signature'] === `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

  it('creates one, tests it, looks at the failure, retries, rotates, recovers, switches off, deletes', async (t) => {
    const { page, faults } = await visit(t, service, '/console/webhooks', { as: shop.owner })
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('link', { name: 'New webhook' }).first().click()
    await page.getByLabel('Address', { exact: true }).fill('ftp://example.com')
    await page.getByLabel('Filter the events').fill('confirm')
    await page.getByText('user.verified').waitFor()
    await page.getByText('order.created').waitFor({ state: 'detached' })
    await page.getByLabel('user.verified').check()
    await page.getByLabel('Filter the events').fill('')
    await page.getByLabel('Orders', { exact: true }).check()
    await page.getByText('7 events chosen').waitFor()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.locator('[id$="-error"]').waitFor()
    assert.equal(await page.getByLabel('Address', { exact: true }).getAttribute('aria-invalid'), 'true')
    onlyStatuses(faults, 400)
    await page.getByLabel('Address', { exact: true }).fill(`${receiver.origin}/hooks`)
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await page.getByRole('heading', { name: 'Webhook is created' }).waitFor()
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue()
    assert.match(secret, /^whsec_/)
    await page.getByRole('link', { name: 'Open the webhook' }).click()
    await page.getByText('No deliveries in the last 30 days').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? assert.fail()

    // The test fails; the dialog learns of it by itself.
    await page.getByRole('button', { name: 'Send a test' }).click()
    await dialog(page).getByRole('button', { name: 'Send test' }).click()
    await dialog(page).getByText('Failed', { exact: true }).waitFor()
    await dialog(page)
      .getByText(/^2 attempts; the last took \d+ ms: 503\.$/)
      .waitFor()
    const [first] = receiver.requests
    assert.ok(first && isSignedWith(secret, first))
    await dialog(page).getByRole('link', { name: 'Look at the delivery' }).click()
    await page.getByRole('heading', { name: 'order.created' }).waitFor()
    assert.match(
      String(await page.getByRole('region', { name: 'Answer to attempt 2' }).textContent()),
      /"reason": "we move house"/,
    )
    assert.deepEqual(
      JSON.parse(String(await page.getByRole('region', { name: 'Body of the request' }).textContent())),
      JSON.parse(first.body.toString()),
    )

    // Mended: it arrives, and the page shows it without being asked.
    receiver.behave(fine)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Delivered', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Answer to attempt 3' }).getByText('thanks').waitFor()

    await page.getByRole('link', { name: 'Back to the deliveries' }).click()
    await page.getByText('1 delivery', { exact: true }).waitFor()
    await tab(page, 'Settings').click()
    await page.getByRole('button', { name: 'Rotate the secret' }).click()
    await dialog(page)
      .getByText(/^For 24 hours, until .+ is made with both secrets\./)
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Rotate' }).click()
    const next = await dialog(page).getByLabel('Secret', { exact: true }).inputValue()
    await dialog(page).getByRole('button', { name: 'I have copied it' }).click()
    const { length } = receiver.requests
    await emitSome(service, shop.id)
    const signed = (await receiver.waitFor(length + 1)).at(-1) ?? assert.fail()
    assert.ok(next !== secret && isSignedWith(next, signed))
    assert.equal(String(signed.headers['webhook-signature']).split(' ').length, 2)

    // Three fail while the list is open: they come into it by themselves.
    receiver.behave(down)
    await tab(page, 'Deliveries').click()
    await page.getByText('2 deliveries', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Failed', exact: true }).click()
    await page.getByText('No delivery matches').waitFor()
    await emitSome(service, shop.id, 3)
    await page.getByText('3 deliveries', { exact: true }).waitFor()
    assert.equal(new URL(page.url()).search, '?status=failed')
    receiver.behave(fine)
    await page.getByRole('button', { name: 'Recover' }).click()
    await dialog(page)
      .getByText(/^3 deliveries of the last 30 days failed\./)
      .waitFor()
    const since = dialog(page).getByLabel('Since')
    const day = await since.inputValue()
    await since.fill('2099-01-01T00:00')
    await dialog(page).getByRole('button', { name: 'Recover' }).click()
    await dialog(page).locator('[id$="-error"]').waitFor()
    assert.equal(await since.getAttribute('aria-invalid'), 'true')
    onlyStatuses(faults, 400)
    await since.fill(day)
    await dialog(page).getByRole('button', { name: 'Recover' }).click()
    await page.getByText('3 deliveries queued again').first().waitFor()
    await page.getByText('No delivery matches').waitFor()
    await page.getByRole('button', { name: 'Delivered', exact: true }).click()
    await page.getByText('5 deliveries', { exact: true }).waitFor()

    await tab(page, 'Settings').click()
    await page.getByLabel('Description', { exact: true }).fill('For the warehouse')
    await page.getByLabel('Retries', { exact: true }).selectOption('For three days')
    await tab(page, 'Deliveries').click()
    await dialog(page).getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The webhook is saved').first().waitFor()
    await page.getByRole('button', { name: 'Switch off' }).click()
    await dialog(page).getByText('Events that happen while it is off are not sent later.').waitFor()
    await dialog(page).getByRole('button', { name: 'Switch off' }).click()
    await page.getByText('Switched off', { exact: true }).waitFor()
    const test = page.getByRole('button', { name: 'Send a test' })
    assert.equal(await reasonOf(test), 'The webhook is switched off. Switch it on in its settings first.')
    const { headers } = shop.owner
    const { body } = await service.request('GET', `/admin/webhooks/${id}`, { headers })
    const { url, events, active, description, retry_for } = body.data
    assert.equal(retry_for, '3 days')
    assert.deepEqual(
      { url, events, active, description },
      {
        url: `${receiver.origin}/hooks`,
        events: ['user.verified', 'order.*'],
        active: false,
        description: 'For the warehouse',
      },
    )
    await page.getByRole('button', { name: 'Delete the webhook' }).click()
    await dialog(page).getByText('Its past deliveries can no longer be read. It cannot be undone.').waitFor()
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('The webhook is deleted').first().waitFor()
    await page.getByText('No webhooks yet').waitFor()
    assert.deepEqual(faults, [])
  })

  it('says what happened when a delivery is retried that is on its way already', async (t) => {
    receiver.behave(fine)
    const webhook = await makeWebhook(service, shop, { url: `${receiver.origin}/slow` })
    const sent = (await webhook.request('POST', '/test', {})).body.data
    const { page, faults } = await visit(t, service, `/console/webhooks/${webhook.id}/deliveries/${sent.id}`, {
      as: shop.owner,
    })
    await page.getByText('Delivered', { exact: true }).waitFor()
    receiver.behave({ do: 'hang' })
    const { length } = receiver.requests
    await webhook.request('POST', `/deliveries/${sent.id}/retry`, {})
    await receiver.waitFor(length + 1)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('The delivery has not ended yet. You now see its current state.').waitFor()
    await page.getByText('Delivering', { exact: true }).waitFor()
    assert.equal(await reasonOf(page.getByRole('button', { name: 'Retry' })), 'It is being sent.')
    onlyStatuses(faults, 409)
    receiver.behave(fine)
    await webhook.request('DELETE', '')
  })

  it('says when the next attempt is, and that the receiver asked to wait until then', async (t) => {
    receiver.behave({ do: 'answer', status: 429, headers: { 'retry-after': '1800' } })
    const webhook = await makeWebhook(service, shop, { url: `${receiver.origin}/busy` })
    const sent = (await webhook.request('POST', '/test', {})).body.data
    const { page, faults } = await visit(t, service, `/console/webhooks/${webhook.id}/deliveries/${sent.id}`, {
      as: shop.owner,
    })
    await page.getByText('the receiver asked to wait until then').waitFor()
    await page.getByText('the receiver asked to wait (retry-after)').first().waitFor()
    assert.deepEqual(faults, [])
    await webhook.request('DELETE', '')
    receiver.behave(fine)
  })

  it('finds what happened in the log, and leads from it to what it is about and to its delivery', async (t) => {
    receiver.behave(fine)
    const webhook = await makeWebhook(service, shop, { url: `${receiver.origin}/products`, events: ['product.*'] })
    const { headers } = shop.owner
    const made = { sku: 'WB-1', name: 'Willow basket', price: 18 }
    const product = (await service.request('POST', '/admin/products', { headers, body: made })).body.data
    const { page, faults } = await visit(t, service, '/console/events', { as: shop.owner })
    await page.getByRole('cell', { name: 'Willow basket', exact: true }).first().waitFor()
    // What happens while one looks comes into the list.
    await service.request('PATCH', `/admin/products/${product.id}`, { headers, body: { name: 'Rush basket' } })
    await page.getByRole('cell', { name: 'Rush basket', exact: true }).waitFor()
    await page.getByLabel('Event', { exact: true }).selectOption('product.created')
    await page.getByText('1 event in the last 30 days').waitFor()
    await page.getByLabel('Since').fill('2099-01-01')
    await page.getByText('No event matches').waitFor()
    assert.equal(new URL(page.url()).search, '?event=product.created&since=2099-01-01')
    await page.goto('/console/events?event=product.created&since=2026-01-01T00:00:00.000Z')
    await page.getByText('1 event', { exact: true }).waitFor()
    await page.getByLabel('Since').fill('')
    await page.getByLabel('Order', { exact: true }).selectOption('Oldest first')
    await page.getByRole('link', { name: 'product.created' }).click()
    await page.getByRole('link', { name: `${receiver.origin}/products` }).waitFor()
    await page.getByText('Delivered', { exact: true }).waitFor()
    const shown = JSON.parse(String(await page.getByRole('region', { name: 'Body of the event' }).textContent()))
    assert.equal(shown.data.product.id, product.id)
    await page.getByRole('link', { name: `${receiver.origin}/products` }).click()
    await page.getByText('Attempt 1').waitFor()
    await page.getByRole('link', { name: shown.id }).click()
    await page.getByRole('link', { name: 'Willow basket' }).click()
    await page.getByRole('heading', { name: 'Rush basket' }).waitFor()
    await page.goto(`/console/events/evt_${'0'.repeat(32)}`)
    await page.getByRole('heading', { name: 'This event is not here' }).waitFor()
    onlyStatuses(faults, 404)
    await webhook.request('DELETE', '')
  })

  it('shows a viewer everything and lets them change nothing, saying why', async (t) => {
    receiver.behave(fine)
    const webhook = await makeWebhook(service, shop, {
      url: `${receiver.origin}/viewed`,
      events: ['order.*', 'cart.*'],
    })
    const sent = (await webhook.request('POST', '/test', {})).body.data
    const viewer = await makeStaff(service, shop.id, 'viewer')
    const { page, faults } = await visit(t, service, '/console/webhooks', { as: viewer })
    const link = page.getByRole('link', { name: `${receiver.origin}/viewed` })
    await link.waitFor()
    assert.equal(await page.getByRole('link', { name: 'New webhook' }).count(), 0)
    await link.click()
    const refusal = 'Your role, viewer, may not do this. It needs webhooks.write.'
    for (const name of ['Send a test', 'Recover']) {
      assert.equal(await reasonOf(page.getByRole('button', { name })), refusal)
    }
    await tab(page, 'Settings').click()
    for (const name of ['Save', 'Switch off', 'Rotate the secret', 'Delete the webhook']) {
      const button = page.getByRole('button', { name })
      assert.equal(await reasonOf(button), refusal, name)
      await button.click({ force: true })
      assert.equal(await dialog(page).count(), 0)
    }
    assert.equal(await page.getByLabel('order.created').isDisabled(), true)
    await page.goto(`/console/webhooks/${webhook.id}/deliveries/${sent.id}`)
    await page.getByText('Delivered', { exact: true }).waitFor()
    assert.equal(await reasonOf(page.getByRole('button', { name: 'Retry' })), refusal)
    await page.getByRole('link', { name: 'Events', exact: true }).click()
    await page.getByText(/events in the last 30 days$/).waitFor()
    assert.deepEqual(faults, [])
  })
})
