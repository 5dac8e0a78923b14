import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startTestApp, type TestApp, unique } from '#test/support/app.ts'
import { type CommandSettings, commerce } from '#test/support/command-line.ts'
import { makeApiKey, makeMerchant, makeStaff, type TestMerchant } from '#test/support/factories.ts'
import { makeShopper, placeOrder } from '#test/support/orders.ts'
import { temporaryFolder } from '#test/support/process.ts'
import { makeProduct } from '#test/support/products.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { makeWebhook } from '#test/support/webhooks.ts'
import { table } from '../../packages/cli/src/table.ts'

let service: TestApp & { close(): Promise<void> }
let url: string
before(async () => {
  service = await startTestApp()
  url = await service.app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => service.close())

/** A shop, and the environment of commands that act for it with a key. */
async function signedIn(
  t: TestContext,
  options: Parameters<typeof makeMerchant>[1] = {},
): Promise<{ merchant: TestMerchant; settings: CommandSettings }> {
  const merchant = await makeMerchant(service, options)
  const { key } = await makeApiKey(service, merchant)
  const folder = await temporaryFolder(t)
  const settings = { COMMERCE_URL: url, COMMERCE_API_KEY: key, COMMERCE_MERCHANT_ID: merchant.id }
  return { merchant, settings: { ...settings, COMMERCE_CONFIG_DIR: folder } }
}

describe('commerce', () => {
  it('says what is wrong, and exits with the code of it', async (t) => {
    const folder = await temporaryFolder(t)
    const away = { COMMERCE_URL: 'http://127.0.0.1:1', COMMERCE_API_KEY: 'ck_1', COMMERCE_MERCHANT_ID: 'a shop' }
    const cases: [settings: CommandSettings, args: string[], code: number, told: RegExp][] = [
      [{}, ['evnts'], 2, /Did you mean events/],
      [{}, ['events', 'list', '--limit', '0'], 2, /from 1 to 100/],
      [{}, ['events', 'list'], 4, /not signed in\nRun `commerce login`/],
      [{}, ['login'], 2, /--email/],
      [{ COMMERCE_URL: url }, ['login', '--api-key', 'ck_1'], 2, /--merchant/],
      [{ COMMERCE_URL: 'nowhere' }, ['whoami'], 2, /nowhere is no address/],
      [away, ['whoami'], 5, /http:\/\/127.0.0.1:1 does not answer: /],
      [{ ...away, COMMERCE_URL: url }, ['orders', 'list'], 4, /commerce login/],
    ]
    for (const [settings, args, code, told] of cases) {
      const said = await commerce({ ...settings, COMMERCE_CONFIG_DIR: folder }, args)
      assert.deepEqual([said.code, said.stdout], [code, ''], said.stderr)
      assert.match(said.stderr, told)
    }
    const said = await commerce({ COMMERCE_CONFIG_DIR: folder }, ['orders', 'list', '--json'])
    assert.deepEqual([said.code, said.stderr], [4, ''])
    assert.equal(JSON.parse(said.stdout).error.code, 'NOT_SIGNED_IN')
  })

  it('has the version of its package, and is built by `npm ci`', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../packages/cli/package.json', import.meta.url), 'utf8'))
    const said = await commerce({}, ['--version'])
    assert.deepEqual([said.code, said.stdout], [0, `${version}\n`])
    const built = await readFile(new URL('../../packages/cli/dist/commerce.js', import.meta.url), 'utf8')
    assert.match(built, /__complete/)
  })
})

