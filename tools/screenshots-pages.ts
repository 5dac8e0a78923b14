/** `npm run screenshots`: the service's own pages, in each of their states, as `keep-picture.ts` keeps them. */
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import sharp from 'sharp'
import { startTestApp } from '#test/support/app.ts'
import { startBrowser } from '#test/support/browser.ts'
import { makeOwnPages } from '#test/support/own-pages.ts'
import { joinPictures } from './join-pictures.ts'
import { keepPicture, picturePath } from './keep-picture.ts'

const looks = {
  desktop: { locale: 'en-GB', viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  phone: { locale: 'de-DE', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
} as const

const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path fill="#d8c8a8" d="M0 0h10v10H0z"/>
<circle cx="5" cy="5" r="3" fill="#7a5"/></svg>`
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 120" width="480" height="120">
<rect width="480" height="120" rx="16" fill="#274b3f"/><text x="240" y="78" text-anchor="middle" font-size="52"
font-family="serif" fill="#f6efe0">Lantern &amp; Loom</text></svg>`

it('screenshots of the pages of links', async (t) => {
  const [browser, service] = [await startBrowser(), await startTestApp()]
  t.after(() => browser.close())
  t.after(() => service.close())
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const baseURL = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`
  for (const [look, settings] of Object.entries(looks)) {
    for (const { name, path, act } of await makeOwnPages(service)) {
      const context = await browser.newContext({ ...settings, baseURL })
      // The logo and the pictures of products.
      await context.route(/\/media\//, (route) => route.fulfill({ body: logo, contentType: 'image/svg+xml' }))
      await context.route(/pictures\.example/, (route) => route.fulfill({ body: drawn, contentType: 'image/svg+xml' }))
      const page = await context.newPage()
      await page.goto(path)
      await page.locator('h1').waitFor()
      await act?.(page)
      await page.evaluate('document.fonts.ready.then(() => true)')
      const picture = await page.screenshot({ fullPage: true, animations: 'disabled' })
      const small = await sharp(picture).png({ palette: true, quality: 90, effort: 9 }).toBuffer()
      keepPicture(`pages/${name}-${look}.png`, small)
      await context.close()
    }
  }
  const shown = ['pay-desktop', 'order-paid-phone', 'reset-phone', 'pay-done-phone']
  keepPicture('pages/pages.png', await joinPictures(shown.map((name) => picturePath(`pages/${name}.png`))))
})
