import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { type CommandSettings, commerce, startCommerce } from '#test/support/command-line.ts'
import { createTestDatabase } from '#test/support/database.ts'
import { startProcess, temporaryFolder } from '#test/support/process.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startTcpProxy, type TcpProxy } from '#test/support/tcp-proxy.ts'
import { signInOwner } from '#test/support/terminal.ts'
import { until } from '#test/support/until.ts'
import { verify } from '../../packages/webhooks/verify.ts'

/** A service that can be killed, behind a network that can be cut, and a signed-in command line. */
async function setUp(t: TestContext) {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const folder = await temporaryFolder(t)
  const environment = { DATA_DIR: folder, DATABASE_URL: database.url, DEMO_DATA: 'false', PORT: '0' }
  let service = await startProcess(t, environment)
  const port = Number(new URL(service.url).port)
  const headers = await signInOwner(service)
  const proxy = await startTcpProxy({ host: '127.0.0.1', port })
  t.after(() => proxy.close())
  const settings = { COMMERCE_CONFIG_DIR: await temporaryFolder(t) }
  const login = ['login', '--url', `http://127.0.0.1:${proxy.port}`, '--email', 'admin@example.com', '--password-stdin']
  const said = await commerce(settings, login, 'demo-password')
  assert.equal(said.code, 0, said.stderr)
  return {
    proxy,
    settings,
    headers,
    folder,
    service: () => service,
    async killService() {
      await service.end('SIGKILL')
      service = await startProcess(t, { ...environment, PORT: String(port) })
    },
  }
}

const events = 1_000

describe('commerce listen', () => {
  it('loses none of 1,000 events over kills of itself, of the service and of the network', async (t) => {
    const { proxy, settings, headers, folder, service, killService } = await setUp(t)
    const receiver = await startReceiver()
    t.after(() => receiver.close())
    const args = ['listen', '--forward-to', `${receiver.origin}/hooks`, '--events', 'product.*']
    let listener = startListener(t, settings, args)
    await until(() => listener.said().stderr.includes('Ready'), 'the listener to be ready')

    const file = join(folder, 'products.ndjson')
    await writeProducts(file, events)
    const imported = commerce(settings, ['products', 'import', file, '--json'])

    await received(receiver.requests, 100)
    await end(listener)
    listener = startListener(t, settings, args)
    await received(receiver.requests, 250)
    await killService()
    await received(receiver.requests, 400)
    await breakNetwork(proxy)
    await received(receiver.requests, 600)
    receiver.behave({ do: 'reset' })
    await until(() => listener.said().stderr.includes('does not answer'), 'the receiver to be missed')
    await end(listener)
    receiver.behave({ do: 'answer', status: 200 })
    listener = startListener(t, settings, args)

    assert.equal((await imported).code, 0)
    const all = await fetch(`${service().url}/admin/products?limit=1`, { headers })
    const { data } = (await all.json()) as { data: { pagination: { total: number } } }
    assert.equal(data.pagination.total, events)
    const seen = () => new Set(receiver.requests.map((request) => request.headers['webhook-id']))
    await until(() => seen().size >= events, 'all events to be forwarded')
    assert.equal(seen().size, events)
    const secret = /secret is (\S+)/.exec(listener.said().stderr)?.[1] ?? ''
    for (const request of receiver.requests) verify(request.body, request.headers, secret, { toleranceSeconds: 3_600 })
  })
})

describe('commerce products import', () => {
  it('brings 100,000 rows in over a kill of itself, of the service and of the network', async (t) => {
    const { proxy, settings, folder, killService } = await setUp(t)
    const file = join(folder, 'products.ndjson')
    await writeProducts(file, 100_000)
    const args = ['products', 'import', file, '--json']
    const first = startCommerce(settings, args)
    t.after(() => first.child.kill('SIGKILL'))
    const rows = async () => {
      const { stdout } = await commerce(settings, ['api', 'GET', '/admin/products', '-F', 'limit=1', '--json'])
      return stdout === '' ? 0 : (JSON.parse(stdout).data?.pagination.total ?? 0)
    }
    await until(async () => (await rows()) >= 2_000, 'the first rows')
    await end(first)
    const second = startCommerce(settings, args)
    t.after(() => second.child.kill('SIGKILL'))
    await until(async () => (await rows()) >= 9_000, 'more rows')
    await killService()
    await breakNetwork(proxy)
    assert.equal(await second.ended, 0, second.said().stderr)
    const done = JSON.parse(second.said().stdout)
    assert.deepEqual([done.created, done.updated, done.unchanged, done.failed], [100_000, 0, 0, 0])
    assert.match(second.said().stderr, /The connection was lost after [\d,]+ rows; going on/)
    const again = await commerce(settings, args)
    assert.deepEqual([JSON.parse(again.stdout).unchanged, again.code], [100_000, 0])
  })
})

type Command = ReturnType<typeof startCommerce>

function startListener(t: TestContext, settings: CommandSettings, args: string[]): Command {
  const listener = startCommerce(settings, args)
  t.after(() => listener.child.kill('SIGKILL'))
  return listener
}

async function end({ child, ended }: Command): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

async function breakNetwork(proxy: TcpProxy): Promise<void> {
  await proxy.cut()
  await proxy.restore()
}

async function received(requests: readonly unknown[], count: number): Promise<void> {
  await until(() => requests.length >= count, `${count} deliveries`)
}

async function writeProducts(file: string, count: number): Promise<void> {
  const stream = createWriteStream(file)
  for (let n = 0; n < count; n++) {
    if (!stream.write(`{"sku":"S${n}","name":"Product ${n}","price":1}\n`)) await once(stream, 'drain')
  }
  stream.end()
  await once(stream, 'finish')
}
