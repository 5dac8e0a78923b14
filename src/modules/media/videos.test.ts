import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { it } from 'node:test'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { type TestAnswer, unique } from '#test/support/app.ts'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { makeMerchant } from '#test/support/factories.ts'
import { assertRefused } from '#test/support/orders.ts'
import { makePicture } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'
import { box, makeVideo } from '#test/support/videos.ts'
import { mediaJobs } from './jobs.ts'

const folder = temporaryFolder()
const address = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

describeShop('videos', { DATA_DIR: folder }, ({ service, shop }) => {
  const upload = (
    payload: Buffer,
    { path = '/admin/media', type = 'video/mp4', of = shop } = {},
  ): Promise<TestAnswer> =>
    service.request('POST', path, { headers: { 'content-type': type, ...of.owner.headers }, payload })
  const ask = (method: 'GET' | 'PATCH' | 'DELETE' | 'POST', url: string, body?: unknown, of = shop) =>
    service.request(method, url, { headers: of.owner.headers, ...(body !== undefined && { body }) })
  const fileOf = (url: string, headers: Record<string, string> = {}) =>
    service.app.inject({ url: new URL(url).pathname, headers })
  async function ready(id: string) {
    const runner = runInBackground(service.deps, [{ jobs: mediaJobs }], { pollMs: 20 })
    try {
      return await until(async () => {
        const { data } = (await ask('GET', `/admin/media/${id}`)).body
        return data.status === 'processing' ? undefined : data
      }, 'the picture of the video')
    } finally {
      await runner.stop()
    }
  }

  it('POST /admin/media with an MP4 answers 201 with it as it is, its measures and a picture', async () => {
    const bytes = makeVideo({ width: 1280, height: 720, isTurned: true, seconds: 7 })
    const { status, body } = await upload(bytes, { type: 'application/octet-stream' })
    assert.equal(status, 201, JSON.stringify(body))
    const { video, width, height, sizes } = body.data
    assert.deepEqual([body.data.status, width, height, sizes.length], ['ready', 1280, 720, 4])
    const { url, ...facts } = video
    assert.deepEqual(facts, { host: null, embed_url: null, width: 720, height: 1280, seconds: 7 })
    const file = await fileOf(url)
    assert.ok(file.rawPayload.equals(bytes))
    assert.deepEqual(
      [file.headers['content-type'], file.headers['accept-ranges'], file.headers['x-content-type-options']],
      ['video/mp4', 'bytes', 'nosniff'],
    )
    assert.equal((await upload(bytes)).body.data.id, body.data.id)
    assert.equal((await ask('GET', `/admin/media/${body.data.id}`)).body.data.video.url, url)
  })

  it('GET /media/{key} with a range answers 206 with that part, 416 outside of the file', async () => {
    const bytes = makeVideo({ content: 3_000 })
    const { url } = (await upload(bytes)).body.data.video
    const last = bytes.length - 1
    const parts: [range: string, first: number, last: number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=0-', 0, last],
      ['bytes=100-199', 100, 199],
      ['bytes=-10', last - 9, last],
      [`bytes=-${bytes.length * 2}`, 0, last],
      [`bytes=${last}-${last + 500}`, last, last],
    ]
    for (const [range, from, to] of parts) {
      const answer = await fileOf(url, { range })
      assert.equal(answer.statusCode, 206, range)
      assert.ok(answer.rawPayload.equals(bytes.subarray(from, to + 1)), range)
      const { headers } = answer
      assert.equal(headers['content-range'], `bytes ${from}-${to}/${bytes.length}`)
      assert.equal(headers['content-length'], String(to - from + 1))
      assert.equal(headers['content-type'], 'video/mp4')
    }
    const { pathname } = new URL(url)
    const part = await service.request('GET', pathname, { headers: { range: 'bytes=0-9' } })
    assert.deepEqual([part.status, part.headers['content-length']], [206, '10'])
    for (const range of [`bytes=${bytes.length}-`, 'bytes=99999999999-', 'bytes=-0']) {
      const answer = await service.request('GET', pathname, { headers: { range } })
      assertRefused(answer, 416, 'RANGE_NOT_SATISFIABLE')
      assert.deepEqual(
        [answer.headers['content-range'], answer.headers['cache-control']],
        [`bytes */${bytes.length}`, 'no-store'],
      )
    }
    for (const range of [
      'bytes=5-1',
      'bytes=0-1,5-6',
      'bytes=a-b',
      'bytes=-',
      'lines=0-1',
      'bytes=0-99999999999999999',
    ]) {
      const answer = await fileOf(url, { range })
      assert.deepEqual([answer.statusCode, answer.rawPayload.length], [200, bytes.length], range)
    }
    const etag = String((await fileOf(url)).headers['etag'])
    const same = await fileOf(url, { range: 'bytes=0-1', 'if-range': etag })
    const other = await fileOf(url, { range: 'bytes=0-1', 'if-range': '"other"' })
    assert.deepEqual([same.statusCode, other.statusCode], [206, 200])
    const gone = `/media/${'a'.repeat(32)}-640-${'b'.repeat(16)}.mp4`
    assertRefused(await service.request('GET', gone, { headers: { range: 'bytes=0-1' } }), 404, 'NOT_FOUND')
  })

  const mp4 = makeVideo()
  const named = (name: string) => Buffer.from(mp4.toString('latin1').replaceAll('mdat', name), 'latin1')
  const refused: [what: string, bytes: Buffer, reason: RegExp][] = [
    ['a film of QuickTime', makeVideo({ brand: 'qt  ' }), /is QuickTime; export it as an MP4 in H\.264/],
    ['a WebM', Buffer.from('1a45dfa3010000000000001f4286810142f7', 'hex'), /is WebM; export it as an MP4/],
    [
      'a web page with the head of an MP4',
      Buffer.concat([mp4.subarray(0, 24), Buffer.from('<script>alert(1)</script>')]),
      /is broken or incomplete/,
    ],
    [
      'a program named .mp4',
      Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0', 'latin1'),
      /is no picture; send a JPEG, PNG, WebP, AVIF, GIF or MP4/,
    ],
    ['half of an MP4', mp4.subarray(0, mp4.length / 2), /is broken or incomplete/],
    ['an MP4 without content', named('free'), /is broken or incomplete/],
    [
      'an MP4 whose box is longer than its file',
      Buffer.concat([mp4, Buffer.from('7fffffff66726565', 'hex')]),
      /broken/,
    ],
    ['sound alone', makeVideo({ handler: 'soun', codec: 'mp4a' }), /has no pictures, only sound/],
    ['HEVC', makeVideo({ codec: 'hvc1' }), /not every browser plays; export it as an MP4 in H\.264/],
    ['a video of no size', makeVideo({ width: 0 }), /broken/],
    [
      'a moov of nothing',
      Buffer.concat([mp4.subarray(0, 20), box('moov'), box('mdat', Buffer.alloc(9))]),
      /has no pictures/,
    ],
  ]
  for (const [what, bytes, reason] of refused) {
    it(`POST /admin/media with ${what} answers 400 VALIDATION_ERROR`, async () => {
      const answer = await upload(bytes)
      assertRefused(answer, 400, 'VALIDATION_ERROR')
      assert.equal(answer.body.error.details[0].field, 'body')
      assert.match(answer.body.error.message, reason)
    })
  }

  it('POST /admin/media with an MP4 of more than 100 MiB answers 413; 30 MB are taken', async () => {
    const { owner } = shop
    const said = await service.app.inject({
      method: 'POST',
      url: '/admin/media',
      headers: { ...owner.headers, 'content-type': 'video/mp4', 'content-length': String(100 * 1_048_576 + 1) },
      payload: Buffer.alloc(10),
    })
    assert.equal(said.statusCode, 413)
    const large = Buffer.concat([mp4, Buffer.alloc(100 * 1_048_576)])
    const { status, body } = await upload(large)
    assert.deepEqual([status, body.error.code], [413, 'PAYLOAD_TOO_LARGE'])
    assert.equal(body.error.message, 'the video is larger than 100 MiB')
    assert.equal((await upload(makeVideo({ content: 30_000_000 }))).status, 201)
    // A picture stays one of 20 MiB, whatever it is called.
    const picture = await upload(Buffer.concat([await makePicture(), Buffer.alloc(20 * 1_048_576)]))
    assert.deepEqual([picture.status, picture.body.error.message], [413, 'the picture is larger than 20 MiB'])
    assert.deepEqual(await readdir(join(folder, 'media-incoming')), [])
  })

  it('POST /admin/media with the address of a video answers 202; the host is asked for nothing', async () => {
    const { status, body } = await ask('POST', '/admin/media', {
      url: 'https://youtu.be/dQw4w9WgXcQ?si=x',
      alt: 'How it folds',
    })
    assert.equal(status, 202)
    const media = await ready(body.data.id)
    assert.deepEqual([media.status, media.alt, media.width], ['ready', 'How it folds', 1280])
    assert.deepEqual(media.video, {
      host: 'youtube',
      url: address,
      embed_url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
      width: null,
      height: null,
      seconds: null,
    })
  })

  it('POST /admin/media with an address that only looks like one of a host is no video', async () => {
    for (const url of ['javascript://youtube.com/watch?v=dQw4w9WgXcQ', 'https://a@youtube.com/watch?v=dQw4w9WgXcQ'])
      assertRefused(await ask('POST', '/admin/media', { url }), 400, 'VALIDATION_ERROR')
    for (const url of ['https://youtube.com.invalid/watch?v=dQw4w9WgXcQ', 'https://vimeo.com.invalid/1']) {
      const { body } = await ask('POST', '/admin/media', { url })
      assert.ok(!('video' in body.data))
      await ask('DELETE', `/admin/media/${body.data.id}`)
    }
  })

  it('a product shows pictures and videos in their order; its picture in lists is no video', async () => {
    const [video, picture] = [
      (await upload(makeVideo())).body.data,
      (await upload(await makePicture(), { type: 'image/jpeg' })).body.data,
    ]
    const sent = { sku: unique('sku'), name: 'Chair', price: 1, media: [video.id, picture.id] }
    const product = (await ask('POST', '/admin/products', sent)).body.data
    assert.deepEqual(
      product.media.map((one: { video?: { url: string } }) => one.video?.url),
      [video.video.url, undefined],
    )
    assert.ok(!('video' in product.media[1]))
    assert.equal(product.image_url, picture.url)
    const shown = (await ask('GET', `/catalog/products/${product.id}`)).body.data
    assert.equal(shown.media[0].video.url, video.video.url)
    const alone = (await ask('PATCH', `/admin/products/${product.id}`, { media: [video.id] })).body.data
    assert.equal(alone.image_url, video.url)
    assert.equal((await ask('DELETE', `/admin/media/${video.id}`)).status, 409)
    const other = await makeMerchant(service)
    const foreign = await ask('POST', '/admin/products', { ...sent, sku: unique('sku') }, other)
    assert.deepEqual([foreign.status, foreign.body.error.details[0].field], [400, 'media[0]'])
  })

  it('POST /admin/media?poster_of={id} answers 201 with the new picture of the video', async () => {
    const video = (await upload(makeVideo())).body.data
    const path = `/admin/media?poster_of=${video.id}`
    const poster = await makePicture('png', { width: 500, height: 250 })
    const { status, body } = await upload(poster, { path, type: 'image/png' })
    assert.equal(status, 201)
    assert.deepEqual(
      [body.data.id, body.data.width, body.data.height, body.data.video],
      [video.id, 500, 250, video.video],
    )
    assert.equal((await fileOf(body.data.url)).statusCode, 200)
    // Pages that are open still show the one before.
    assert.equal((await fileOf(video.url)).statusCode, 200)
    const picture = (await upload(await makePicture(), { type: 'image/jpeg' })).body.data
    const ofPicture = await upload(poster, { path: `/admin/media?poster_of=${picture.id}`, type: 'image/png' })
    assert.deepEqual([ofPicture.status, ofPicture.body.error.details[0].field], [400, 'poster_of'])
    assertRefused(await upload(makeVideo(), { path }), 400, 'VALIDATION_ERROR')
    assertRefused(await ask('POST', path, { url: 'https://a.example/1.jpg' }), 400, 'VALIDATION_ERROR')
    assertRefused(await upload(poster, { path, type: 'image/png', of: await makeMerchant(service) }), 404, 'NOT_FOUND')
    const log = await ask('GET', `/admin/audit-log?target=${video.id}`)
    assert.deepEqual(
      log.body.data.items.map(({ action }: { action: string }) => action),
      ['media.updated', 'media.created'],
    )
  })

  it('DELETE /admin/media/{id} of a video leaves no file', async () => {
    const { id, video } = (await upload(makeVideo())).body.data
    assert.equal((await ask('DELETE', `/admin/media/${id}`)).status, 200)
    assert.equal((await fileOf(video.url)).statusCode, 404)
    const files = await readdir(join(folder, 'media'), { recursive: true })
    assert.deepEqual(
      files.filter((name) => name.includes(id.replaceAll('-', ''))),
      [],
    )
  })
})
