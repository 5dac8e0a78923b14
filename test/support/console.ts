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

/** The service as it runs, at an address, and a browser. */
export async function startConsole(
  settings: Record<string, string> = {},
  { background = true } = {},
): Promise<ConsoleService> {
  // First, so that a failure leaves nothing running.
  const browser = await startBrowser()
  const service = await (background ? startMailedApp : startTestApp)(settings)
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

export interface Visit {
  context: BrowserContext
  page: Page
  /** Errors of the browser, and requests to other hosts. */
  faults: string[]
}

/** A new browser without a session. */
export async function visit(
  t: TestContext,
  { browser, address }: ConsoleService,
  path = '/console',
  { timezoneId = 'Europe/London' } = {},
): Promise<Visit> {
  const context = await browser.newContext({ baseURL: address, locale: 'en-GB', timezoneId })
  t.after(() => context.close())
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== address) faults.push(`asks ${request.url()}`)
  })
  await page.goto(path)
  return { context, page, faults }
}

/** Signs in by the form. */
export async function signIn(page: Page, user: Pick<SignedInUser, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByLabel('Password').fill(user.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
