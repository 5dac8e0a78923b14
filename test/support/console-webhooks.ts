import { createSender } from '#src/modules/webhooks/sending/sender.ts'
import type { TestApp } from './app.ts'
import { startTestEngine } from './delivery-engine.ts'
import type { TestMerchant } from './factories.ts'
import { startReceiver } from './receiver.ts'
import { until } from './until.ts'
import { makeWebhook } from './webhooks.ts'

const down = { do: 'answer', status: 503, body: '{"error":"maintenance","back_at":"18:00"}' } as const
const fine = { do: 'answer', status: 200, body: '{"received":true}' } as const

/**
 * Webhooks of a shop, with delivered and failed deliveries. The receiver is a test server; the addresses are those that
 * the page shows. Events caused by `happen` are delivered. Returns the webhook, delivery and event to view.
 */
export async function makeDeliveries(
  service: TestApp,
  shop: TestMerchant,
  happen: () => Promise<unknown>,
): Promise<{ webhookId: string; deliveryId: string; eventId: string }> {
  const receiver = await startReceiver(({ path, body }) =>
    path === '/erp' && body.includes('order.updated') ? down : fine,
  )
  const sender = createSender({ production: false, deadlineMs: 5000 })
  const sendHere: typeof sender.send = (request) =>
    sender.send({ ...request, url: receiver.origin + new URL(request.url).pathname })
  const warehouse = { url: 'https://warehouse.example.com/hooks', events: ['order.*', 'inventory.updated'] }
  const webhook = await makeWebhook(service, shop, { ...warehouse, description: 'Picks and sends parcels' })
  const erp = await makeWebhook(service, shop, { url: 'https://erp.example.com/erp', events: ['*'] })
  const mails = { url: 'https://mail.example.org/in', events: ['user.created', 'cart.abandoned'], active: false }
  await makeWebhook(service, shop, { ...mails, description: 'Welcome mails' })
  const engine = startTestEngine(service, {
    environment: { WEBHOOK_RETRY_DELAYS: '0.1,0.2' },
    sender: { ...sender, send: sendHere },
  })
  await happen()
  await webhook.request('POST', '/test', { event: 'order.created' })
  await erp.request('POST', '/test', { event: 'order.updated' })
  const listed = async (): Promise<{ status: string }[]> =>
    (await erp.request('GET', '/deliveries?limit=100')).body.data.items
  await until(
    async () => (await listed()).every(({ status }) => status === 'delivered' || status === 'failed'),
    'every delivery to end',
  )
  const [failed] = (await erp.request('GET', '/deliveries?status=failed')).body.data.items
  await engine.stop()
  await receiver.close()
  await sender.close()
  return { webhookId: erp.id, deliveryId: failed.id, eventId: failed.event_id }
}