describe('commerce login', () => {
  it('keeps a key of this machine, which the logout revokes', async (t) => {
    const merchant = await makeMerchant(service)
    const settings = { COMMERCE_URL: url, COMMERCE_CONFIG_DIR: await temporaryFolder(t) }
    const { email, password } = merchant.owner
    const args = ['login', '--email', email, '--password-stdin', '--merchant', merchant.id]
    const wrong = await commerce(settings, args, 'a wrong one')
    assert.equal(wrong.code, 4)

    const said = await commerce(settings, args, `${password}\n`)
    assert.equal(said.code, 0, said.stderr)
    const file = join(settings.COMMERCE_CONFIG_DIR, 'account.json')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    const { apiKey } = JSON.parse(await readFile(file, 'utf8'))
    assert.match(apiKey, /^ck_/)
    assert.equal((await commerce(settings, args, password)).code, 0)
    const replaced = { 'access-token': apiKey, 'merchant-id': merchant.id, 'device-id': 'another' }
    assert.equal((await service.request('GET', '/admin/merchant', { headers: replaced })).status, 401)
    const self = await commerce(settings, ['whoami', '--json'])
    assert.equal(JSON.parse(self.stdout).merchant_id, merchant.id)

    const signedIn = await readFile(file, 'utf8')
    const out = await commerce(settings, ['logout', '--json'])
    assert.deepEqual(JSON.parse(out.stdout), { signed_out: true, revoked: true })
    const { apiKey: last } = JSON.parse(signedIn)
    const headers = { 'access-token': last, 'merchant-id': merchant.id, 'device-id': 'another' }
    assert.equal((await service.request('GET', '/admin/merchant', { headers })).status, 401)
    assert.equal((await commerce(settings, ['whoami'])).code, 4)
    assert.match((await commerce(settings, ['logout'])).stdout, /not signed in/)
  })

  it('says whom to ask if the role may not make keys', async (t) => {
    const merchant = await makeMerchant(service)
    const { email, password } = await makeStaff(service, merchant.id, 'support')
    const settings = { COMMERCE_URL: url, COMMERCE_CONFIG_DIR: await temporaryFolder(t) }
    const said = await commerce(settings, ['login', '--email', email, '--password-stdin'], password)
    assert.equal(said.code, 1)
    assert.match(said.stderr, /may not make API keys\nAsk an owner/)
  })
})

describe('a table', () => {
  it('lets no text of others move the cursor', () => {
    assert.deepEqual(table(['name', 'n'], [['\u001b[2Jx\u202e', null]], 'none'), ['name    n', ' [2Jx   –'])
    assert.deepEqual(table(['name'], [], 'none'), ['none'])
  })
})

