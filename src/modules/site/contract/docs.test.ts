import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { startQuietConsole } from '#test/support/console.ts'
import { describeService } from '#test/support/describe-shop.ts'
import { assertRefused } from '#test/support/orders.ts'

/** What a page may load, with its styles, scripts and fonts. */
const maxBytes = 300_000

describeService('GET /docs', startQuietConsole, ({ service }) => {
  const html = async (path: string): Promise<string> => (await service.request('GET', path)).body
  const chaptersOf = (page: string) => [
    ...new Set([...page.matchAll(/href="(\/docs\/[a-z-]+)"/g)].map(([, url]) => url)),
  ]

  /** What a browser got for a page and all that it loads, what it asked others for, and what went wrong. */
  async function open(path: string): Promise<{ page: Page; bytes: () => Promise<number>; faults: string[] }> {
    const page = await service.browser.newPage()
    const sizes: Promise<number>[] = []
    const faults: string[] = []
    page.on('response', (response) => sizes.push(response.body().then(({ length }) => length)))
    page.on(
      'request',
      (request) => void (!request.url().startsWith(service.address) && faults.push(`asks ${request.url()}`)),
    )
    page.on('pageerror', (error) => void faults.push(error.message))
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())))
    await page.goto(`${service.address}${path}`, { waitUntil: 'networkidle' })
    const bytes = async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    return { page, bytes, faults }
  }

  it('answers a page for each chapter, in which every operation and event stands once', async () => {
    const start = await html('/docs')
    const contract = (await service.request('GET', '/openapi.json')).body
    const all = [contract.paths, contract.webhooks].flatMap((paths) =>
      Object.values(paths).flatMap((methods) => Object.values(methods as object)),
    )
    const ids = all.map(({ operationId }: { operationId: string }) => operationId)
    assert.ok(ids.length > 150)
    const chapters = chaptersOf(start)
    assert.ok(chapters.includes('/docs/orders') && chapters.includes('/docs/events'))
    const sections: string[] = []
    for (const chapter of chapters) {
      sections.push(...[...(await html(chapter ?? '')).matchAll(/<h2 id="(\w+)">/g)].map(([, id]) => id ?? ''))
    }
    assert.deepEqual(sections.sort(), ids.sort())
    for (const id of ids) assert.ok(start.includes(`#${id}"`), id)
  })

  it('answers pages of less than 300 kB, each with all that it loads', async () => {
    const start = await html('/docs')
    for (const path of ['/docs', ...chaptersOf(start)]) {
      const size = Buffer.byteLength(await html(path ?? ''))
      assert.ok(size < 150_000, `${path}: ${size}`)
    }
    for (const path of ['/docs', '/docs/orders', '/docs/accounts', '/account/verify-email', '/pay/none.none']) {
      const { page, bytes } = await open(path)
      const size = await bytes()
      assert.ok(size < maxBytes, `${path}: ${size}`)
      await page.close()
    }
  })

  it('has a page for each type, to which every link leads', async () => {
    const linked = new Set<string>()
    for (const chapter of chaptersOf(await html('/docs'))) {
      for (const [, url = ''] of (await html(chapter ?? '')).matchAll(/href="(\/docs\/types\/\w+)"/g)) linked.add(url)
    }
    assert.ok(linked.size > 50)
    for (const url of linked) {
      const page = await html(url)
      assert.match(page, /<h2>Example<\/h2>/, url)
      for (const [, more = ''] of page.matchAll(/href="(\/docs\/types\/\w+)"/g)) linked.add(more)
    }
  })

  it('finds operations by their words and fields, also without a script', async () => {
    const found = async (q: string) => await html(`/docs?q=${encodeURIComponent(q)}`)
    assert.match(await found('REFUND order'), /\/docs\/payments#refundOrder|#refundOrder"/)
    assert.match(await found('expected_total'), /#placeOrder"/)
    assert.match(await found('tracking_number'), /\/docs\/types\/Fulfillment"/)
    assert.match(await found('zzzz'), /0 operations and types/)
    const hostile = await found('<script>alert(1)</script>" onfocus=')
    assert.doesNotMatch(hostile, /<script>alert|" onfocus/)
    for (const q of ['\ufdfa'.repeat(200), '%00', '\\', '(((', ' ']) assert.match(await found(q), /<h1>/)
    assert.match(await html('/docs?q=a&q=b'), /<h1>/)
  })

  it('answers 404 NOT_FOUND for a page that is not there', async () => {
    for (const path of ['/docs/nothing', '/docs/types/Nothing', '/docs/types/constructor', '/docs/%00', '/docs/a/b']) {
      assertRefused(await service.request('GET', path), 404, 'NOT_FOUND')
    }
  })

  it('has an etag, and is 304 while nothing changes', async () => {
    for (const path of ['/docs', '/docs/orders', '/docs/types/Order']) {
      const { headers } = await service.app.inject({ url: path, headers: { 'accept-encoding': 'br' } })
      assert.deepEqual([headers['cache-control'], headers['content-encoding']], ['no-cache', 'br'], path)
      const again = await service.app.inject({ url: path, headers: { 'if-none-match': String(headers['etag']) } })
      assert.equal(again.statusCode, 304)
    }
  })

  it('shows what is found while somebody types, and the page again when the text is gone', async () => {
    const { page, faults } = await open('/docs/orders')
    await page.keyboard.press('/')
    await page.keyboard.type('gift card balance')
    await page.getByRole('status').filter({ hasText: 'gift card balance' }).waitFor()
    assert.deepEqual(await violations(page), [])
    await page
      .getByRole('link', { name: /balance/i })
      .first()
      .waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    assert.deepEqual(faults, [])
  })

  it('has no violation of accessibility, in both themes, wide and narrow', async () => {
    const found: string[] = []
    for (const path of ['/docs', '/docs/pictures', '/docs/events', '/docs/types/Order', '/docs?q=refund']) {
      const { page, faults } = await open(path)
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [1280, 390]) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 800 })
          found.push(...(await violations(page)).map((fault) => `${path}, ${colorScheme}, ${width}: ${fault}`))
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          if (overflow > 0) found.push(`${path}, ${width}: ${overflow} px wider than the window`)
        }
      }
      found.push(...faults)
      await page.close()
    }
    assert.deepEqual(found, [])
  })
})
