import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { buildTestApp } from '#test/support/app.ts'
import { describeService } from '#test/support/describe-shop.ts'

const accountPages = ['verify-email', 'reset-password', 'undo-email-change', 'accept-invitation'].map(
  (name) => `/account/${name}`,
)
const end = "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

describeService(
  'pages and headers',
  { SECURITY_CONTACT: 'security@example.com', PUBLIC_URL: 'https://api.example/v1/' },
  ({ service }) => {
    const headersOf = async (path: string, accept = 'text/html') =>
      (await service.request('GET', path, { headers: { accept } })).headers

    it('GET of JSON, also of errors, answers with a policy that lets nothing in', async () => {
      for (const path of ['/health/live', '/user/profile', '/nowhere', '/openapi.json']) {
        const headers = await headersOf(path)
        assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'", path)
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.equal(headers['referrer-policy'], 'no-referrer')
        assert.equal(headers['strict-transport-security'], undefined)
      }
    })

    it('GET of pages answers with policies that allow nothing inline and nothing foreign', async () => {
      const ours = (connect: string) => {
        const kinds = { script: "'self'", style: "'self'", connect, font: "'self'" }
        return Object.entries(kinds).map(([kind, from]) => `${kind}-src ${from}; `)
      }
      const account = `default-src 'none'; ${ours("'none'").join('')}${end}; img-src 'self' https: https://api.example`
      for (const page of accountPages) {
        const headers = await headersOf(page)
        assert.equal(headers['content-security-policy'], account, page)
        assert.equal(headers['referrer-policy'], 'no-referrer')
      }
      const reference = `default-src 'none'; ${ours("'self'").join('')}${end}`
      for (const page of ['/docs', '/docs/orders', '/docs/types/Order', '/docs?q=order']) {
        assert.equal((await headersOf(page))['content-security-policy'], reference, page)
      }
    })

    it('no page has a script, a style or a handler in it', async () => {
      for (const page of [...accountPages, '/pay/none', '/orders/none', '/docs', '/docs/orders']) {
        const { body } = await service.request('GET', page)
        assert.match(String(body), /^<!doctype html>/)
        assert.doesNotMatch(String(body), /<style|<script(?![^>]*\ssrc=)|<\w[^>]*\s(on\w+|style)=/, page)
      }
    })

    it('GET /pages.css has the colours of the console, and its fonts', async () => {
      const { body } = await service.request('GET', '/pages.css')
      const colours = (css: string) =>
        new Map(css.matchAll(/(--[\w-]+): (light-dark\(.*\));/g).map(([, ...pair]) => pair as [string, string]))
      const [own, console] = [colours(body), colours(readFileSync('packages/console/src/styles/tokens.css', 'utf8'))]
      assert.ok(own.size > 10)
      for (const [name, value] of own) assert.equal(value, console.get(name), name)
      const fonts = [...String(body).matchAll(/url\("(.*?)"\)/g)].map(([, url]) => `/${url}`)
      assert.equal(fonts.length, 2)
      for (const font of fonts) assert.equal((await service.request('GET', font)).headers['content-type'], 'font/woff2')
    })

    it('GET / answers JSON to clients and sends browsers to the console', async () => {
      const json = await service.request('GET', '/', { headers: { accept: 'application/json' } })
      assert.deepEqual([json.status, json.headers['vary']], [200, 'accept'])
      assert.deepEqual(json.body.data.links, {
        console: '/console',
        documentation: '/docs',
        contract: '/openapi.json',
        health: '/health/ready',
      })
      for (const path of Object.values(json.body.data.links) as string[]) {
        assert.equal((await service.request('GET', path)).status, 200, path)
      }
      const page = await service.app.inject({ url: '/', headers: { accept: 'text/html,*/*;q=0.8' } })
      assert.deepEqual([page.statusCode, page.headers['location'], page.headers['vary']], [302, '/console', 'accept'])
    })

    it('GET /.well-known/security.txt names the contact, and 404 without one', async (t) => {
      const answer = await service.request('GET', '/.well-known/security.txt')
      assert.match(String(answer.headers['content-type']), /^text\/plain; charset=utf-8/)
      const fields = Object.fromEntries(
        String(answer.body)
          .trimEnd()
          .split('\n')
          .map((line) => line.split(/: (.*)/)),
      )
      const { Expires, ...others } = fields
      assert.deepEqual(others, {
        Contact: 'mailto:security@example.com',
        'Preferred-Languages': 'en',
        Canonical: 'https://api.example/v1/.well-known/security.txt',
      })
      const days = (Date.parse(Expires ?? '') - Date.now()) / 86_400_000
      assert.ok(days > 1 && days < 365, `${days} days`)
      const without = await buildTestApp(t, { RATE_LIMIT_PER_MINUTE: '4', TRUST_PROXY: 'true' })
      assert.equal((await without.request('GET', '/.well-known/security.txt')).status, 404)

      // One more service would be one too many: its limit of four requests covers every address without a sign-in.
      const from = { headers: { 'x-forwarded-for': '192.0.2.1' } }
      for (const path of ['/', '/docs', '/openapi.json', '/metrics']) {
        assert.equal((await without.request('GET', path, from)).status, 200, path)
      }
      for (const path of ['/', '/docs', '/docs/orders', '/openapi.json', '/metrics']) {
        const { status, body } = await without.request('GET', path, from)
        assert.deepEqual([status, body.error?.code], [429, 'RATE_LIMITED'], path)
      }
      const page = await without.request('GET', '/account/verify-email', from)
      assert.deepEqual([page.status, /One moment, please/.test(String(page.body))], [429, true])
      assert.equal((await without.request('GET', '/health/live', from)).status, 200)
    })

    it('GET /account/verify-email/ and pages of orders with a slash at the end answer 308 without it', async () => {
      for (const path of ['/account/verify-email', '/account/reset-password', '/pay/none', '/orders/none']) {
        for (const query of ['', '?token=a/b/']) {
          const { statusCode, headers } = await service.app.inject({ url: `${path}/${query}` })
          const { pathname, search } = new URL(headers.location ?? '', `http://shop.example${path}/`)
          assert.deepEqual([statusCode, pathname + search], [308, path + query])
        }
      }
      const { headers } = await service.app.inject({ url: '/pay/%2F%2Fevil.example/' })
      assert.equal(new URL(headers.location ?? '', 'http://shop.example/pay/x/').host, 'shop.example')
    })
  },
)
