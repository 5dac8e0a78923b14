import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { started } from '#test/support/describe-shop.ts'
import { makeProduct } from '#test/support/products.ts'
import { addToCart, enterAddress, startStorefrontShop, visitShop } from '#test/support/storefront.ts'

const attack = `"><img src=x onerror="document.title='taken'"></script><script>document.title='taken'</script>`

describe('hostile texts, addresses and forms in the storefront', () => {
  const shop = started(startStorefrontShop)
  before(async () => {
    await makeProduct(shop.service, shop.shop, {
      name: `Evil ${attack}`,
      description: attack,
      category: `C ${attack}`,
      imageUrl: 'javascript:alert(1)',
      columns: { brand: `B ${attack}`, seo_title: attack, seo_description: attack },
    })
  })

  it('texts of products stay texts in every page that shows them, and in structured data', async (t) => {
    const { page, faults } = await visitShop(t, shop)
    const query = encodeURIComponent(attack)
    for (const path of [
      '/',
      '/products',
      `/search?q=${query}`,
      `/products?category=${query}`,
      `/products?brand=${query}`,
    ]) {
      await page.goto(path)
      assert.notEqual(await page.title(), 'taken', path)
      assert.equal(await page.locator('img[onerror]').count(), 0, path)
    }
    const { items } = (
      await shop.service.request('GET', '/admin/products?q=evil', { headers: shop.shop.owner.headers })
    ).body.data
    await addToCart(page, `/products/${items[0].slug}`)
    await page.getByText(`Evil ${attack}`).first().waitFor()
    await page.goto('/checkout')
    await enterAddress(page)
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await page.getByRole('heading', { name: 'Thank you!' }).waitFor()
    assert.equal(await page.locator('img[onerror]').count(), 0)
    const suggestions = await page.request.get('/suggest?q=evil')
    assert.doesNotMatch(await suggestions.text(), /<img src=x|<script/)
    await page.goto(`/products/${items[0].slug}`)
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    assert.equal(data.name, `Evil ${attack}`)
    assert.deepEqual(faults, [])
  })

  it('a form of another site is refused, and a way back leads nowhere else', async (t) => {
    const { page } = await visitShop(t, shop)
    const { address } = shop.storefront
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}]) {
      const answer = await page.request.post('/cart/add', {
        headers: headers as Record<string, string>,
        form: { product: 'x' },
      })
      assert.equal(answer.status(), 403)
    }
    for (const to of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
    ]) {
      await page.goto(`/account/sign-in?to=${encodeURIComponent(to)}`)
      assert.equal(await page.locator('input[name=to]').inputValue(), '/account', to)
      const form = { email: `to-${Math.random()}@example.com`, password: 'correct horse battery', to }
      const answer = await page.request.post('/account/register', {
        headers: { origin: address },
        form,
        maxRedirects: 0,
      })
      assert.deepEqual([answer.status(), answer.headers()['location']], [303, '/account'], to)
      await page.request.post('/account/sign-out', { headers: { origin: address } })
    }
  })

  it('whatever an address says, the answer is a page', async (t) => {
    const { page } = await visitShop(t, shop)
    const odd = ['/products/%00', '/products/..%2f..%2fadmin', '/orders/x', '/collections/none', '/products?page=-1e9']
    const more = [
      '/products?min=abc&max=1e99',
      '/products?option.=x&option.A=',
      '/search?q=%F0%9F%8E%81',
      '/de/de',
      '/%',
    ]
    for (const path of [...odd, ...more, `/products/${'a'.repeat(280)}`, '/products?v=1&v=2&category=']) {
      const answer = await page.request.get(path)
      assert.ok(answer.status() < 500, `${path}: ${answer.status()}`)
    }
  })

  it('who has no session, or asks for what is not there, is led somewhere', async (t) => {
    const { page } = await visitShop(t, shop)
    const headers = { origin: shop.storefront.address }
    const send = async (path: string, form: Record<string, string>) => {
      const answer = await page.request.post(path, { headers, form, maxRedirects: 0 })
      return [answer.status(), answer.headers()['location']]
    }
    const id = '019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11'
    assert.deepEqual(await send('/cart/change', { product: id, quantity: '2' }), [303, '/cart'])
    assert.deepEqual(await send('/checkout/delivery', { do: 'order' }), [303, '/checkout'])
    assert.deepEqual(await send('/cart/add', { product: 'none' }), [404, undefined])
    assert.deepEqual(await send('/cart/add', { product: id }), [404, undefined])
    const { page: other } = await visitShop(t, shop)
    await other.goto(`/orders/${id}`)
    await other.getByRole('heading', { name: 'Find your order' }).waitFor()
  })

  it('cookies are no script’s, and one that somebody has changed counts as none', async (t) => {
    const { page } = await visitShop(t, shop)
    await addToCart(page, '/products/blue-mug')
    const cookies = await page.context().cookies()
    for (const { httpOnly, sameSite } of cookies) assert.deepEqual([httpOnly, sameSite], [true, 'Lax'])
    const session = cookies.find(({ name }) => name === 'commerce-session') ?? assert.fail()
    await page.context().addCookies([{ ...session, value: `${session.value.slice(0, -2)}xx` }])
    await page.goto('/cart')
    await page.getByText('Your cart is empty').waitFor()
  })

  it('pages have a policy that runs no script of a page, and no other site can frame them', async (t) => {
    const { page } = await visitShop(t, shop)
    const policy = (await page.request.get('/')).headers()['content-security-policy'] ?? ''
    for (const rule of ["default-src 'none'", "script-src 'self';", "frame-ancestors 'none'", "base-uri 'none'"])
      assert.ok(policy.includes(rule), rule)
  })
})
