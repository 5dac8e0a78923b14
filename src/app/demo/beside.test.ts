import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryChecks } from '#src/app/restore-check/delivery-queries.ts'
import { runChecks } from '#src/app/restore-check/run-checks.ts'
import { readConfig } from '#src/config.ts'
import { withSnapshot } from '#src/platform/db/snapshot.ts'
import { testSecretVariables } from '#test/support/app.ts'
import { connectTestDatabase } from '#test/support/database.ts'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startMailServer } from '#test/support/smtp-server.ts'
import { until } from '#test/support/until.ts'
import { startMaking } from './making-thread.ts'

test('while the demo shop is made, people get their events and mails at once, and nothing of its past', async (t) => {
  const { url, client } = await connectTestDatabase(t)
  const query = async (text: string) => (await client.query(text)).rows
  const mail = await startMailServer()
  t.after(() => mail.close())
  const receiver = await startReceiver()
  t.after(() => receiver.close())
  const owner = { email: 'owner@example.com', password: 'the owner of a shop' }
  const variables = {
    ...{ ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password, SMTP_URL: mail.url, WEB_PROCESSES: '1' },
    ...testSecretVariables,
  }
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', ...variables })

  // The tables may be older than the shop.
  await query("update event_numbering set mailed_since = '2020-01-01'")
  // A shop of a few days, begun: the service goes on with it.
  const trade = { days: 3, ordersPerDay: 4 }
  const begun = startMaking(
    { config, directUrl: url, ownerUrl: url, trade },
    { onStep: (number) => void (number === 14 && begun.kill()) },
  )
  await begun.ended
  const service = await startProcess(t, {
    ...{ DATABASE_URL: url, DATA_DIR: await temporaryFolder(t), ...variables },
  })
  const [merchant] = await query('select id from merchants')
  const send = async (method: string, path: string, body?: object, token = '') => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: {
        ...{ 'device-id': 'test', 'merchant-id': merchant.id, 'content-type': 'application/json' },
        ...(token && { 'access-token': token }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
    const answer: any = await response.json()
    assert.ok(response.ok, JSON.stringify(answer))
    return answer.data ?? answer
  }
  const staff = (await send('POST', '/admin/login', owner)).access_token
  const email = 'ada@example.com'
  const shopper = (await send('POST', '/user/register', { email, password: 'correct horse' })).access_token
  await mail.mailTo(email, ({ token }) => token !== '')
  // While this is locked, no step ends.
  await query('begin')
  await query('lock table demo_trade.state in exclusive mode')
  await send('POST', '/admin/webhooks', { url: receiver.origin, events: ['order.created'] }, staff)
  const buy = async () => {
    const { items } = await send('GET', '/catalog/products?in_stock=true&limit=1', undefined, shopper)
    return send('POST', '/user/orders', { items: [{ product_id: items[0].id, quantity: 1 }] }, shopper)
  }
  const orders = [await buy()]
  await send('POST', `/user/orders/${orders[0].id}/payments`, { method: 'test_success' }, shopper)
  await receiver.waitFor(1)
  await mail.mailTo(email, ({ source }) => source.includes(orders[0].order_number))

  await query('commit')
  const isWhole = async () => (await query("select to_regnamespace('demo_trade') is null as yes"))[0].yes
  // On a busy machine the rest of its days takes a while.
  await until(isWhole, 'the shop to be whole', 120_000)
  await until(
    async () => (await query("select from sweep_leases where name <> 'webhooks.number-events'")).length > 0,
    'the sweeps to begin',
  )
  orders.push(await buy())
  await receiver.waitFor(2)
  const told = receiver.requests.map(({ body }) => JSON.parse(body.toString()).data.order.id)
  assert.deepEqual(
    told,
    orders.map(({ id }) => id),
  )
  // The owner has signed in on a new device.
  const mailed = new Set(mail.mails.flatMap(({ to }) => to))
  assert.deepEqual([...mailed].sort(), [email, owner.email])
  assert.equal(await service.end('SIGTERM'), 0)
  await withSnapshot(url, 'demo', async (snapshot) => {
    for await (const { check, differences, examples } of runChecks(snapshot, deliveryChecks))
      assert.equal(differences, 0, `${check.name}: ${JSON.stringify(examples)}`)
  })
})