describe('commands of a shop', () => {
  it('list, show and export orders', async (t) => {
    const { merchant, settings } = await signedIn(t)
    assert.match((await commerce(settings, ['orders', 'list'])).stdout, /No orders/)
    const { order } = await placeOrder(service, merchant)
    const list = await commerce(settings, ['orders', 'list', '--status', 'pending'])
    assert.match(list.stdout, new RegExp(`${order.order_number}  pending  unpaid`))
    for (const name of [order.id, order.order_number, `#${order.order_number.toLowerCase()}`]) {
      const shown = await commerce(settings, ['--json', 'orders', 'show', name])
      assert.equal(JSON.parse(shown.stdout).id, order.id)
    }
    const unknown = await commerce(settings, ['orders', 'show', 'NONE'])
    assert.deepEqual([unknown.code, unknown.stdout], [1, ''])
    const file = join(settings['COMMERCE_CONFIG_DIR'] ?? '', 'orders.csv')
    assert.equal((await commerce(settings, ['orders', 'export', '-o', file])).code, 0)
    assert.match(await readFile(file, 'utf8'), new RegExp(order.order_number))
  })

  it('orders list shows totals with the decimals that the service counts for the currency', async (t) => {
    for (const [currency, price, total] of [
      ['GBP', 12.5, '12.50 GBP'],
      ['HUF', 1490.5, '1490.50 HUF'],
      ['JPY', 1990, '1990 JPY'],
      ['KWD', 0.4, '0.400 KWD'],
    ] as const) {
      const { merchant, settings } = await signedIn(t, { currency })
      const product = await makeProduct(service, merchant, { price, onHand: 1 })
      const shopper = await makeShopper(service, merchant)
      assert.equal((await shopper.order([{ product_id: product.id, quantity: 1 }])).status, 201)
      const { stdout } = await commerce(settings, ['orders', 'list'])
      assert.ok(stdout.includes(`  ${total}  `), stdout)
    }
  })

  it('import a file, and report what was refused', async (t) => {
    const { settings } = await signedIn(t)
    const file = join(settings['COMMERCE_CONFIG_DIR'] ?? '', 'products.csv')
    await writeFile(file, 'sku,name,price,on_hand\na1,Mug,4.5,3\na2,,4.5,3\n')
    const dry = await commerce(settings, ['products', 'import', file, '--dry-run', '--json'])
    assert.equal(JSON.parse(dry.stdout).created, 1)
    const said = await commerce(settings, ['products', 'import', file])
    assert.equal(said.code, 1)
    assert.match(said.stdout, /1 created, 0 updated, 0 unchanged, 1 refused\.\n {2}row 3 \(a2\): name: /)
    const exported = await commerce(settings, ['products', 'export'])
    await writeFile(file, exported.stdout)
    const again = await commerce(settings, ['products', 'import', file])
    assert.deepEqual([again.code, again.stdout], [0, '0 created, 0 updated, 1 unchanged, 0 refused.\n'])
    assert.equal((await commerce(settings, ['products', 'import', `${file}.csv`])).code, 2)
  })

  it('show deliveries of all subscriptions, and send one again', async (t) => {
    const { merchant, settings } = await signedIn(t)
    assert.match((await commerce(settings, ['deliveries', 'list'])).stdout, /No deliveries/)
    const receiver = await startReceiver()
    t.after(() => receiver.close())
    const webhooks = [await makeWebhook(service, merchant, { url: `${receiver.origin}/one` })]
    const sample = ['trigger', 'cart.abandoned', '--sample', '--json']
    const sent = JSON.parse((await commerce(settings, sample)).stdout)
    assert.equal(sent.webhook_id, webhooks[0]?.id)
    webhooks.push(await makeWebhook(service, merchant, { url: `${receiver.origin}/two` }))
    const ambiguous = await commerce(settings, sample.slice(0, -1))
    assert.equal(ambiguous.code, 2)
    for (const { id } of webhooks) assert.match(ambiguous.stderr, new RegExp(`--webhook ${id}`))
    const list = JSON.parse((await commerce(settings, ['deliveries', 'list', '--json'])).stdout)
    assert.deepEqual(
      list.items.map(({ id }: { id: string }) => id),
      [sent.id],
    )
    const shown = await commerce(settings, ['deliveries', 'show', sent.id])
    assert.equal(JSON.parse(shown.stdout).payload.event, 'cart.abandoned')
    const pending = await commerce(settings, ['deliveries', 'retry', sent.id])
    assert.deepEqual([pending.code, pending.stdout], [1, ''])
    assert.match(pending.stderr, /CONFLICT/)
  })

  it('cause events', async (t) => {
    const { merchant, settings } = await signedIn(t)
    const events = ['product.created', 'product.updated', 'product.deleted', 'inventory.updated', 'order.created']
    events.push('order.cancelled', 'order.updated', 'order.payment_succeeded', 'order.completed')
    for (const event of events) {
      const said = await commerce(settings, ['trigger', event])
      assert.equal(said.code, 0, said.stderr)
    }
    const { rows } = await service.deps.pool.query('select distinct name from events where merchant_id = $1', [
      merchant.id,
    ])
    const seen = new Set(rows.map(({ name }) => name))
    assert.deepEqual(
      events.filter((event) => !seen.has(event)),
      [],
    )
    const shoppers = await commerce(settings, ['trigger', 'cart.item_added'])
    assert.equal(shoppers.code, 2)
    assert.match(shoppers.stderr, /--sample/)
  })

  it('send any request', async (t) => {
    const { settings } = await signedIn(t)
    const sku = unique('sku')
    const fields = ['-f', `sku=${sku}`, '-f', 'name=12', '-F', 'price=3.5', '-f', 'tags[]=a', '-f', 'tags[]=b']
    const made = await commerce(settings, ['api', 'post', '/admin/products', ...fields, '--json'])
    assert.equal(made.code, 0, made.stdout)
    const { data } = JSON.parse(made.stdout)
    assert.deepEqual([data.name, data.price, data.tags], ['12', 3.5, ['a', 'b']])
    const body = JSON.stringify({ sku: unique('sku'), name: 'Two', price: 1 })
    const second = await commerce(settings, ['api', 'POST', 'admin/products', '--input', '-', '-i'], body)
    assert.match(second.stdout, /^201 Created\n/)
    const all = await commerce(settings, ['api', 'GET', '/admin/products', '-F', 'limit=1', '--paginate'])
    assert.equal(all.stdout.trim().split('\n').length, 2)
    const refused = await commerce(settings, ['api', 'PATCH', `/admin/products/${data.id}`, '-f', 'price=x'])
    assert.equal(refused.code, 1)
    assert.equal(JSON.parse(refused.stdout).error.code, 'VALIDATION_ERROR')
    const once = ['api', 'POST', '/admin/products', ...fields, '-f', 'sku=once', '-H', 'idempotency-key: one', '-i']
    assert.match((await commerce(settings, once)).stdout, /^201 /)
    assert.match((await commerce(settings, once)).stdout, /^idempotent-replayed: true$/m)
    const wrong = await commerce(settings, ['api', 'GET', '/admin/products', '-H', 'no header'])
    assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
    assert.match((await commerce(settings, ['api', 'GET', '/admin/products/export'])).stdout, /^sku,/)
    assert.equal((await commerce(settings, ['api', 'GET', '//evil.example/x'])).code, 1)
    assert.equal((await commerce(settings, ['api', 'FETCH', '/shop'])).code, 2)
  })

  it('read a settings folder that is broken kindly', async (t) => {
    const folder = await temporaryFolder(t)
    await writeFile(join(folder, 'account.json'), '{')
    const said = await commerce({ COMMERCE_CONFIG_DIR: folder }, ['whoami'])
    assert.equal(said.code, 1)
    assert.match(said.stderr, /account.json is not JSON\nDelete the file/)
  })
})

