import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Hostile, hostileBodies, hostileHeads, largestBodyOf } from '#test/fuzz/worst-requests.ts'
import { type Operation, operationsIn } from '#test/support/operations.ts'
import { readCommandLine } from './command-line.ts'
import { startFlags } from './start-flags.ts'

/**
 * `npm run hostile`: sends the worst requests we know to every operation of a service with the demo catalog, and prints
 * for each how long its worst request held the event loop of the process. `npm run hostile -- orders` measures the
 * operations whose name contains that.
 */
type Headers = Record<string, string>

const parts = readCommandLine('npm run hostile -- [part of the names of operations …]', {}, (_, words) => words)
const port = 3_917
const base = `http://127.0.0.1:${port}`
const folder = await mkdtemp(join(tmpdir(), 'commerce-hostile-'))
const root = fileURLToPath(new URL('..', import.meta.url))
const service = fork(join(root, 'src/entries/server.ts'), {
  execArgv: [...startFlags(), '--import', join(root, 'tools/hostile/meter.ts')],
  env: {
    PATH: process.env['PATH'],
    PORT: String(port),
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    MAX_LOOP_DELAY_MS: '60000',
  },
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
try {
  await untilReady()
  await measure()
} finally {
  if (service.exitCode === null && service.kill('SIGTERM')) await once(service, 'exit')
  await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const contract = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))
  const operations = operationsIn(contract).filter(({ name }) => parts.every((part) => name.includes(part)))
  const staff = await signIn('/admin/login', { email: 'admin@example.com', password: 'demo-password' })
  const ids = await makeLargestRows(staff)
  // Baseline: an idle process is late, too, when others use its core.
  await sleep(3_000)
  const worst: { name: string; ms: number; what: string; status: number }[] = []
  for (const operation of operations) {
    // A new user each time, because some operations end the session.
    const shopper = { email: `shopper-${worst.length}@example.com`, password: 'hostile shopper' }
    const credentials =
      operation.scope === 'staff'
        ? staff
        : { ...(await signIn('/user/register', shopper)), 'merchant-id': staff['merchant-id'] ?? '' }
    const requests = [
      ...hostileHeads(operation),
      ...(operation.method === 'GET' ? [] : hostileBodies(operation, largestBodyOf(operation))),
    ]
    const measured = []
    for (const each of requests) measured.push(await measureOne(operation, each, credentials, ids))
    const [most] = measured.sort((a, b) => b.ms - a.ms)
    if (most === undefined) continue
    worst.push({ name: operation.name, ...most })
    process.stdout.write(`| ${most.ms.toFixed(1)} | ${operation.name} | ${most.what} | ${most.status} |\n`)
  }
  worst.sort((a, b) => b.ms - a.ms)
  process.stdout.write('\nWorst first:\n\n| ms | operation | request | status |\n|---|---|---|---|\n')
  for (const { ms, name, what, status } of worst)
    process.stdout.write(`| ${ms.toFixed(1)} | ${name} | ${what} | ${status} |\n`)
}

/** The minimum of three: an unrelated pause does not occur three times. */
async function measureOne(operation: Operation, hostile: Hostile, credentials: Headers, ids: Record<string, string>) {
  let ms = Number.POSITIVE_INFINITY
  let status = 0
  for (let round = 0; round < 3 && ms > 5; round++) {
    await held()
    status = await send(operation, { ids, ...hostile }, credentials)
    ms = Math.min(ms, await held())
  }
  return { ms, what: hostile.what, status }
}

async function held(): Promise<number> {
  service.send('held')
  const [ms] = await once(service, 'message')
  return ms as number
}

