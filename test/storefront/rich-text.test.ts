import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { cleanHtml, readHtml } from '#src/platform/rich-text/index.ts'
import { makeGroup } from '#test/support/groups.ts'
import { type StorefrontShop, startStorefrontShop, visitShop } from '#test/support/storefront.ts'

const ran = 'globalThis.ran=1'
/** HTML that would set `ran` in a browser, if any of it ran. */
const hostile = [
  `<script>${ran}</script>`,
  `<scr<script>ipt>${ran}</scr</script>ipt>`,
  `<img src=x onerror="${ran}">`,
  `<img src=x onerror=${ran} `,
  `<img src="x" alt="\`><script>${ran}</script>">`,
  `<img/src=x/onerror=${ran}>`,
  `<p title="</p><img src=x onerror=${ran}>">a</p>`,
  `<a href="javascript:${ran}" id=go>a</a>`,
  `<a href="JaVa&#x53;cript&colon;${ran}">a</a>`,
  `<a href="java\tscript:${ran}">a</a>`,
  `<a href=" &#14; javascript:${ran}">a</a>`,
  `<a href="data:text/html,<script>${ran}</script>">a</a>`,
  `<a href="vbscript:${ran}">a</a>`,
  `<svg onload="${ran}"></svg>`,
  `<svg><script>${ran}</script></svg>`,
  `<svg><style><img src=x onerror="${ran}"></style></svg>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${ran}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${ran}&gt;">`,
  `<math><mi//xlink:href="data:x,<script>${ran}</script>">`,
  `<noscript><p title="</noscript><img src=x onerror=${ran}>">`,
  `<textarea><img src=x onerror=${ran}></textarea>`,
  `<title><img src=x onerror=${ran}></title>`,
  `<xmp><img src=x onerror=${ran}></xmp>`,
  `<iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
  `<iframe src="javascript:parent.ran=1"></iframe>`,
  `<object data="javascript:${ran}"></object><embed src="javascript:${ran}">`,
  `<form><form action="javascript:${ran}"><button id=go>a</button></form></form>`,
  `<form id=go><button formaction="javascript:${ran}">a</button></form>`,
  `<input autofocus onfocus="${ran}"><select autofocus onfocus="${ran}"></select>`,
  `<details open ontoggle="${ran}"><summary>a</summary></details>`,
  `<video><source onerror="${ran}"></video><audio src=x onerror="${ran}"></audio>`,
  `<body onload="${ran}"><p>a</p></body>`,
  `<meta http-equiv="refresh" content="0;javascript:${ran}"><base href="https://evil.example/">`,
  `<link rel=stylesheet href="data:text/css,*{display:none}"><style>*{display:none}</style>`,
  `<p style="animation-name:x" onanimationstart="${ran}">a</p><p style="background:url(javascript:${ran})">a</p>`,
  `<!--><img src=x onerror=${ran}>--><!--[if true]><img src=x onerror=${ran}><![endif]-->`,
  `<![CDATA[<img src=x onerror=${ran}>]]><?xml <img src=x onerror=${ran}>?>`,
  `<table><tr><td background="javascript:${ran}"><caption><img src=x onerror=${ran}></caption>`,
  `&lt;img src=x onerror=${ran}&gt;&amp;lt;script&amp;gt;${ran}`,
  `<p>&#60;script&#62;${ran}&#60;/script&#62;</p>`,
  `<code><img src=x onerror=${ran}></code><template><img src=x onerror=${ran}></template>`,
  `<b onclick="${ran}"><i onmouseover="${ran}">a`,
  `<a href="https://a.example/" onclick="${ran}" target=_blank rel=opener>a</a>`,
  `<a href="//evil.example/">a</a><a href="/\\evil.example/">a</a>`,
]

describe('descriptions as HTML in the storefront', () => {
  let shop: StorefrontShop
  before(async () => {
    shop = await startStorefrontShop()
  })
  after(() => shop?.close())

  it('nothing of hostile HTML runs in a browser that allows all, cleaned for a body or read of a file', async (t) => {
    const { page } = await visitShop(t, shop)
    for (const html of hostile) {
      for (const cleaned of [cleanHtml(html).html, readHtml(html).html, readHtml(html, true).html]) {
        await page.goto('about:blank')
        await page.setContent(`<main>${cleaned ?? ''}</main>`, { waitUntil: 'load' })
        const found = await page.locator('main *').evaluateAll((all) => ({
          ran: 'ran' in globalThis,
          names: all.flatMap((one) => one.getAttributeNames().map((name: string) => `${one.localName} ${name}`)),
          wrong: all.filter((one) => /^(?:script|svg|math|iframe|form|style|img)$/.test(one.localName)).length,
        }))
        const outside = await page.locator('body > *').count()
        assert.deepEqual([found.ran, found.wrong, outside], [false, 0, 1], `${html} became ${cleaned}`)
        const kept = found.names.filter((name) => name !== 'a href' && name !== 'a rel')
        assert.deepEqual(kept, [], `${html} became ${cleaned}`)
        const links = await page
          .locator('main a[href]')
          .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
        assert.ok(
          links.every((link) => link === 'https://a.example/'),
          `${html} became ${cleaned}`,
        )
      }
    }
  })

  it('product, group and collection pages show lists, tables and links, and nothing of it runs', async (t) => {
    const { page, faults } = await visitShop(t, shop)
    const file = ['sku,name,price,on_hand,slug,description_html']
    const shown = '<h2>Care</h2><ul><li>Wash cold</li></ul><table><tr><th>Size</th><td>M</td></tr></table>'
    const dangerous = hostile.slice(0, 12).join('')
    file.push(`RT-1,Rich mug,9,5,rich-mug,"${(shown + dangerous).replaceAll('"', '""')}"`)
    const { headers } = shop.shop.owner
    const report = await shop.service.request('POST', '/admin/products/import', {
      headers: { ...headers, 'content-type': 'text/csv' },
      payload: file.join('\n'),
    })
    assert.deepEqual([report.body.data.created, report.body.data.errors], [1, []])
    const body = { description_html: `${shown}<p>See <a href="/care" onclick="${ran}">care</a></p>` }
    const group = await makeGroup(shop.service, shop.shop, { name: 'Rich shirt' })
    const written = await shop.service.request('PATCH', `/admin/product-groups/${group.id}`, { headers, body })
    assert.deepEqual(written.body.data.removed, [{ element: 'a', attribute: 'onclick' }])
    const collection = { ...body, name: 'Rich', slug: 'rich' }
    assert.equal((await shop.service.request('POST', '/admin/collections', { headers, body: collection })).status, 201)
    for (const path of ['/products/rich-mug', `/products/${written.body.data.slug}`, '/collections/rich']) {
      await page.goto(path)
      const prose = page.locator('main .prose')
      await prose.getByRole('listitem').getByText('Wash cold', { exact: true }).waitFor()
      assert.equal(await prose.getByRole('cell', { name: 'M', exact: true }).count(), 1, path)
      assert.equal(await page.evaluate(() => 'ran' in globalThis), false, path)
      assert.equal(await prose.locator('script, img, svg, [onclick], [onerror], [style]').count(), 0, path)
    }
    await page.goto('/collections/rich')
    assert.equal(await page.getByRole('link', { name: 'care', exact: true }).getAttribute('rel'), 'noopener')
    await page.goto('/collections/none')
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('404')),
      [],
    )
  })
})
