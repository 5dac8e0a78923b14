import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant, makeStaff } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makePicture, pictureFormats } from '#test/support/pictures.ts'

const folder = temporaryFolder()

describeShop('pictures', { DATA_DIR: folder }, ({ service, shop }) => {
  const upload = (payload: Buffer, headers: Record<string, string> = {}, merchant = shop): Promise<TestAnswer> =>
    service.request('POST', '/admin/media', {
      headers: { 'content-type': 'image/jpeg', ...merchant.owner.headers, ...headers },
      payload,
    })
  const ask = (method: 'GET' | 'PATCH' | 'DELETE' | 'POST', url: string, body?: unknown, merchant = shop) =>
    service.request(method, url, { headers: merchant.owner.headers, ...(body !== undefined && { body }) })
  const fileOf = (url: string, headers: Record<string, string> = {}) =>
    service.app.inject({ url: new URL(url).pathname, headers })
  const filesOf = async (id: string) =>
    (await readdir(join(folder, 'media'), { recursive: true })).filter((name) => name.includes(id.replaceAll('-', '')))

  for (const format of pictureFormats) {
    it(`POST /admin/media with a ${format} answers 201 with its sizes`, async () => {
      const bytes = await makePicture(format, { width: 700, height: 350 })
      const answer = await upload(bytes, { 'content-type': 'application/octet-stream' })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      const { status, failure, width, height, alt, sizes, url } = answer.body.data
      assert.deepEqual([status, failure, width, height, alt], ['ready', null, 700, 350, null])
      assert.deepEqual(
        sizes.map((size: { width: number }) => size.width),
        [160, 320, 640, 700],
      )
      assert.equal(url, sizes[3].jpeg_url)
      for (const size of sizes) {
        const webp = await sharp((await fileOf(size.url)).rawPayload).metadata()
        const jpeg = await sharp((await fileOf(size.jpeg_url)).rawPayload).metadata()
        const avif = await fileOf(size.avif_url)
        const { width, compression } = await sharp(avif.rawPayload).metadata()
        assert.deepEqual([avif.headers['content-type'], width, compression], ['image/avif', size.width, 'av1'])
        assert.deepEqual([webp.format, webp.width, webp.height], ['webp', size.width, size.width / 2])
        assert.deepEqual([jpeg.format, jpeg.width, jpeg.height], ['jpeg', size.width, size.width / 2])
      }
    })
  }

  it('POST /admin/media with a wide picture answers 201 with 2048 as the largest width', async () => {
    const { body } = await upload(await makePicture('png', { width: 3_000, height: 300 }))
    assert.deepEqual([body.data.width, body.data.height], [2048, 205])
    assert.deepEqual(
      body.data.sizes.map((size: { width: number }) => size.width),
      [160, 320, 640, 1280, 2048],
    )
  })

  it('POST /admin/media with a picture higher than WebP can be answers 201 with a narrower one', async () => {
    const { status, body } = await upload(await makePicture('png', { width: 400, height: 20_000 }))
    assert.equal(status, 201)
    assert.ok(body.data.height <= 16_383 && body.data.width < 400, JSON.stringify(body.data))
  })

  it('POST /admin/media with a sideways picture with metadata answers 201 with an upright one without', async () => {
    const bytes = await makePicture('jpeg', {
      width: 300,
      height: 200,
      change: (picture) =>
        picture.withMetadata({ orientation: 6 }).withExifMerge({ IFD0: { Copyright: 'of somebody' } }),
    })
    assert.ok(bytes.includes('of somebody'))
    const { body } = await upload(bytes)
    assert.deepEqual([body.data.width, body.data.height], [200, 300])
    for (const { url, jpeg_url, avif_url } of body.data.sizes) {
      for (const address of [url, jpeg_url, avif_url]) {
        const { rawPayload } = await fileOf(address)
        const { exif, icc, xmp, orientation } = await sharp(rawPayload).metadata()
        assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined])
      }
    }
  })

  it('POST /admin/media with the same bytes again answers 201 with the same picture, one of each shop', async () => {
    const other = await makeMerchant(service)
    const bytes = await makePicture()
    const ids = await Promise.all([1, 2, 3].map(async () => (await upload(bytes)).body.data.id))
    assert.equal(new Set(ids).size, 1)
    assert.notEqual((await upload(bytes, {}, other)).body.data.id, ids[0])
    const { rows } = await sql`select from media where merchant_id = ${shop.id} and state <> 'ready'`.execute(
      service.deps.db,
    )
    assert.equal(rows.length, 0)
  })

  it('POST /admin/media with an idempotency key answers 201 again, and 422 for other bytes', async () => {
    const key = { 'idempotency-key': unique('key') }
    const bytes = await makePicture()
    const [first, again] = [await upload(bytes, key), await upload(bytes, key)]
    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers['idempotent-replayed'], 'true')
    const { status, body } = await upload(await makePicture(), key)
    assert.deepEqual([status, body.error.code], [422, 'IDEMPOTENCY_KEY_REUSED'])
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const refused: [what: string, bytes: () => Promise<Buffer> | Buffer, reason: RegExp][] = [
    [
      'a HEIC of an iPhone',
      () => Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypheic\0\0\0\0mif1heic')]),
      /is HEIC; export it as a JPEG; an iPhone takes JPEGs/,
    ],
    ['an SVG', () => Buffer.from(svg), /is SVG/],
    ['an SVG behind a comment', () => Buffer.from(`\ufeff  <!-- -->${svg}`), /is SVG/],
    [
      'a TIFF',
      () =>
        sharp({ create: blank(9, 9) })
          .tiff()
          .toBuffer(),
      /is TIFF/,
    ],
    ['text', () => Buffer.from('no picture at all'), /is no picture/],
    ['nothing', () => Buffer.alloc(0), /is empty/],
    ['a head without a picture', () => Buffer.from('ffd8ffe000104a4649460001', 'hex'), /broken or incomplete/],
    [
      'more than 64 megapixels',
      () =>
        sharp({ create: blank(10_000, 6_401) })
          .png()
          .toBuffer(),
      /64 megapixels; send a smaller one/,
    ],
    ['half of a JPEG', async () => half(await makePicture('jpeg')), /broken or incomplete/],
    ['half of a PNG', async () => half(await makePicture('png')), /broken or incomplete/],
    ['half of a WebP', async () => half(await makePicture('webp')), /broken or incomplete/],
    ['half of an AVIF', async () => half(await makePicture('avif')), /broken or incomplete/],
    ['half of a GIF', async () => half(await makePicture('gif')), /broken or incomplete/],
  ]
  for (const [what, bytes, reason] of refused) {
    it(`POST /admin/media with ${what} answers 400 VALIDATION_ERROR`, async () => {
      const answer = await upload(await bytes(), { 'content-type': 'image/png' })
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'VALIDATION_ERROR'])
      assert.equal(answer.body.error.details[0].field, 'body')
      assert.match(answer.body.error.message, reason)
    })
  }

  it('POST /admin/media with exactly 64 megapixels answers 201', async () => {
    const bytes = await sharp({ create: blank(10_000, 6_400) })
      .png()
      .toBuffer()
    assert.equal((await upload(bytes)).status, 201)
  })

  it('POST /admin/media with more than 20 MiB answers 413 PAYLOAD_TOO_LARGE', async () => {
    const bytes = Buffer.concat([await makePicture(), Buffer.alloc(20 * 1_048_576)])
    const { status, body } = await upload(bytes)
    assert.deepEqual([status, body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
  })

  it('POST /admin/media of another content type, coded or without one answers 415', async () => {
    for (const headers of [{ 'content-type': 'text/plain' }, { 'content-encoding': 'gzip' }, { 'content-type': '' }]) {
      const { status, body } = await upload(await makePicture(), headers)
      assert.deepEqual([status, body.error.code], [415, 'UNSUPPORTED_MEDIA_TYPE'], JSON.stringify(headers))
    }
  })

  it('POST /admin/media with a wrong address answers 400 that names the field', async () => {
    for (const url of ['ftp://example.com/1.jpg', 'no address', 'https://user:word@example.com/1.jpg', 7]) {
      const { status, body } = await ask('POST', '/admin/media', { url })
      assert.deepEqual([status, body.error.details?.[0].field], [400, 'url'], String(url))
    }
    const { body } = await ask('POST', '/admin/media', { url: 'https://example.com/1.jpg', alt: 'a'.repeat(501) })
    assert.equal(body.error.details[0].field, 'alt')
  })

  it('GET /media/{key} answers 200 without any header, to be kept for good, and 304 to who has it', async () => {
    const { body } = await upload(await makePicture())
    const answer = await fileOf(body.data.url)
    assert.equal(answer.statusCode, 200)
    const { headers } = answer
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['content-type'], 'image/jpeg')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['content-disposition'], 'inline')
    assert.equal(headers['content-length'], String(answer.rawPayload.length))
    const known = await fileOf(body.data.url, { 'if-none-match': String(headers['etag']) })
    assert.deepEqual([known.statusCode, known.rawPayload.length], [304, 0])
    const { pathname } = new URL(body.data.url, 'https://api.example.com')
    const kept = await service.request('GET', pathname, { headers: { 'if-none-match': String(headers['etag']) } })
    assert.equal(kept.status, 304)
    assertRefused(await service.request('GET', `${pathname}?width=640`), 400, 'VALIDATION_ERROR')
  })

  it('GET /media/{key} of a file that is not there answers 404 NOT_FOUND, not to be kept', async () => {
    const keys = [
      'a',
      `${'a'.repeat(32)}-640-${'b'.repeat(16)}.jpg`,
      '..%2fjwt-secret',
      '%2e%2e%2fstore-id',
      'store-id',
    ]
    for (const key of keys) {
      const { status, headers, body } = await service.request('GET', `/media/${key}`)
      assert.deepEqual([status, body.error.code, headers['cache-control']], [404, 'NOT_FOUND', 'no-store'], key)
    }
  })

  it('GET /admin/media lists the newest first, page by page', async () => {
    const merchant = await makeMerchant(service)
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.unshift((await upload(await makePicture(), {}, merchant)).body.data.id)
    const first = await ask('GET', '/admin/media?limit=2', undefined, merchant)
    const { items, pagination } = first.body.data
    assert.deepEqual([items.map(({ id }: { id: string }) => id), pagination.total], [ids.slice(0, 2), 3])
    const second = await ask('GET', `/admin/media?limit=2&cursor=${pagination.next_cursor}`, undefined, merchant)
    assert.deepEqual(
      second.body.data.items.map(({ id }: { id: string }) => id),
      ids.slice(2),
    )
  })

  it('PATCH /admin/media/{id} with a description answers 200; null or empty clears it', async () => {
    const { id } = (await upload(await makePicture())).body.data
    for (const [alt, expected] of [
      ['A red shirt', 'A red shirt'],
      ['', null],
      ['Blue', 'Blue'],
      [null, null],
    ]) {
      assert.equal((await ask('PATCH', `/admin/media/${id}`, { alt })).body.data.alt, expected)
      assert.equal((await ask('GET', `/admin/media/${id}`)).body.data.alt, expected)
    }
    assert.equal((await ask('PATCH', `/admin/media/${id}`, { url: 'x' })).status, 400)
  })

  it('DELETE /admin/media/{id} answers 200 and leaves no file; in use 409 CONFLICT', async () => {
    const picture = (await upload(await makePicture())).body.data
    const body = { sku: unique('sku'), name: 'Shirt', price: 1, media: [picture.id] }
    const product = (await ask('POST', '/admin/products', body)).body.data
    const refusal = await ask('DELETE', `/admin/media/${picture.id}`)
    assert.deepEqual([refusal.status, refusal.body.error.code], [409, 'CONFLICT'])
    await ask('PATCH', `/admin/products/${product.id}`, { media: [] })
    assert.notDeepEqual(await filesOf(picture.id), [])
    assert.equal((await ask('DELETE', `/admin/media/${picture.id}`)).status, 200)
    assert.deepEqual(await filesOf(picture.id), [])
    assert.equal((await fileOf(picture.url)).statusCode, 404)
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const answer = await ask(method, `/admin/media/${picture.id}`, method === 'PATCH' ? { alt: 'x' } : undefined)
      assert.equal(answer.status, 404, method)
    }
  })

  it('pictures of another shop are 404, and those who may only read add, change and delete none', async () => {
    const { id } = (await upload(await makePicture())).body.data
    const other = await makeMerchant(service)
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const answer = await ask(method, `/admin/media/${id}`, method === 'PATCH' ? { alt: 'x' } : undefined, other)
      assert.equal(answer.status, 404, method)
    }
    const { headers } = await makeStaff(service, shop.id, 'viewer')
    const own = { ...headers, 'content-type': 'image/png' }
    const answer = await service.request('POST', '/admin/media', { headers: own, payload: await makePicture('png') })
    assert.deepEqual([answer.status, answer.body.error.code], [403, 'INSUFFICIENT_PERMISSIONS'])
  })

  it('the audit log has who added, described and deleted a picture', async () => {
    const { id } = (await upload(await makePicture())).body.data
    await ask('PATCH', `/admin/media/${id}`, { alt: 'A hat' })
    await ask('DELETE', `/admin/media/${id}`)
    const { body } = await ask('GET', `/admin/audit-log?target=${id}`)
    assert.deepEqual(
      body.data.items.map((entry: { action: string; changes: object }) => [entry.action, entry.changes]),
      [
        ['media.deleted', {}],
        ['media.updated', { alt: [null, 'A hat'] }],
        ['media.created', { width: [null, 400], height: [null, 300] }],
      ],
    )
  })
})

const blank = (width: number, height: number) => ({ width, height, channels: 3 as const, background: '#fff' })
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)