describe('commerce completion', () => {
  const candidates = async (...words: string[]) =>
    (await commerce({}, ['__complete', ...words])).stdout.trim().split('\n')

  it('names commands, options and the values of both', async () => {
    assert.ok((await candidates()).includes('listen'))
    assert.ok(!(await candidates()).includes('__complete'))
    assert.deepEqual((await candidates('orders')).slice(0, 3), ['list', 'show', 'export'])
    assert.ok((await candidates('trigger')).includes('order.created'))
    assert.deepEqual(await candidates('completion'), ['bash', 'zsh', '--json'])
    assert.ok((await candidates('deliveries', 'list', '--status')).includes('failed'))
    assert.ok((await candidates('listen', '--events')).includes('cart.abandoned'))
    const others = await candidates('deliveries', 'list', '--status', 'failed')
    assert.ok(others.includes('--limit') && !others.includes('--status'))
  })

  it('works in bash', async (t) => {
    const folder = await temporaryFolder(t)
    const { stdout: script } = await commerce({}, ['completion', 'bash'])
    const source = fileURLToPath(new URL('../../packages/cli/src/commerce.ts', import.meta.url))
    const program = `#!/bin/sh\nexec '${process.execPath}' --conditions=source '${source}' "$@"\n`
    await writeFile(join(folder, 'commerce'), program, { mode: 0o755 })
    const typed = 'COMP_WORDS=(commerce orders l); COMP_CWORD=2; _commerce; echo "$COMPREPLY"'
    const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\n${typed}`], {
      env: { PATH: `${folder}:${process.env['PATH']}` },
    })
    assert.equal(stdout, 'list\n')
  })
})
