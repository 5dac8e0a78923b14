import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { TestApp } from './app.ts'
import { type ConsoleService, startConsole, startQuietConsole } from './console.ts'
import { makeMerchant, makeStorefrontKey, type TestMerchant } from './factories.ts'
import { makeGroup } from './groups.ts'
import { makeProducts } from './products.ts'
import { makeShippingMethod, setTaxRates } from './selling.ts'
import { until } from './until.ts'

const entry = fileURLToPath(new URL('../../examples/storefront/server.ts', import.meta.url))

export interface Storefront {
  /** http://127.0.0.1:port */
  address: string
  close(): Promise<void>
}

/** `examples/storefront` as it runs, in a process of its own. */
export async function startStorefront(environment: Record<string, string>): Promise<Storefront> {
  // The options of the test run keep links as they are; the client is found behind one.
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['--conditions=source', entry], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  await until(() => /^Storefront {6}/m.test(output) || child.exitCode !== null, 'the storefront')
  const address = /^Storefront {6}(\S+)$/m.exec(output)?.[1]
  if (address === undefined) throw new Error(`the storefront has ended:\n${output}`)
  return {
    address,
    async close() {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

export interface StorefrontShop {
  service: ConsoleService
  shop: TestMerchant
  storefront: Storefront
  /** What the service in front of the storefront does (answers, is away, never answers), and for whom it was asked. */
  api: { mode: 'open' | 'unavailable' | 'silent'; shoppers: Set<string> }
  /** One more process of the same storefront. */
  another(variables: Record<string, string>): Promise<Storefront>
  close(): Promise<void>
}

/** A service with a shop of some products, and the storefront of that shop. */
export async function startStorefrontShop(
  settings: Record<string, string> = {},
  { background = false, variables = {} }: { background?: boolean; variables?: Record<string, string> } = {},
): Promise<StorefrontShop> {
  const running: { close(): Promise<void> }[] = []
  const close = async () => {
    for (const one of running.reverse()) await one.close()
  }
  try {
    const service = await (background ? startConsole : startQuietConsole)(settings)
    running.push(service)
    const shop = await makeMerchant(service, { currency: 'GBP' })
    await stock(service, shop)
    const api: StorefrontShop['api'] = { mode: 'open', shoppers: new Set() }
    const between = await startBetween(service.address, api)
    running.push(between)
    const { key } = await makeStorefrontKey(service, shop, 'storefront')
    const another: StorefrontShop['another'] = async (more) => {
      // Test files share the cores with other programs: a late answer means nothing here.
      const common = { COMMERCE_URL: between.address, COMMERCE_STOREFRONT_KEY: key, COMMERCE_TIMEOUT_MS: '60000' }
      const storefront = await startStorefront({ ...common, ...more })
      running.push(storefront)
      return storefront
    }
    return { service, shop, storefront: await another(variables), api, another, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Products of each kind, a way to send them, and a tax. */
async function stock(service: TestApp, shop: TestMerchant): Promise<void> {
  await makeProducts(service, shop, [
    { name: 'Blue mug', price: 12.5, category: 'Kitchen', onHand: 40, description: 'Holds tea.\n\nAnd coffee.' },
    { name: 'Last plate', price: 8, category: 'Kitchen', onHand: 0 },
    { name: 'Heavy bowl', price: 30, category: 'Kitchen', onHand: 3, columns: { compare_at_minor: 4000 } },
    ...Array.from({ length: 30 }, (_, n) => ({ name: `Candle no. ${n}`, price: 2 + n, category: 'Candles' })),
  ])
  await makeGroup(service, shop, { category: 'Shirts', brand: 'Regency' })
  await makeShippingMethod(service, shop, { name: 'Tracked', price: 4, countries: ['GB', 'DE'] })
  await makeShippingMethod(service, shop, { name: 'Express', price: 9, countries: ['GB'] })
  await setTaxRates(service, shop, [{ rate: 20 }, { rate: 19, country: 'DE' }])
}

/** Stands between the storefront and the service. */
async function startBetween(target: string, api: StorefrontShop['api']) {
  const server = createServer(async (request, response) => {
    if (request.headers['shopper-address']) api.shoppers.add(String(request.headers['shopper-address']))
    if (api.mode === 'silent') return
    if (api.mode === 'unavailable') {
      const error = { code: 'SERVICE_UNAVAILABLE', message: 'later', request_id: 'none' }
      response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '0' })
      response.end(JSON.stringify({ success: false, error }))
      return
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    })
    const { 'content-encoding': ____, 'content-length': _____, ...back } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, back).end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A visitor with a browser of their own, and what went wrong in it. */
export async function visitShop(
  t: TestContext,
  { service, storefront }: Pick<StorefrontShop, 'service' | 'storefront'>,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await service.browser.newContext({ baseURL: storefront.address, locale: 'en-GB', ...options })
  t.after(() => context.close())
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  return { page, faults }
}

/** Puts a product into the cart, as it is found on its page. */
export async function addToCart(page: Page, path: string, button = 'Add to cart'): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL(/\/cart/)
}

/** The first step of the checkout. */
export async function enterAddress(page: Page, email = 'ada@example.com', country = 'GB'): Promise<void> {
  await page.locator('[name=email]').fill(email)
  await page.locator('[name=country]').selectOption(country)
  await page.locator('[name=name]').fill('Ada Lovelace')
  await page.locator('[name=line1]').fill('12 St James’s Square')
  await page.locator('[name=postal_code]').fill('SW1Y 4JH')
  await page.locator('[name=city]').fill('London')
  await page.locator('.steps form button').last().click()
}
