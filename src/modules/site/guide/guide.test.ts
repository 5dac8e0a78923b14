import assert from 'node:assert/strict'
import { it } from 'node:test'
import { describeService } from '#test/support/describe-shop.ts'
import { assertRefused } from '#test/support/orders.ts'

describeService('GET /guide', { RATE_LIMIT_PER_MINUTE: '0' }, ({ service }) => {
  const get = (path: string, headers = {}) => service.request('GET', path, { headers })
  const html = async (path: string): Promise<string> => {
    const { status, body } = await get(path)
    assert.equal(status, 200, path)
    return body
  }
  const targetsOf = (page: string) => [...page.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, target = '']) => target)

  it('leads by its links to every page, picture and heading, and to no address without an answer', async () => {
    const pages = new Map<string, string>()
    const others = new Set<string>()
    const found = ['/guide']
    const anchors: { page: string; path: string; anchor: string }[] = []
    for (let path = found.pop(); path !== undefined; path = found.pop()) {
      if (pages.has(path)) continue
      const page = await html(path)
      pages.set(path, page)
      for (const target of targetsOf(page)) {
        if (/^(https?|mailto):/.test(target)) continue
        const [to = '', anchor] = target.split('#')
        const address = to === '' ? path : to
        if (anchor !== undefined) anchors.push({ page: path, path: address, anchor })
        const isPage = /^\/(guide|docs)(\/|$)/.test(address) && !/\.\w+$/.test(address)
        if (isPage) found.push(address)
        else others.add(address)
      }
    }
    assert.ok(pages.size > 200, `${pages.size} pages`)
    for (const address of others) assert.equal((await get(address)).status, 200, address)
    const dead = anchors.filter(({ path, anchor }) => !pages.get(path)?.includes(` id="${anchor}"`))
    assert.deepEqual(dead, [])
    for (const [path, page] of pages) {
      const size = Buffer.byteLength(page)
      assert.ok(size < 200_000, `${path}: ${size}`)
      assert.doesNotMatch(page, /<style|<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=/, path)
    }
  })

  it('answers the Markdown of a page beside it, and to clients that prefer it', async () => {
    const beside = await get('/guide/roles/merchant.md')
    assert.equal(beside.headers['content-type'], 'text/markdown; charset=utf-8')
    assert.match(beside.body, /^# A merchant moves in\n/)
    assert.match(beside.body, /\]\(\/guide\/reference\/shop-settings\.md#tax-rates\)/)
    const preferred = await get('/guide/roles/merchant', { accept: 'text/markdown' })
    assert.equal(preferred.body, beside.body)
    const links = [...beside.body.matchAll(/\]\((\/[^)#]+)/g)].map(([, link = '']) => link)
    assert.ok(links.length > 5)
    for (const link of links) assert.equal((await get(link)).status, 200, link)
  })

  it('lists its pages for language models at /llms.txt, with the Markdown of each', async () => {
    const { body } = await get('/llms.txt')
    assert.equal((await get('/guide/llms.txt')).body, body)
    const links = [...body.matchAll(/\]\((\/[^)]+)\)/g)].map(([, link = '']) => link)
    assert.ok(links.length > 50)
    for (const link of links) assert.equal((await get(link)).status, 200, link)
  })

  it('answers 404 NOT_FOUND for an address that it does not have', async () => {
    const paths = ['nothing', 'five-minutes.html', 'console/none.png', '%00', '../package.json', '..%2fpackage.json']
    for (const path of [...paths, '%2e%2e%2fopenapi.json', 'docs/README.md', 'constructor', '/five-minutes']) {
      assertRefused(await get(`/guide/${path}`), 404, 'NOT_FOUND')
    }
  })

  it('has an etag, is compressed, is 304 while nothing changes, and lets nothing foreign in', async () => {
    for (const path of ['/guide', '/guide/reference/webhooks', '/guide/search.json', '/llms.txt']) {
      const { headers } = await service.app.inject({ url: path, headers: { 'accept-encoding': 'br' } })
      assert.deepEqual([headers['cache-control'], headers['content-encoding']], ['no-cache', 'br'], path)
      const again = await service.app.inject({ url: path, headers: { 'if-none-match': String(headers['etag']) } })
      assert.equal(again.statusCode, 304)
    }
    const { headers } = await get('/guide')
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self'"
    assert.equal(headers['content-security-policy'], policy)
    const picture = await service.app.inject('/guide/house.svg')
    assert.deepEqual(
      [picture.headers['content-type'], picture.headers['cache-control']],
      ['image/svg+xml', 'public, max-age=3600'],
    )
    assert.match(String(picture.headers['content-security-policy']), /default-src 'none'/)
  })
})
