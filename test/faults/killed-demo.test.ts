import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { testFault } from './support/forms.ts'

/**
 * The service is killed (SIGKILL) in the first minute of a folder with a demo shop, while deliveries of what somebody
 * has just ordered are under way. After each start all that was ordered is delivered, once its lease has expired, and
 * mailed; nothing is of the shop's past.
 */
async function deliverFromTheFirstSecond(t: TestContext, { kills }: { kills: number }): Promise<void> {
  const DATA_DIR = await temporaryFolder(t)
  // What a killed process held is free again after that and 15 s.
  const environment = { DATA_DIR, WEBHOOK_TIMEOUT_SECONDS: '2', LOG_LEVEL: 'warn' }
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  let service = await startProcess(t, environment)
  let headers: Record<string, string> = { 'device-id': 'test', 'content-type': 'application/json' }
  const send = async (method: string, path: string, body?: object, token?: string) => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { ...headers, ...(token && { 'access-token': token }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
    const json: any = await answer.json()
    assert.ok(answer.ok, JSON.stringify(json))
    return json.data
  }
  const owner = await send('POST', '/admin/login', { email: 'admin@example.com', password: 'demo-password' })
  headers = { ...headers, 'merchant-id': owner.user.merchant_id }
  const events = ['order.created', 'order.payment_succeeded']
  const { id: webhook } = await send('POST', '/admin/webhooks', { url: receiver.origin, events }, owner.access_token)
  const email = 'ada@example.com'
  const shopper = await send('POST', '/user/register', { email, password: 'correct horse' })
  const { items } = await send('GET', '/catalog/products?in_stock=true&limit=100', undefined, shopper.access_token)
  const product = items.find(({ available }: { available: number }) => available > 10 * kills)
  const orders: { id: string; order_number: string }[] = []
  const buy = async () => {
    const wanted = { items: [{ product_id: product.id, quantity: 1 }] }
    const order = await send('POST', '/user/orders', wanted, shopper.access_token)
    await send('POST', `/user/orders/${order.id}/payments`, { method: 'test_success' }, shopper.access_token)
    orders.push(order)
  }

  for (let kill = 0; kill < kills; kill++) {
    // These are under way when the process dies.
    receiver.behave({ do: 'hang' })
    const before = receiver.requests.length
    await Promise.all([buy(), buy(), buy()])
    await receiver.waitFor(before + 1 + kill)
    await service.end('SIGKILL')
    receiver.behave({ do: 'answer', status: 200 })
    service = await startProcess(t, environment)
    await buy()
    const found = async (status: string) => {
      const path = `/admin/webhooks/${webhook}/deliveries?limit=100&status=${status}`
      return (await send('GET', path, undefined, owner.access_token)).items
    }
    const all = orders.length * events.length
    await until(async () => (await found('delivered')).length === all, 'everything to be delivered')
    assert.deepEqual([await found('delivering'), await found('pending'), await found('failed')], [[], [], []])
  }

  const told = receiver.requests.map(({ body }) => JSON.parse(body.toString()).data.order.id)
  assert.deepEqual([...new Set(told)].sort(), orders.map(({ id }) => id).sort())
  const mails = async () => {
    const folder = join(DATA_DIR, 'mail')
    const files = await readdir(folder)
    return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  }
  const isConfirmed = (mailed: string[], number: string) => mailed.some((mail) => mail.includes(number))
  await until(async () => {
    const mailed = await mails()
    return orders.every(({ order_number }) => isConfirmed(mailed, order_number))
  }, 'every order to be confirmed by mail')
  const receivers = async () => [...new Set((await mails()).map((mail) => /^To: (.*)$/m.exec(mail)?.[1]?.trim()))]
  // The owner has signed in on a new device. What a killed process was mailing comes when its lease has expired.
  await until(async () => (await receivers()).includes('admin@example.com'), 'the owner to be mailed')
  assert.deepEqual((await receivers()).sort(), [email, 'admin@example.com'].sort())
  assert.equal(await service.end('SIGTERM'), 0)
}

testFault(deliverFromTheFirstSecond, {
  short: {
    name: 'a service killed in the first minute of a demo shop delivers and mails what was ordered',
    settings: { kills: 1 },
  },
  long: {
    name: 'a service killed three times in the first minutes of a demo shop delivers and mails what was ordered',
    settings: { kills: 3 },
  },
})
