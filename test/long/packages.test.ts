import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { unique } from '#test/support/app.ts'
import { type ConsoleService, startQuietConsole } from '#test/support/console.ts'
import { expressDouble } from '#test/support/express-double.ts'
import { makeApiKey, makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { placeOrder } from '#test/support/orders.ts'
import { compileStrictly, makeProject, type Project, programsOf, runProgram, runtimes } from '#test/support/packed.ts'
import { makeProduct } from '#test/support/products.ts'

/** The packages as somebody gets them: packed, installed into an empty project, with the programs of their pages. */
describe('the packed packages', () => {
  let service: ConsoleService
  let project: Project
  before(async () => {
    service = await startQuietConsole()
    project = await makeProject()
  })
  after(async () => {
    project?.close()
    await service?.close()
  })

  const env = { COOKIE_SECRET: 'a secret of this test, of more than 32 letters' }
  const makeKey = async ({ owner }: TestMerchant, kind: string) =>
    (await service.request('POST', '/admin/api-keys', { headers: owner.headers, body: { kind, name: kind } })).body.data
      .key as string

  it('hold what is built, its source and its pages, and no tests', () => {
    const files = (name: string) =>
      readdirSync(join(project.folder, 'node_modules/@commerce-platform', name), { recursive: true }).map(String)
    const [client, webhooks] = [files('client'), files('webhooks')]
    for (const file of ['dist/client.js', 'dist/client.d.ts', 'client.ts', 'docs/fastify.md', 'README.md'])
      assert.ok(client.includes(file), file)
    for (const file of ['dist/verify.js', 'dist/verify.d.ts', 'dist/web.js', 'dist/web.d.ts', 'dist/events.gen.d.ts'])
      assert.ok(webhooks.includes(file), file)
    for (const file of ['verify.ts', 'web.ts', 'rules.ts', 'events.gen.ts', 'README.md'])
      assert.ok(webhooks.includes(file), file)
    assert.deepEqual(
      [...client, ...webhooks].filter((file) => /\.test\.|build-types|describe-|node_modules|tsconfig/.test(file)),
      [],
    )
  })

  it('the programs of the READMEs are strict TypeScript 5.9 and 7, and run in every runtime', async (t) => {
    const programs = new Map([...programsOf('packages/client/README.md'), ...programsOf('packages/webhooks/README.md')])
    const names = [
      'orders.ts',
      'receiver.ts',
      'fastify-receiver.ts',
      'express-receiver.js',
      'app/webhooks/route.ts',
      'worker.ts',
    ]
    assert.deepEqual([...programs.keys()], names)
    project.link('fastify')
    for (const [name, program] of programs) project.write(name, program)
    await compileStrictly(
      project,
      names.filter((name) => name.endsWith('.ts')),
    )
    for (const runtime of runtimes) {
      const shop = await makeMerchant(service)
      const { order, shopper } = await placeOrder(service, shop)
      await shopper.pay(order.id)
      const printed = await runProgram(project, runtime, 'build/orders.js', {
        COMMERCE_URL: service.address,
        COMMERCE_MERCHANT_ID: shop.id,
        COMMERCE_DEVICE_ID: randomUUID(),
        COMMERCE_API_KEY: (
          await makeApiKey(service, shop, ['products.write', 'orders.read', 'orders.write', 'orders.fulfil'])
        ).key,
      })
      assert.match(printed, new RegExp(`^22423 [\\w-]{36}\n${order.order_number} ${order.total}\n$`))
      const { body } = await service.request('GET', `/admin/orders/${order.id}`, { headers: shop.owner.headers })
      assert.equal(body.data.status, 'completed')
      t.diagnostic(await runProgram(project, runtime, '--version'))
    }
  })

  const secret = 'whsec_VGhpcyBzZWNyZXQgc3RhbmRzIGluIGEgdGVzdCE='
  /** A signed delivery, and the same with another body. */
  function deliveries() {
    const data = { product: { id: '1', sku: '22423', name: 'Cakestand' }, inventory: { available: 7 }, reason: 'x' }
    const id = unique('evt')
    const body = JSON.stringify({ id, event: 'inventory.updated', created: 1, data, api_version: 'v1' })
    const sent = new Date()
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, sent, body),
    }
    const method = 'POST'
    return { id, good: { method, headers, body }, forged: { method, headers, body: `${body} ` } }
  }

  it('the receivers of the README take what is signed, and nothing else', async () => {
    const env = { PATH: '', WEBHOOK_SECRET: secret, PORT: '0' }
    const { id, good, forged } = deliveries()
    for (const [file, text] of Object.entries(expressDouble)) project.write(`node_modules/express/${file}`, text)
    const programs = [
      ...runtimes.map((runtime) => [runtime, 'build/receiver.js'] as const),
      [process.execPath, 'build/fastify-receiver.js'] as const,
      [process.execPath, 'express-receiver.js'] as const,
    ]
    for (const [runtime, program] of programs) {
      const receiver = spawn(runtime, [program], { cwd: project.folder, env })
      try {
        const port = /\d+$/.exec(await firstLine(receiver.stdout))?.[0]
        const url = `http://127.0.0.1:${port}/webhooks`
        const expected = program.includes('express') ? `inventory.updated ${id}` : '22423 7'
        const printed = program.includes('fastify') ? expected : firstLine(receiver.stdout)
        assert.equal((await fetch(url, good)).status, 204)
        assert.equal(await printed, expected)
        assert.equal((await fetch(url, forged)).status, 401)
      } finally {
        receiver.kill()
      }
    }
  })

  it('the route handler of the README takes what is signed, and nothing else', async (t) => {
    const { id, good, forged } = deliveries()
    const before = process.env['WEBHOOK_SECRET']
    t.after(() => {
      if (before === undefined) delete process.env['WEBHOOK_SECRET']
      else process.env['WEBHOOK_SECRET'] = before
    })
    process.env['WEBHOOK_SECRET'] = secret
    const log = t.mock.method(console, 'log', () => {})
    const { POST } = await import(pathToFileURL(join(project.folder, 'build/app/webhooks/route.js')).href)
    const url = 'http://shop.example/webhooks'
    assert.equal((await POST(new Request(url, good))).status, 204)
    assert.deepEqual(log.mock.calls[0]?.arguments, ['inventory.updated', id])
    assert.equal((await POST(new Request(url, forged))).status, 401)
  })

  it('the worker of the README takes what is signed, and nothing else, without Node.js', async (t) => {
    const { id, good, forged } = deliveries()
    const log = t.mock.method(console, 'log', () => {})
    const { default: worker } = await import(pathToFileURL(join(project.folder, 'build/worker.js')).href)
    const ask = (delivery: RequestInit) =>
      worker.fetch(new Request('http://shop.example/webhooks', delivery), { WEBHOOK_SECRET: secret })
    assert.equal((await ask(good)).status, 204)
    assert.deepEqual(log.mock.calls[0]?.arguments, ['inventory.updated', id])
    assert.equal((await ask(forged)).status, 401)
    const built = join(project.folder, 'node_modules/@commerce-platform/webhooks/dist')
    for (const file of ['web.js', 'rules.js'])
      assert.doesNotMatch(await readFile(join(built, file), 'utf8'), /from 'node:|\bBuffer\.|\bprocess\./, file)
  })

  it('the shop of the Fastify page is strict TypeScript, and fills a cart', async () => {
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop, { name: 'Cake & <stand>' })
    for (const [name, program] of programsOf('packages/client/docs/fastify.md')) project.write(name, program)
    await compileStrictly(project, ['shop.ts'])
    const started = spawn(process.execPath, ['shop.ts'], {
      cwd: project.folder,
      env: {
        ...env,
        COMMERCE_URL: service.address,
        COMMERCE_STOREFRONT_KEY: await makeKey(shop, 'storefront'),
        PORT: '0',
      },
    })
    try {
      const address = await firstLine(started.stdout)
      const list = await (await fetch(address)).text()
      assert.ok(list.includes('Cake &#38; &#60;stand&#62;') && list.includes(product.id))
      const body = new URLSearchParams({ product: product.id })
      const added = await fetch(`${address}/cart`, { method: 'POST', body, redirect: 'manual' })
      assert.equal(added.status, 303)
      const [cookie = ''] = added.headers.getSetCookie()
      assert.match(cookie, /^commerce-session=[\w-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
      const headers = { cookie: cookie.split(';')[0] ?? '' }
      assert.ok((await (await fetch(`${address}/cart`, { headers })).text()).includes('1 × Cake'))
      assert.ok(!(await (await fetch(`${address}/cart`)).text()).includes('Cake'))
    } finally {
      started.kill()
    }
  })

  /** The parts of a framework's page that need no framework, with its modules replaced. */
  async function load(page: string, modules: Record<string, string>) {
    for (const [name, text] of Object.entries(modules)) project.write(`node_modules/${name}`, text)
    const folder = unique('app')
    const programs = programsOf(page)
    for (const [name, program] of programs) {
      const text = program.replaceAll(/(from '(?:\.\.?\/)+lib\/storefront)'/g, "$1.ts'")
      project.write(`${folder}/${name}`, text.replaceAll("'astro:middleware'", "'astro/middleware.js'"))
    }
    const importOf = async (name: string) => import(pathToFileURL(join(project.folder, folder, name)).href)
    return { importOf, names: [...programs.keys()] }
  }

  /** A shop whose access tokens are about to end, and what its storefront reads from the environment. */
  async function soonEnding() {
    const shop = await makeMerchant(service)
    const product = await makeProduct(service, shop)
    Object.assign(process.env, {
      ...env,
      COMMERCE_URL: service.address,
      COMMERCE_MERCHANT_ID: shop.id,
      COMMERCE_STOREFRONT_KEY: await makeKey(shop, 'storefront'),
    })
    const body = new URLSearchParams({ product: product.id })
    return { shop, product, add: () => new Request('http://shop.example/cart/items', { method: 'POST', body }) }
  }

  it('the handlers of the Next page fill a cart, and its proxy renews what is about to end', async (t) => {
    const before = { ...process.env }
    t.after(() => {
      process.env = before
    })
    const { add } = await soonEnding()
    const { importOf, names } = await load('packages/client/docs/next.md', {
      'next/package.json': '{"name": "next", "type": "module", "exports": {"./server": "./server.js"}}',
      'next/server.js': `export class NextResponse extends Response {
        static next(init) { return Object.assign(new NextResponse(null), { passed: init?.request.headers }) }
      }`,
    })
    assert.deepEqual(names, ['lib/storefront.ts', 'proxy.ts', 'app/cart/items/route.ts', 'app/cart/page.tsx'])
    const { POST } = await importOf('app/cart/items/route.ts')
    const added: Response = await POST(add())
    assert.equal(added.status, 303)
    const cookie = added.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { proxy } = await importOf('proxy.ts')
    const kept = await proxy(new Request('http://shop.example/', { headers: { cookie } }))
    assert.deepEqual([kept.passed, kept.headers.getSetCookie()], [undefined, []])
    const { storefront } = await importOf('lib/storefront.ts')
    const visitor = await storefront.visitor({ cookie })
    const { data } = await visitor.api.GET('/user/cart')
    assert.equal(data.data.items[0].quantity, 1)
    // The next request's token is about to end.
    const tokens = (await visitor.api.POST('/user/guest')).data.data
    visitor.setSession({ ...tokens, expires_in: 1 })
    const ending = (await visitor.setCookie()).split(';')[0]
    const renewed = await proxy(new Request('http://shop.example/', { headers: { cookie: ending } }))
    const [header = ''] = renewed.headers.getSetCookie()
    assert.equal(renewed.passed.get('cookie'), `${header.split(';')[0]}; ${ending}`)
    const page = await storefront.visitor({ cookie: renewed.passed.get('cookie') })
    assert.deepEqual([page.hasSession(), await page.setCookie()], [true, undefined])
  })

  it('the middleware and the endpoint of the Astro page fill a cart', async (t) => {
    const before = { ...process.env }
    t.after(() => {
      process.env = before
    })
    const { add } = await soonEnding()
    const { importOf, names } = await load('packages/client/docs/astro.md', {
      'astro/package.json': '{"name": "astro", "type": "module", "exports": {"./middleware.js": "./middleware.js"}}',
      'astro/middleware.js': 'export const defineMiddleware = (middleware) => middleware',
    })
    assert.ok(names.includes('src/pages/cart/items.ts'))
    const { onRequest } = await importOf('src/middleware.ts')
    const { POST } = await importOf('src/pages/cart/items.ts')
    const redirect = (location: string, status: number) => new Response(null, { status, headers: { location } })
    const locals: { visitor?: { api: { GET(path: string): Promise<{ data: { data: { items: unknown[] } } }> } } } = {}
    const context = { request: add(), locals, clientAddress: '192.0.2.7', redirect }
    const added: Response = await onRequest(context, () => POST(context))
    assert.equal(added.status, 303)
    const cookie = added.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const next = { ...context, request: new Request('http://shop.example/cart', { headers: { cookie } }) }
    const seen: Response = await onRequest(next, async () => {
      const { data } = (await locals.visitor?.api.GET('/user/cart')) ?? assert.fail()
      return new Response(String(data.data.items.length))
    })
    assert.deepEqual([await seen.text(), seen.headers.getSetCookie()], ['1', []])
  })

  it('the client runs in Chromium as it is built', async (t) => {
    const shop = await makeMerchant(service)
    const key = await makeKey(shop, 'publishable')
    const modules = join(project.folder, 'node_modules')
    const page = await service.browser.newPage()
    const server = createServer(async ({ url = '' }, response) => {
      const type = url === '/' ? 'text/html' : 'text/javascript'
      const imports = { 'openapi-fetch': '/openapi-fetch/dist/index.mjs' }
      const text = `<script type="importmap">${JSON.stringify({ imports })}</script>`
      const body = url === '/' ? text : await readFile(join(modules, url)).catch(() => '')
      response.writeHead(200, { 'content-type': type }).end(body)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    t.after(async () => {
      await page.close()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    await page.goto(`http://127.0.0.1:${port}/`)
    const name = await page.evaluate(`(async () => {
      const { createClient, read } = await import('/@commerce-platform/client/dist/client.js')
      const [baseUrl, storefrontKey, deviceId] = ['${service.address}', '${key}', crypto.randomUUID()]
      return (await read(createClient({ baseUrl, storefrontKey, deviceId }).api.GET('/shop'))).name
    })()`)
    assert.equal(name, shop.name)
  })
})

/** The next line that a program prints. */
function firstLine(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (chunk: Buffer) => {
      text += chunk
      if (!text.includes('\n')) return
      output.off('data', read)
      resolve(text.trim())
    }
    output.on('data', read)
    output.once('end', () => reject(new Error(`it ended: ${text}`)))
  })
}
