import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { started } from '#test/support/describe-shop.ts'
import { startStorefrontShop, visitShop } from '#test/support/storefront.ts'

/** What is the same for all visitors is kept for a moment: each test writes before its first visit. */
describe('what a shop says in its storefront', () => {
  const shop = started(startStorefrontShop)

  const send = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object) => {
    const { headers } = shop.shop.owner
    const answer = await shop.service.request(method, `/admin/${path}`, { headers, body })
    assert.ok([200, 201].includes(answer.status), JSON.stringify(answer.body))
    return answer.body.data
  }

  it('shows pages, policies, menus, the home page and an announcement, in German, too', async (t) => {
    const write = (title: string, kind: string | null, more: object = {}) =>
      send('POST', 'pages', { title, kind, status: 'published', body_html: `<p>Text of ${title}</p>`, ...more })
    for (const [title, kind] of [
      ['Impressum', 'imprint'],
      ['AGB', 'terms'],
      ['Widerruf', 'withdrawal'],
      ['Versandkosten', 'shipping'],
    ] as const)
      await write(title, kind)
    const about = await write('About us', null, { seo: { title: 'Who we are' } })
    const draft = await send('POST', 'pages', { title: 'Not yet' })
    const collection = await send('POST', 'collections', {
      name: 'Mugs',
      rules: { match: 'all', conditions: [{ field: 'in_stock', operator: 'is', value: true }] },
    })
    await send('PATCH', 'merchant', { announcement: { text: 'Closed on Monday' } })
    await send('PUT', 'menus/main', {
      items: [
        { title: 'Home', type: 'url', url: '/' },
        {
          title: 'Read',
          type: 'page',
          id: about.id,
          items: [{ title: 'Mugs', type: 'collection', id: collection.id }],
        },
        { title: 'Not yet', type: 'page', id: draft.id },
      ],
    })
    await send('PUT', 'menus/footer', { items: [{ title: 'About', type: 'page', id: about.id }] })
    await send('PUT', 'home', {
      sections: [
        { type: 'hero', title: 'Made to last', link: { title: 'See all', url: '/products' } },
        { type: 'text', title: 'Our word', body_html: '<p>Kept since 1999</p>' },
        { type: 'collection_row', title: 'Picked', collection_id: collection.id },
        { type: 'pages', title: 'Good to know', ids: [about.id, draft.id] },
      ],
    })
    const { page, faults } = await visitShop(t, shop)
    const main = page.getByRole('main')
    const footer = page.getByRole('contentinfo')
    await page.goto('/')
    await main.getByRole('heading', { name: 'Made to last', level: 1 }).waitFor()
    await main.getByText('Kept since 1999', { exact: true }).waitFor()
    await main.getByRole('heading', { name: 'Picked', level: 2 }).waitFor()
    await main.getByRole('link', { name: 'About us', exact: true }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Not yet' }).count(), 0)
    await page.getByText('Closed on Monday', { exact: true }).waitFor()
    const menu = page.getByRole('banner').getByRole('navigation', { name: 'Shop by' })
    await menu.locator('summary', { hasText: 'Read' }).click()
    assert.equal(await menu.getByRole('link', { name: 'Mugs' }).getAttribute('href'), '/collections/mugs')

    await footer.getByRole('link', { name: 'About', exact: true }).click()
    await main.getByRole('heading', { name: 'About us', level: 1 }).waitFor()
    await main.getByText('Text of About us', { exact: true }).waitFor()
    assert.match(await page.title(), /^Who we are/)
    await page.goto('/de/pages/about-us')
    await footer.getByRole('heading', { name: 'Rechtliches' }).waitFor()
    assert.equal(
      await footer.getByRole('listitem').getByRole('link', { name: 'Impressum' }).getAttribute('href'),
      '/de/pages/impressum',
    )
    await page.goto('/products/blue-mug')
    assert.equal(
      await main.getByRole('link', { name: 'Versandkosten' }).first().getAttribute('href'),
      '/pages/versandkosten',
    )
    assert.deepEqual(faults, [])
    const missing = await page.request.get('/pages/not-yet')
    assert.equal(missing.status(), 404)
    assert.match(await (await page.request.get('/sitemap.xml')).text(), /\/pages\/impressum</)
  })

  it('the terms and the instruction of withdrawal are linked beside the button that orders', async (t) => {
    const { page } = await visitShop(t, shop)
    await page.goto('/products/blue-mug')
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.goto('/checkout')
    for (const [name, text] of [
      ['email', 'ada@example.com'],
      ['name', 'Ada Lovelace'],
      ['line1', '12 St James’s Square'],
      ['postal_code', 'SW1Y 4JH'],
      ['city', 'London'],
    ] as const)
      await page.locator(`[name=${name}]`).fill(text)
    await page.getByRole('button', { name: 'Continue' }).click()
    const form = page.locator('form', { has: page.getByRole('button', { name: /^Pay £/ }) })
    for (const name of ['AGB', 'Widerruf']) await form.getByRole('link', { name, exact: true }).waitFor()
  })
})
