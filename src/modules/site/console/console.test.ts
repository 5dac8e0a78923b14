import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describeService } from '#test/support/describe-shop.ts'

describeService('the files of the console', ({ service }) => {
  /** As a browser asks, not through the contract's checks: files are no part of it. */
  const get = (url: string, coding = '') => service.app.inject({ url, headers: { 'accept-encoding': coding } })
  const script = () => /src="\/console\/(assets\/[^"]+\.js)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? assert.fail()
  const page = new URL('../../../../packages/console/dist/index.html', import.meta.url)

  it('GET /console and every place within it answer the page, which is never kept', async () => {
    const html = readFileSync(page, 'utf8')
    for (const path of ['/console', '/console/', '/console/orders', '/console/orders/1?status=paid']) {
      const { statusCode, headers, body } = await get(path)
      assert.deepEqual([statusCode, body], [200, html], path)
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(
        headers['content-security-policy'],
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; " +
          "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self' data: https:; media-src blob:",
      )
    }
    assert.doesNotMatch(html, /<style|<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|https?:/)
  })

  it('GET of a hashed file answers it compressed as asked, to be kept for a year', async () => {
    const name = script()
    const plain = await get(`/console/${name}`)
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(String(plain.headers['content-type']), /^text\/javascript/)
    assert.equal(plain.headers['vary'], 'accept-encoding')
    const brotli = await get(`/console/${name}`, 'gzip, br')
    const gzip = await get(`/console/${name}`, 'gzip')
    assert.deepEqual([brotli.headers['content-encoding'], gzip.headers['content-encoding']], ['br', 'gzip'])
    assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body)
    assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body)
  })

  it('GET of a hashed file that is not there answers 404, and of a file elsewhere never that file', async () => {
    assert.equal((await get('/console/assets/none.js')).statusCode, 404)
    const html = readFileSync(page, 'utf8')
    for (const path of [
      '../package.json',
      '..%2f..%2fpackage.json',
      'manifest.json',
      'index.html.gz',
      '%2fetc%2fpasswd',
    ]) {
      const { statusCode, body } = await get(`/console/${path}`)
      assert.ok(statusCode === 404 || body === html, path)
    }
  })
})
