import assert from 'node:assert/strict'
import { chmod, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { type CommandSettings, commerce } from '#test/support/command-line.ts'
import { makeApiKey, makeMerchant, makeStorefrontKey, makeUser, type TestMerchant } from '#test/support/factories.ts'
import { temporaryFolder } from '#test/support/process.ts'
import { receiverCertificate, receiverKey, startReceiver } from '#test/support/receiver.ts'
import { makeWebhook } from '#test/support/webhooks.ts'

let service: TestApp & { close(): Promise<void> }
let url: string
let merchant: TestMerchant
let key: string
before(async () => {
  service = await startTestApp()
  url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  merchant = await makeMerchant(service)
  key = (await makeApiKey(service, merchant)).key
})
after(() => service.close())

interface Report {
  code: number | null
  healthy: boolean
  /** `check: message → remedy` of everything that is not well. */
  told: string[]
}

async function examine(t: TestContext, settings: CommandSettings = {}, args: string[] = []): Promise<Report> {
  const right = { COMMERCE_URL: url, COMMERCE_API_KEY: key, COMMERCE_MERCHANT_ID: merchant.id }
  const folder = { COMMERCE_CONFIG_DIR: await temporaryFolder(t) }
  const said = await commerce({ ...right, ...folder, ...settings }, ['doctor', '--json', ...args])
  assert.equal(said.stderr, '')
  const { healthy, findings } = JSON.parse(said.stdout)
  const ill = findings.filter(({ status }: { status: string }) => status !== 'ok')
  const told = ill.map(({ check, message, remedy }: Record<string, string>) => `${check}: ${message} → ${remedy}`)
  return { code: said.code, healthy, told }
}

async function serve(t: TestContext, answer: RequestListener, tls = false): Promise<string> {
  const server = tls ? createTlsServer({ cert: receiverCertificate, key: receiverKey }, answer) : createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const alive = JSON.stringify({ success: true, data: { status: 'ok' } })

describe('commerce doctor', () => {
  it('finds nothing to mend but what a new shop lacks', async (t) => {
    const { code, healthy, told } = await examine(t)
    assert.deepEqual([code, healthy], [0, true])
    assert.ok(
      told.every((one) => one.startsWith('selling: ')),
      told.join('\n'),
    )
    assert.match(told.join('\n'), /no active product → commerce products import FILE/)
  })

  it('finds wrong addresses and wrong services, each with its remedy', async (t) => {
    const closed = await startReceiver()
    const nobody = closed.origin
    await closed.close()
    const html = await serve(t, (_, response) => response.end('<html>'))
    const moved = await serve(t, (_, response) => response.writeHead(301, { location: url }).end())
    const secure = await serve(t, (_, response) => response.end(alive), true)
    const unready = await serve(t, ({ url: path }, response) => {
      response.writeHead(path === '/health/ready' ? 503 : 200, { 'content-type': 'application/json' }).end(alive)
    })
    const late = await serve(t, (_, response) => {
      const date = new Date(Date.now() - 600_000).toUTCString()
      response.writeHead(200, { 'content-type': 'application/json', date }).end(alive)
    })
    const cases: [address: string, told: RegExp][] = [
      [nobody, /^answer: .* nothing listens there .*→ Start the service/],
      ['http://127.0.0.1:1', /^answer: .* a port that HTTP clients never use .*→ Let the service listen on another/],
      ['http://no-such-host.invalid', /^answer: .* a name that is not known/m],
      [`${url}/console/orders`, /^address: .* is a page of the service, not its address → commerce login --url http/],
      [html, /^answer: what answers .* is not the Commerce Platform \(200\) → Is the port/],
      [moved, /^answer: .*\(301\) → It leads to http/],
      [secure, /^answer: .* a certificate that this machine does not trust .*NODE_EXTRA_CA_CERTS/],
      [secure.replace('https', 'http'), /^answer: /],
      [url.replace('http', 'https'), /^answer: .* does not speak TLS at this port/],
      [unready, /^ready: the service lives, and is not ready → It waits for its database/],
      [late, /^clock: this clock is \d+ s ahead of the service’s → Set it by NTP/],
    ]
    for (const [address, told] of cases) {
      const report = await examine(t, { COMMERCE_URL: address })
      assert.equal(report.code, 1, address)
      assert.match(report.told.join('\n'), told)
    }
    const plain = await examine(t, { COMMERCE_URL: 'http://no-such-host.invalid' })
    assert.match(plain.told.join('\n'), /^transport: .* plain HTTP: .* → Use https:/)
  })

  it('finds wrong keys and shops', async (t) => {
    const other = await makeMerchant(service)
    const { key: ofStorefront } = await makeStorefrontKey(service, merchant, 'publishable')
    const { key: narrow } = await makeApiKey(service, merchant, ['products.read'])
    const cases: [settings: CommandSettings, told: RegExp][] = [
      [{ COMMERCE_API_KEY: '' }, /^sign-in: nobody is signed in → commerce login/],
      [{ COMMERCE_API_KEY: ofStorefront }, /^sign-in: the key is one of a storefront → /],
      [{ COMMERCE_API_KEY: 'ck_revoked' }, /^key: the key is unknown, revoked or expired → commerce login/],
      [{ COMMERCE_MERCHANT_ID: 'demo' }, /^sign-in: demo is no id of a shop → It is a UUID/],
      [{ COMMERCE_MERCHANT_ID: '' }, /^sign-in: no shop is named/],
      [{ COMMERCE_MERCHANT_ID: other.id }, /^key: the key is of another shop → /],
      [{ COMMERCE_API_KEY: narrow }, /^permissions: the key may not read events → .*webhooks\.read/],
    ]
    for (const [settings, told] of cases) {
      const report = await examine(t, settings)
      assert.equal(report.code, 1)
      assert.match(report.told.join('\n'), told)
    }
  })

  it('finds a proxy that the service does not know, and nobody but staff is told', async (t) => {
    const proxy = await serve(t, async ({ url: path, method = 'GET', headers }, response) => {
      const sent = { ...(headers as Record<string, string>), 'x-forwarded-for': '203.0.113.5' }
      const answer = await service.app.inject({ method: method as 'GET', url: path ?? '/', headers: sent })
      for (const name of ['content-type', 'untrusted-proxy', 'date'])
        if (answer.headers[name] !== undefined) response.setHeader(name, String(answer.headers[name]))
      response.writeHead(answer.statusCode).end(answer.rawPayload)
    })
    const told = /^proxy: .* the address of a proxy, 127\.0\.0\.1, .* → Set TRUST_PROXY=127\.0\.0\.1 /m
    const events = await makeApiKey(service, merchant, ['webhooks.read'])
    for (const one of [key, events.key]) {
      const report = await examine(t, { COMMERCE_URL: proxy, COMMERCE_API_KEY: one })
      assert.match(report.told.join('\n'), told)
    }
    const shopper = await makeUser(service)
    for (const headers of [{}, shopper.headers, { 'access-token': 'ck_unknown' }])
      for (const path of ['/admin/merchant', '/health/ready', '/user/profile']) {
        const forwarded = { ...headers, 'merchant-id': merchant.id, 'x-forwarded-for': '203.0.113.5' }
        const answer = await service.request('GET', path, { headers: forwarded })
        assert.equal(answer.headers['untrusted-proxy'], undefined, path)
      }
  })

  it('finds a settings file that others can read', async (t) => {
    const folder = await temporaryFolder(t)
    const file = join(folder, 'account.json')
    await writeFile(file, JSON.stringify({ url, apiKey: key, merchantId: merchant.id, deviceId: 'a device' }))
    await chmod(file, 0o644)
    const stored = { COMMERCE_URL: '', COMMERCE_API_KEY: '', COMMERCE_MERCHANT_ID: '', COMMERCE_CONFIG_DIR: folder }
    const report = await examine(t, stored)
    assert.equal(report.code, 1)
    assert.match(report.told.join('\n'), /^settings: others can read .* → chmod 600 '/)
    await chmod(file, 0o600)
    assert.equal((await examine(t, stored)).code, 0)
  })

  it('finds subscriptions that are off or fail, and receivers that are away or trust anybody', async (t) => {
    const off = await makeWebhook(service, merchant, { active: false })
    const { told } = await examine(t)
    assert.match(
      told.join('\n'),
      new RegExp(`^webhooks: the subscription of .* is off → .*${off.id} -F active=true`, 'm'),
    )
    const failing = await makeWebhook(service, merchant)
    await commerce({ COMMERCE_URL: url, COMMERCE_API_KEY: key, COMMERCE_MERCHANT_ID: merchant.id }, [
      'trigger',
      'order.created',
      '--sample',
      '--webhook',
      failing.id,
    ])
    await service.deps.pool.query("update deliveries set status = 'failed' where subscription_id = $1", [failing.id])
    const report = await examine(t)
    assert.match(report.told.join('\n'), /^webhooks: 1 deliveries to .* have failed → commerce deliveries list/m)

    const receiver = await startReceiver({ do: 'answer', status: 401 })
    t.after(() => receiver.close())
    const args = ['--forward-to', `${receiver.origin}/hooks`]
    assert.equal((await examine(t, {}, args)).code, 0)
    for (const [status, expected] of [
      [200, /^receiver: .* took a delivery with a forged signature/m],
      [404, /^receiver: .* answered 404 to a delivery/m],
    ] as const) {
      receiver.behave({ do: 'answer', status })
      const found = await examine(t, {}, args)
      assert.equal(found.code, 1)
      assert.match(found.told.join('\n'), expected)
    }
    const away = await examine(t, {}, ['--forward-to', 'http://127.0.0.1:1/hooks'])
    assert.match(away.told.join('\n'), /^receiver: .* does not answer/m)
  })
})
