import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { untilTrue } from '#test/support/browser.ts'
import { started } from '#test/support/describe-shop.ts'
import { startStorefrontShop, visitShop } from '#test/support/storefront.ts'

describe('the storefront while it is developed', () => {
  const shop = started(() => startStorefrontShop({}, { variables: { STOREFRONT_DEV: '1' } }))

  it('loads pages again once another process answers', async (t) => {
    const { page, faults } = await visitShop(t, shop)
    let answers = 0
    await page.route('**/dev/events', async (route) => {
      const body = `retry: 50\ndata: ${answers++ === 0 ? 'first' : 'second'}\n\n`
      await route.fulfill({ contentType: 'text/event-stream', body })
    })
    await page.goto('/')
    await page.evaluate('globalThis.isOld = true')
    await untilTrue(page, 'globalThis.isOld === undefined && document.readyState === "complete"')
    assert.ok(answers >= 2)
    assert.deepEqual(faults, [])
  })

  it('says which process answers, and other storefronts have neither the script nor the address', async () => {
    const abort = new AbortController()
    const answer = await fetch(`${shop.storefront.address}/dev/events`, { signal: abort.signal })
    assert.equal(answer.headers.get('content-type'), 'text/event-stream')
    const { value } = (await answer.body?.getReader().read()) ?? {}
    assert.match(new TextDecoder().decode(value), /^retry: 200\ndata: [0-9a-f-]{36}\n\n$/)
    abort.abort()
    const { address } = await shop.another({})
    assert.equal((await fetch(`${address}/dev/reload.js`)).status, 404)
    assert.ok(!(await (await fetch(address)).text()).includes('/dev/'))
  })
})
