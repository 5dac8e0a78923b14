import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { violations } from '#test/support/axe.ts'
import { started } from '#test/support/describe-shop.ts'
import { startStorefrontShop, visitShop } from '#test/support/storefront.ts'

describe('the look of a shop in its storefront', () => {
  const shop = started(startStorefrontShop)

  // The storefront keeps what it knows of the shop for a minute: another process reads it again.
  async function storefrontWith(look: object) {
    const { headers } = shop.shop.owner
    assert.equal((await shop.service.request('PATCH', '/admin/merchant', { headers, body: { look } })).status, 200)
    return shop.another({})
  }
  const styleOf = (selector: string, property: string) =>
    `getComputedStyle(document.querySelector(${JSON.stringify(selector)})).getPropertyValue('${property}')`

  it('is that of the storefront, until the shop sets one', async (t) => {
    const { page } = await visitShop(t, shop)
    await page.goto('/products/blue-mug')
    assert.equal(await page.locator('link[href*="/assets/accent-"]').count(), 0)
    const radius = await page.evaluate(styleOf('.add button', 'border-radius'))
    const color = await page.evaluate(styleOf('.add button', 'background-color'))
    assert.deepEqual([radius, color], ['999px', 'rgb(31, 74, 61)'])
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has its accent, font and corners on ${colorScheme} pages, readable, and within the policy`, async (t) => {
      // The lightest that the service takes on white, and one of the darkest.
      for (const accent of ['#767676', '#7a0c2e']) {
        const storefront = await storefrontWith({ accent, font: 'system', corner: 'square' })
        const { page, faults } = await visitShop(t, { ...shop, storefront }, { colorScheme })
        await page.goto('/products/blue-mug')
        await page.locator('body.font-system.corner-square').waitFor()
        assert.equal(await page.evaluate(styleOf('.add button', 'border-radius')), '0px')
        assert.match(String(await page.evaluate(styleOf('h1', 'font-family'))), /^system-ui/)
        const color = String(await page.evaluate(styleOf('.add button', 'background-color')))
        if (accent === '#7a0c2e' && colorScheme === 'light') assert.equal(color, 'rgb(122, 12, 46)')
        assert.notEqual(color, 'rgb(31, 74, 61)')
        assert.equal(await page.locator('meta[name="theme-color"]').getAttribute('content'), accent)
        for (const path of ['/', '/products/blue-mug', '/account/sign-in']) {
          await page.goto(path)
          assert.deepEqual([path, await violations(page), faults], [path, [], []])
        }
      }
    })
  }

  it('takes no address for an accent that is no colour', async (t) => {
    const { page } = await visitShop(t, shop)
    const statusOf = async (path: string) => (await page.request.get(path)).status()
    assert.equal(await statusOf('/assets/accent-1f4a3d.css'), 200)
    for (const wrong of ['1f4a3', '1f4a3dd', 'zzzzzz', '%7D%2a%7Bx%7'])
      assert.equal(await statusOf(`/assets/accent-${wrong}.css`), 404, wrong)
  })
})
