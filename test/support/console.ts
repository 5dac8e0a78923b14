import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startTestApp, type TestApp } from './app.ts'
import { startBrowser } from './browser.ts'
import type { SignedInUser } from './factories.ts'
import { startMailedApp } from './mailed-app.ts'

export interface ConsoleService extends TestApp {
  browser: Browser
  /** http://localhost:port */
  address: string
  close(): Promise<void>
}

/** A service at an address, and a browser. */
async function browsed<S extends TestApp & { close(): Promise<void> }>(
  start: (settings: Record<string, string>) => Promise<S>,
  settings: Record<string, string>,
): Promise<S & ConsoleService> {
  // First, so that a failure leaves nothing running.
  const browser = await startBrowser()
  const service = await start(settings)
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  return {
    ...service,
    browser,
    address: `http://127.0.0.1:${port}`,
    async close() {
      await browser.close()
      await service.close()
    },
  }
}

/** The service as it runs. */
export const startConsole = (settings: Record<string, string> = {}) => browsed(startMailedApp, settings)

/** Without jobs, sweeps and mail. */
export const startQuietConsole = (settings: Record<string, string> = {}) => browsed(startTestApp, settings)

export interface Visit {
  context: BrowserContext
  page: Page
  /** Errors of the browser, and requests to other hosts. */
  faults: string[]
}

interface Visiting {
  timezoneId?: string
  /** That the browser asks for. */
  locale?: string
  /** Signs in. */
  as?: Pick<SignedInUser, 'email' | 'password'>
}

/** A new browser without a session. */
export async function visit(
  t: TestContext,
  { browser, address }: ConsoleService,
  path = '/console',
  { timezoneId = 'Europe/London', locale = 'en-GB', as }: Visiting = {},
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: address, locale, timezoneId })
  t.after(() => context.close())
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== address) faults.push(`asks ${request.url()}`)
  })
  await page.goto(path)
  if (as !== undefined) await signIn(page, as)
  return { context, page, faults }
}

/** Signs in by the form. */
export async function signIn(page: Page, user: Pick<SignedInUser, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
