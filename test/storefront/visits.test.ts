import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { BrowserContext } from 'playwright-core'
import { violations } from '#test/support/axe.ts'
import { untilTrue } from '#test/support/browser.ts'
import { started } from '#test/support/describe-shop.ts'
import { addToCart, type Storefront, startStorefrontShop, visitShop } from '#test/support/storefront.ts'
import { until } from '#test/support/until.ts'

describe('visits of the storefront', () => {
  const shop = started(startStorefrontShop)

  async function counted(): Promise<string[]> {
    const { rows } = await sql<{ text: string }>`
      select kind || ' ' || source as text from visit_changes where merchant_id = ${shop.shop.id}`.execute(
      shop.service.deps.db,
    )
    return rows.map(({ text }) => text).sort()
  }
  /** What pages of this browser tell the storefront. */
  function told(context: BrowserContext): string[] {
    const kinds: string[] = []
    context.on('request', (request) => {
      if (!request.url().endsWith('/visits')) return
      kinds.push(new URLSearchParams(request.postData() ?? '').get('kind') ?? '')
    })
    return kinds
  }

  it('each step of a tab is counted once, with the source it came from', async (t) => {
    const { page, faults } = await visitShop(t, shop)
    const kinds = told(page.context())
    await page.goto('/?utm_source=News%20Letter')
    await page.goto('/products/last-plate')
    await page.reload()
    await addToCart(page, '/products/blue-mug')
    await page.goto('/checkout')
    await page.goto('/cart')
    const all = ['cart', 'checkout', 'product', 'visit']
    await until(() => kinds.length >= all.length, 'the steps')
    assert.deepEqual([...kinds].sort(), all)
    await until(async () => (await counted()).length >= all.length, 'the counts')
    assert.deepEqual(
      await counted(),
      all.map((kind) => `${kind} news-letter`),
    )
    assert.deepEqual(
      await page
        .context()
        .cookies()
        .then((all) => all.filter(({ name }) => /visit/.test(name))),
      [],
    )

    // Another tab of the same visit has its steps, but is no visit of its own.
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate("void open('/products/blue-mug', '_blank', 'noopener')"),
    ])
    await other.waitForLoadState('load')
    await until(() => kinds.length > all.length, 'the step of the other tab')
    assert.deepEqual(kinds.slice(all.length), ['product'])
    await until(async () => (await counted()).length > all.length, 'the count of the other tab')
    assert.deepEqual(faults, [])
  })

  it('POST /visits takes forms of its own pages alone, and answers 204 whatever they say', async () => {
    const { address } = shop.storefront
    const before = await counted()
    const send = (headers: Record<string, string>, kind: string) =>
      fetch(`${address}/visits`, { method: 'POST', headers, body: new URLSearchParams({ kind, source: '<b>' }) })
    assert.equal((await send({}, 'visit')).status, 403)
    assert.equal((await send({ origin: 'https://elsewhere.example' }, 'visit')).status, 403)
    assert.equal((await send({ origin: address }, 'order')).status, 204)
    assert.equal((await send({ origin: address }, 'visit')).status, 204)
    await until(async () => (await counted()).length > before.length, 'the visit')
    assert.deepEqual((await counted()).length, before.length + 1)
    assert.ok((await counted()).includes('visit b'))
  })
})

describe('tags of others in the storefront', () => {
  const shop = started(startStorefrontShop)
  const tag = 'https://tags.example/tag.js'

  /** A visitor, and what the page has asked the host of the tag for. */
  async function visit(t: Parameters<typeof visitShop>[0], storefront: Storefront) {
    const { page, faults } = await visitShop(t, { service: shop.service, storefront })
    const asked: string[] = []
    await page.context().route('https://tags.example/**', async (route) => {
      asked.push(route.request().url())
      await route.fulfill({ contentType: 'text/javascript', body: 'globalThis.isTagged = true' })
    })
    return { page, faults, asked }
  }

  it('load once the visitor agrees, and no more once they decline', async (t) => {
    const storefront = await shop.another({ STOREFRONT_TAGS: tag, STOREFRONT_TAG_HOSTS: 'https://more.example' })
    const { page, faults, asked } = await visit(t, storefront)
    const policy = (await page.goto('/'))?.headers()['content-security-policy'] ?? ''
    assert.ok(policy.includes("script-src 'self' https://tags.example https://more.example;"), policy)
    const banner = page.getByRole('region', { name: 'Privacy choices' })
    const choices = page.getByRole('button', { name: 'Privacy choices' })
    await banner.waitFor()
    assert.deepEqual(await violations(page), [])
    await page.goto('/products')
    await banner.getByRole('button', { name: 'Decline' }).click()
    await banner.waitFor({ state: 'hidden' })
    await page.goto('/')
    await choices.waitFor()
    assert.deepEqual([await banner.isVisible(), asked], [false, []])

    await choices.click()
    await banner.getByRole('button', { name: 'Agree' }).click()
    await untilTrue(page, 'globalThis.isTagged === true')
    await page.goto('/products')
    await untilTrue(page, 'globalThis.isTagged === true')
    assert.deepEqual([await banner.isVisible(), asked], [false, [tag, tag]])
    await choices.click()
    await banner.getByRole('button', { name: 'Decline' }).click()
    // The page loads again, without it.
    await untilTrue(page, 'globalThis.isTagged === undefined && document.readyState === "complete"')
    await choices.waitFor()
    assert.deepEqual([await banner.isVisible(), asked], [false, [tag, tag]])
    assert.deepEqual(faults, [])
  })

  it('without any, pages have no banner, no script for it and no host in their policy', async (t) => {
    const { page } = await visit(t, shop.storefront)
    const policy = (await page.goto('/'))?.headers()['content-security-policy'] ?? ''
    assert.ok(policy.includes("script-src 'self';") && policy.includes("connect-src 'self';"), policy)
    assert.equal(await page.locator('.consent, [data-consent], script[src*=consent]').count(), 0)
  })
})