function send(
  { method, path }: Operation,
  { query, id, ids, payload, contentType, headers }: Hostile & { ids: Record<string, string> },
  credentials: Headers,
): Promise<number> {
  // What is deleted would be missing behind it.
  const known = method === 'DELETE' ? {} : ids
  const idOf = (owner: string, name: string) =>
    id ?? ids[name] ?? known[owner] ?? '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'
  const filled = path.replaceAll(/([\w-]+)\/\{(\w+)\}/g, (_, owner, name) => `${owner}/${idOf(owner, name)}`)
  const url = base + filled + (query === undefined ? '' : `?${query}`)
  const { promise, resolve } = Promise.withResolvers<number>()
  const sent = request(url, {
    method,
    headers: { ...credentials, ...(contentType && { 'content-type': contentType }), ...headers },
  })
  sent.on('response', (response) => response.resume().on('close', () => resolve(response.statusCode ?? 0)))
  // The service refused before the whole body was sent.
  sent.on('error', () => resolve(0))
  sent.end(payload)
  return promise
}

/**
 * The largest products, orders, papers and events, by the hundred, and a promotion. Answers ids for paths, by the name
 * of the parameter or the noun before it: of a webhook with deliveries, of an order with an invoice of 100 lines.
 */
async function makeLargestRows(staff: Headers): Promise<Record<string, string>> {
  const post = async (path: string, headers: Headers, body: object) => {
    const json = { ...headers, 'content-type': 'application/json' }
    const response = await fetch(base + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
    const { success, data } = (await response.json()) as { success: boolean; data: { id: string } }
    if (!success) throw new Error(`${path} answered ${response.status}`)
    return data.id
  }
  const webhookId = await post('/admin/webhooks', staff, { url: 'http://127.0.0.1:9/', events: ['*'] })
  const rows = Array.from({ length: 1_000 }, (_, n) => {
    // On papers, signs of several fonts and directions.
    const texts = { name: 'nÅ\u05d0漢'.repeat(50), description: '\u{1f600}'.repeat(10_000), category: 'c'.repeat(100) }
    return JSON.stringify({ sku: `${n}-`.padEnd(100, 's'), ...texts, price: 1, on_hand: 1_000_000 })
  })
  const file = { ...staff, 'content-type': 'application/x-ndjson' }
  await fetch(`${base}/admin/products/import`, { method: 'POST', headers: file, body: rows.join('\n') })
  const listed = await fetch(`${base}/admin/products?limit=100`, { headers: staff })
  const ids = ((await listed.json()) as { data: { items: { id: string }[] } }).data.items.map(({ id }) => id)
  const buyer = { email: 'buyer@example.com', password: 'hostile shopper' }
  const shopper = { ...(await signIn('/user/register', buyer)), 'merchant-id': staff['merchant-id'] ?? '' }
  const items = ids.map((product_id) => ({ product_id, quantity: 1 }))
  let orders = ''
  for (let n = 0; n < 100; n++) {
    orders = await post('/user/orders', shopper, { items })
    await post(`/user/orders/${orders}/payments`, shopper, { method: 'test_success' })
  }
  await fetch(`${base}/admin/orders/${orders}/invoice`, { method: 'POST', headers: staff })
  const of = { product_ids: ids, tags: Array.from({ length: 1_000 }, (_, n) => `${n}`.padEnd(200, 't')) }
  const sets = { buy: { quantity: 1, of }, get: { quantity: 1, of, percent: 100 } }
  const promotions = await post('/admin/promotions', staff, { name: 'n'.repeat(200), kind: 'buy_x_get_y', ...sets })
  return { webhook_id: webhookId, product_id: ids[0] ?? '', products: ids[0] ?? '', orders, promotions }
}

async function signIn(path: string, body: object): Promise<Headers> {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'device-id': 'hostile' },
    body: JSON.stringify(body),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  const { mid } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return { 'access-token': token, 'device-id': 'hostile', ...(mid && { 'merchant-id': mid }) }
}

async function untilReady(): Promise<void> {
  for (;;) {
    const ready = await fetch(`${base}/health/ready`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    if (service.exitCode !== null) throw new Error('the service did not start')
    await sleep(200)
  }
}
