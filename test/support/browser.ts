import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/**
 * A real browser, from the npm registry like everything else. The flags of the package are left out: they are made for
 * a single trusted page, and turn the same-origin policy and site isolation off. Playwright's own leave both on.
 */
export async function startBrowser(): Promise<Browser> {
  return playwright.launch({ executablePath: await chromium.executablePath(), headless: true })
}
