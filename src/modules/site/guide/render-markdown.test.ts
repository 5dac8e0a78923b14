import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { followLink, rewriteLinks, type Served } from './links.ts'
import { partsOf, renderMarkdown } from './render-markdown.ts'

const served: Served = {
  isPage: (file) => ['docs/README.md', 'docs/guides/one.md', 'docs/reference/README.md'].includes(file),
  isAsset: (file) => file === 'docs/house.svg',
  operation: (name) => (name === 'placeOrder' ? '/docs/orders#placeOrder' : undefined),
}
const render = (markdown: string) =>
  renderMarkdown(markdown, {
    follow: (link) => followLink(served, 'docs/guides/one.md', link),
    measure: async () => ({ width: 760, height: 572 }),
  })

describe('pages of Markdown', () => {
  it('show tags of their text as text, also in titles and alternative texts', async () => {
    const { html } = await render(
      '# a <b>\n\n<script>alert(1)</script>\n\n![x" onerror="y](../house.svg)\n\n`<i>`\n\nin <em>line',
    )
    assert.doesNotMatch(html, /<(script|b|i|em)>|" onerror="/)
    assert.match(html, /&#60;script&#62;alert\(1\)/)
  })

  it('have the anchors of GitHub, a number behind the second of the same words', async () => {
    const { html, headings } = await render('# One\n\n## `GET /a`, and “b”\n\n## Two\n\n## Two')
    assert.deepEqual(
      headings.map(({ anchor }) => anchor),
      ['one', 'get-a-and-b', 'two', 'two-1'],
    )
    assert.match(html, /<h2 id="two-1"><a href="#two-1">Two<\/a><\/h2>/)
  })

  it('link to pages, pictures and operations, and name other files of the repository without a link', async () => {
    const links = {
      '../README.md#what': '/guide#what',
      '../reference/': '/guide/reference',
      '../house.svg': '/guide/house.svg',
      '../../openapi.json': '/docs',
      '../../openapi.json#placeOrder': '/docs/orders#placeOrder',
      'https://example.com/a': 'https://example.com/a',
      '#here': '#here',
      '../../package.json': undefined,
      '../../../../etc/passwd': undefined,
    }
    for (const [link, address] of Object.entries(links)) {
      assert.equal(followLink(served, 'docs/guides/one.md', link), address, link)
    }
    const { html } = await render('[the code](../../src/entries/server.ts)')
    assert.match(html, /<span class="file" title="src\/entries\/server.ts, in the repository">the code<\/span>/)
  })

  it('keep the place of a picture', async () => {
    const { html } = await render('![The house](../house.svg)')
    assert.match(html, /<img src="\/guide\/house.svg" alt="The house" width="760" height="572" loading="lazy">/)
  })

  it('as Markdown link to Markdown, and leave code as it is', () => {
    const markdown = '[a](../README.md#b) [c](../house.svg)\n\n```sh\necho "[a](../README.md)"\n```\n\n[d](#e)\n'
    assert.equal(
      rewriteLinks(served, 'docs/guides/one.md', markdown),
      '[a](/guide.md#b) [c](/guide/house.svg)\n\n```sh\necho "[a](../README.md)"\n```\n\n[d](#e)\n',
    )
  })

  it('are searched by their parts, with tables and code', () => {
    const parts = partsOf(
      '# A\n\nfirst\n\n## B\n\n| x | y |\n|---|---|\n| one | **two** |\n\n```sh\ncurl\n```\n\n#### C\n\nmore\n',
    )
    assert.deepEqual(parts, [
      { anchor: 'a', heading: 'A', text: 'first' },
      { anchor: 'b', heading: 'B', text: 'x y one two curl more' },
    ])
  })
})
