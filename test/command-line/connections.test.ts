import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { type CommandSettings, commerce, startCommerce } from '#test/support/command-line.ts'
import { hostBehindProxy, startCompanyProxy } from '#test/support/company-proxy.ts'
import { makeApiKey, makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { temporaryFolder } from '#test/support/process.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { until } from '#test/support/until.ts'
import { isPlainAway, proxySetting } from '../../packages/cli/src/proxies.ts'

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

/** The settings of a machine that is signed in at an address. */
async function signedInAt(t: TestContext, address: string): Promise<{ COMMERCE_CONFIG_DIR: string }> {
  const folder = await temporaryFolder(t)
  const account = { url: address, apiKey: key, merchantId: merchant.id, deviceId: 'the device of this machine' }
  await writeFile(join(folder, 'account.json'), JSON.stringify(account), { mode: 0o600 })
  return { COMMERCE_CONFIG_DIR: folder }
}

/** Another server, and what it was sent. */
async function startOther(t: TestContext, answer: { status?: number; location?: string } = {}) {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    const { status = 200, location } = answer
    response.writeHead(status, location === undefined ? {} : { location: location + request.url }).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

describe('a key', () => {
  const commands = [
    ['whoami'],
    ['orders', 'list'],
    ['api', 'GET', '/admin/merchant'],
    ['api', 'POST', '/admin/products', '-f', 'sku=a'],
    ['products', 'export'],
    ['listen', '--forward-to', '4000'],
    ['trigger', 'product.created'],
    ['doctor'],
  ]

  it('that a login has stored goes to no other address, whatever COMMERCE_URL says', async (t) => {
    const { address, seen } = await startOther(t)
    const settings = { ...(await signedInAt(t, url)), COMMERCE_URL: address }
    for (const command of commands) {
      const said = await commerce(settings, command)
      assert.match(said.stdout + said.stderr, /COMMERCE_URL is http.*you are signed in at http.*not sent elsewhere/)
      assert.match(said.stdout + said.stderr, /commerce login --url http/)
      assert.equal(said.code, command[0] === 'doctor' ? 1 : 4, command.join(' '))
    }
    const named = await commerce({ ...settings, COMMERCE_MERCHANT_ID: merchant.id }, ['whoami'])
    assert.equal(named.code, 4)
    const secrets = [key, 'the device of this machine']
    assert.deepEqual(
      seen.filter((headers) => Object.values(headers).some((value) => secrets.includes(String(value)))),
      [],
    )
    for (const same of [url, `${url}/`, `${url}//`]) {
      assert.equal((await commerce({ ...settings, COMMERCE_URL: same }, ['whoami'])).code, 0, same)
    }
  })

  it('of the environment goes to its address alone, without the device of this machine', async (t) => {
    const { address, seen } = await startOther(t)
    const given = { COMMERCE_API_KEY: 'ck_given', COMMERCE_MERCHANT_ID: merchant.id, COMMERCE_URL: address }
    await commerce({ ...(await signedInAt(t, url)), ...given }, ['api', 'GET', '/admin/merchant'])
    assert.deepEqual(
      seen.map((headers) => headers['access-token']),
      ['ck_given'],
    )
    assert.notEqual(seen[0]?.['device-id'], 'the device of this machine')
  })

  it('and a password follow no redirect to another address', async (t) => {
    const { address, seen } = await startOther(t)
    const moved = await startOther(t, { status: 307, location: address })
    const settings = await signedInAt(t, moved.address)
    const file = join(settings.COMMERCE_CONFIG_DIR, 'p.csv')
    await writeFile(file, 'sku,name,price\na,A,1\n')
    for (const command of [...commands.slice(0, 7), ['products', 'import', file]]) {
      const said = await commerce(settings, command)
      assert.match(said.stderr, /http.* leads to http.*, where your key was not sent\n.*commerce login --url/)
      assert.equal(said.code, 1, command.join(' '))
    }
    const login = ['login', '--url', moved.address, '--email', 'ada@example.com', '--password-stdin']
    assert.match((await commerce(settings, login, 'a password')).stderr, / leads to http/)
    assert.deepEqual(seen, [])
  })

  it('over plain HTTP to another network is warned of before it is sent', async (t) => {
    const settings = await signedInAt(t, 'http://shop.invalid')
    const said = await commerce(settings, ['whoami', '--json'])
    assert.match(said.stderr, /^Warning: http:\/\/shop\.invalid is asked over plain HTTP/)
    assert.equal(JSON.parse(said.stdout).error.code, 'UNREACHABLE')
    const login = await commerce(settings, ['login', '--url', 'http://10.shop.invalid'])
    assert.match(login.stderr, /^Warning: http:\/\/10\.shop\.invalid is asked over plain HTTP/)
    const away = ['http://api.example', 'http://10.evil.example', 'http://localhost.evil.example', 'http://8.8.8.8']
    for (const one of [...away, 'http://[2001:db8::1]', 'http://127.evil.example']) assert.ok(isPlainAway(one), one)
    const near = ['http://localhost:3000', 'http://shop.localhost', 'http://127.0.0.1', 'http://[::1]:3000']
    for (const one of [...near, 'https://api.example', 'http://10.1.2.3', 'http://commerce:3000', 'http://nas.local'])
      assert.ok(!isPlainAway(one), one)
  })

  it('that cannot be stored is revoked, and no half of a file stays', async (t) => {
    const { owner } = merchant
    const folder = join(await temporaryFolder(t), 'file')
    await writeFile(folder, '')
    const login = ['login', '--url', url, '--email', owner.email, '--password-stdin', '--merchant', merchant.id]
    const said = await commerce({ COMMERCE_CONFIG_DIR: join(folder, 'commerce') }, login, owner.password)
    assert.deepEqual(
      [said.code, /could not be written: a part of its path is no folder\nName/.test(said.stderr)],
      [1, true],
    )
    const { items } = (await service.request('GET', '/admin/api-keys', { headers: owner.headers })).body.data
    assert.deepEqual(
      items.filter(({ name }: { name: string }) => name.startsWith('commerce on ')),
      [],
    )
  })
})

describe('a failure', () => {
  it('names the address that was asked', async (t) => {
    const settings = { ...(await signedInAt(t, url)), COMMERCE_URL: url }
    const said = await commerce(
      settings,
      ['login', '--url', 'http://127.0.0.1:1', '--email', 'a@b.example', '--password-stdin'],
      'x',
    )
    assert.deepEqual([said.code, said.stderr.startsWith('commerce: http://127.0.0.1:1 does not answer: ')], [5, true])
  })
})

describe('commerce behind the proxy of a company', () => {
  const certificate = fileURLToPath(new URL('../support/fixtures/receiver-cert.pem', import.meta.url))
  const port = () => Number(new URL(url).port)
  const login = (address: string) => [
    ...['login', '--url', address, '--email', merchant.owner.email, '--password-stdin', '--merchant', merchant.id],
  ]

  for (const [scheme, variable] of [
    ['https', 'HTTPS_PROXY'],
    ['https', 'https_proxy'],
    ['http', 'http_proxy'],
    ['http', 'HTTP_PROXY'],
    ['https', 'ALL_PROXY'],
  ] as const) {
    it(`signs in, imports, exports and listens by ${variable} with a password`, async (t) => {
      const proxy = await startCompanyProxy(t, port(), 'ada:p@ss%word')
      const receiver = await startReceiver()
      t.after(() => receiver.close())
      const folder = await temporaryFolder(t)
      const settings: CommandSettings = {
        COMMERCE_CONFIG_DIR: folder,
        NODE_EXTRA_CA_CERTS: certificate,
        [variable]: `ada:p%40ss%25word@127.0.0.1:${proxy.port}`,
      }
      const address = `${scheme}://${hostBehindProxy}`
      const said = await commerce(settings, login(address), merchant.owner.password)
      assert.equal(said.code, 0, said.stderr)
      const file = join(folder, 'products.csv')
      await writeFile(file, `sku,name,price\n${variable},Mug,4.5\n`)
      const imported = await commerce(settings, ['products', 'import', file])
      assert.match(imported.stdout, /^[01] created, /, imported.stderr)
      assert.equal((await commerce(settings, ['products', 'export', '-o', file])).code, 0)
      assert.match(await readFile(file, 'utf8'), new RegExp(variable))
      const listener = startCommerce(settings, ['listen', '--forward-to', `${receiver.origin}/hooks`])
      t.after(() => listener.child.kill('SIGKILL'))
      await until(() => listener.said().stderr.includes('Ready'), 'the listener')
      assert.equal((await commerce(settings, ['trigger', 'product.created'])).code, 0)
      await until(() => receiver.requests.length > 0, 'the event')
      listener.child.kill('SIGTERM')
      assert.equal(await listener.ended, 130)
      const right = scheme === 'https' ? /^CONNECT receiver\.test:443$/ : /^[A-Z]+ http:\/\/receiver\.test\//
      assert.ok(proxy.asked.length > 0 && proxy.asked.every((asked) => right.test(asked)), proxy.asked.join('\n'))
    })
  }

  it('says that the proxy asks for a password, refuses, or is away, and never shows one', async (t) => {
    const proxy = await startCompanyProxy(t, port(), 'ada:secret')
    const settings = { ...(await signedInAt(t, `https://${hostBehindProxy}`)), NODE_EXTRA_CA_CERTS: certificate }
    const at = `127.0.0.1:${proxy.port}`
    const cases: [settings: CommandSettings, code: number, told: RegExp][] = [
      [
        { HTTPS_PROXY: at },
        5,
        /by the proxy http:\/\/127.*\(HTTPS_PROXY\).*407.*\nIt asks for a name and a password: HTTPS_PROXY=/,
      ],
      [
        { https_proxy: `ada:wrong@${at}` },
        5,
        /\(https_proxy\).*407.*\nIt asks for a name and a password: https_proxy=/,
      ],
      [
        { HTTPS_PROXY: 'http://ada:wrong@127.0.0.1:1' },
        5,
        /by the proxy http:\/\/127\.0\.0\.1:1 .*\nIs HTTPS_PROXY right\? NO_PROXY=receiver\.test/,
      ],
      [
        { HTTPS_PROXY: 'ftp://ada:wrong@proxy' },
        2,
        /HTTPS_PROXY is no address of an HTTP proxy\nAs in HTTPS_PROXY=http/,
      ],
    ]
    for (const [more, code, told] of cases) {
      const said = await commerce({ ...settings, ...more }, ['whoami'])
      assert.match(said.stderr, told)
      assert.deepEqual([said.code, /wrong@|:wrong|secret/.test(said.stderr)], [code, false])
      const { stdout } = await commerce({ ...settings, ...more }, ['doctor'])
      if (code === 5) assert.match(stdout, /✗ https:\/\/receiver\.test does not answer by the proxy http/)
    }
  })

  it('asks this machine, and what NO_PROXY names, without it', () => {
    const by = (address: string, NO_PROXY: string) =>
      proxySetting(new URL(address), { HTTPS_PROXY: 'http://p:1', HTTP_PROXY: 'http://p:2', NO_PROXY })?.variable
    for (const here of ['http://localhost:4000', 'https://shop.localhost', 'http://127.0.0.2', 'http://[::1]:4000'])
      assert.equal(by(here, ''), undefined, here)
    const excepted: [address: string, list: string][] = [
      ['https://api.example', '*'],
      ['https://api.example', 'other.example, api.example'],
      ['https://API.example', '.example'],
      ['https://api.shop.example', '*.shop.example'],
      ['https://api.example:8443', 'api.example:8443'],
      ['https://api.example', 'api.example:443'],
      ['https://10.1.2.3', '10.0.0.0/8'],
      ['https://[fd00::1]', 'fd00::/8'],
      ['https://[2001:db8::1]', '[2001:db8::1]'],
      ['https://[2001:db8::1]', '2001:db8::1'],
    ]
    for (const [address, list] of excepted) assert.equal(by(address, list), undefined, `${address} ${list}`)
    const asked: [address: string, list: string][] = [
      ['https://api.example', ''],
      ['https://myapi.example', 'api.example'],
      ['https://api.example', 'api.example:8443'],
      ['https://11.1.2.3', '10.0.0.0/8'],
      ['https://api.example', '10.0.0.0/8, 10.0.0.0/99, /8'],
    ]
    for (const [address, list] of asked) assert.equal(by(address, list), 'HTTPS_PROXY', `${address} ${list}`)
    assert.equal(by('http://api.example', ''), 'HTTP_PROXY')
    assert.equal(proxySetting(new URL('http://api.example'), { HTTPS_PROXY: 'http://p:1' }), undefined)
    const both = { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://capital:1', no_proxy: 'x', NO_PROXY: '*' }
    assert.equal(proxySetting(new URL('https://api.example'), both)?.value, 'http://small:1')
  })
})
