import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { makePicture, makeScans } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'
import { mediaJobs } from './jobs.ts'
import { countScans } from './jpeg-scans.ts'
import { maxMadePixels, maxScans } from './limits.ts'
import { createRenderer } from './renderer.ts'

const folder = temporaryFolder()

describeShop('pictures that cost more than they show', { DATA_DIR: folder }, ({ service, shop }) => {
  const upload = (payload: Buffer) =>
    service.request('POST', '/admin/media', {
      headers: { ...shop.owner.headers, 'content-type': 'application/octet-stream' },
      payload,
    })
  const plain = (width: number, height: number, format: 'png' | 'jpeg' | 'gif') =>
    sharp({ create: { width, height, channels: 3, background: '#c84' } })
      .toFormat(format)
      .toBuffer()

  const refused: [what: string, bytes: () => Promise<Buffer>, reason: RegExp][] = [
    ['more scans than encoders make', () => makeScans(maxScans + 1), /more than 100 scans; save it again/],
    ['a PNG much higher than wide', () => plain(1, 20_000, 'png'), /16383 times as high as wide; cut it/],
    ['a PNG of a megapixel of one column', () => plain(1, 1_000_000, 'png'), /16383 times as high as wide/],
    ['a JPEG much higher than wide', () => plain(3, 65_000, 'jpeg'), /16383 times as high as wide/],
    ['a GIF much higher than wide', () => plain(2, 60_000, 'gif'), /16383 times as high as wide/],
    [
      'a sideways JPEG much higher than wide',
      async () =>
        sharp(await plain(60_000, 2, 'jpeg'))
          .withMetadata({ orientation: 6 })
          .jpeg()
          .toBuffer(),
      /16383 times as high as wide/,
    ],
  ]
  for (const [what, bytes, reason] of refused) {
    it(`POST /admin/media with ${what} answers 400 VALIDATION_ERROR`, async () => {
      const { status, body } = await upload(await bytes())
      assert.deepEqual([status, body.error.code], [400, 'VALIDATION_ERROR'], JSON.stringify(body))
      assert.equal(body.error.details[0].field, 'body')
      assert.match(body.error.message, reason)
    })
  }

  it('POST /admin/media with an address of one of them asks its server once, and it has failed', async (t) => {
    const requests: string[] = []
    const server = createServer(async (request, response) => {
      requests.push(request.url ?? '')
      response.end(await refused[Number(request.url?.slice(1))]?.[1]())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const jobs = runInBackground(service.deps, [{ jobs: mediaJobs }], { pollMs: 20 })
    t.after(() => jobs.stop())
    for (const [index, [what, , reason]] of refused.entries()) {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${index}`
      const { headers } = shop.owner
      const { id } = (await service.request('POST', '/admin/media', { headers, body: { url } })).body.data
      let picture: { status: string; failure: string } | undefined
      await until(async () => {
        picture = (await service.request('GET', `/admin/media/${id}`, { headers })).body.data
        return picture?.status !== 'processing'
      }, what)
      assert.equal(picture?.status, 'failed', what)
      assert.match(picture?.failure ?? '', reason)
    }
    assert.equal(requests.length, refused.length)
  })

  it('POST /admin/media with as many scans as are taken, or of other proportions, answers 201', async () => {
    assert.equal(countScans(await makeScans(maxScans)), maxScans)
    const taken: [what: string, bytes: Buffer][] = [
      ['scans', await makeScans(maxScans)],
      ['16000 × 1', await plain(16_000, 1, 'png')],
      ['1 × 16000', await plain(1, 16_000, 'png')],
      ['1 × 1', await plain(1, 1, 'png')],
    ]
    for (const [what, bytes] of taken) assert.equal((await upload(bytes)).status, 201, what)
    const { width, height } = (await upload(await plain(2_048, 12_000, 'jpeg'))).body.data
    assert.ok(width * height <= maxMadePixels && width * height > maxMadePixels * 0.99, `${width} × ${height}`)
  })

  it('scans are counted by their markers, whatever stands between, behind and inside of them', async () => {
    const count = async (options: object) => countScans(await makePicture('jpeg', { change: (of) => of.jpeg(options) }))
    assert.deepEqual([await count({}), (await count({ progressive: true })) > 1], [1, true])
    const [picture, marker] = [await makePicture('jpeg'), Buffer.from('ffda', 'hex')]
    // A thumbnail in a segment, as cameras write it, and what lies behind the end.
    const segment = Buffer.concat([Buffer.from('ffe1000a', 'hex'), marker, marker, marker, marker])
    const dressed = [picture.subarray(0, 2), segment, picture.subarray(2), marker, marker, Buffer.alloc(9)]
    assert.equal(countScans(Buffer.concat(dressed)), 1)
    for (const odd of ['', 'ffd8', 'ffd8ff', 'ffd8ffda', 'ffd8ffda0000', 'ffd8ffffffffff'])
      assert.ok(countScans(Buffer.from(odd, 'hex')) <= 1, odd)
  })

  describe('the process that makes them', () => {
    /** A process that notes what it is asked for, and what becomes of it. */
    async function startDouble(act: string) {
      const at = await mkdtemp(join(folder, 'double-'))
      const [script, notes] = [join(at, 'double.mjs'), join(at, 'notes')]
      const note = `appendFileSync(${JSON.stringify(notes)}, 'asked\\n')`
      const code = `import { appendFileSync } from 'node:fs'\nprocess.on('message', () => { ${note}; ${act} })\n`
      await writeFile(script, code)
      await writeFile(notes, '')
      return { script, asked: async () => (await readFile(notes, 'utf8')).split('\n').length - 1 }
    }
    const request = { file: 'none', kind: 'jpeg', folder: 'none' } as const
    const late = { code: 'VALIDATION_ERROR', message: /takes too long to decode/ }

    it('is ended with a picture that takes too long, which is not asked for again', async (t) => {
      for (const [what, act] of [
        ['never answers', ''],
        ['says so', 'process.send({ late: true })'],
      ]) {
        const { script, asked } = await startDouble(act ?? '')
        const renderer = createRenderer({ script, patienceMs: what === 'says so' ? 600_000 : 500 })
        t.after(() => renderer.close())
        // Fewer on a machine on which the process is not started before the patience ends.
        for (const max of [1, 2]) {
          await assert.rejects(renderer.render('shop', request), late, what)
          assert.ok((await asked()) <= max, what)
        }
      }
    })

    it('is asked once more after something else has ended it', async (t) => {
      const { script, asked } = await startDouble("process.kill(process.pid, 'SIGKILL')")
      const renderer = createRenderer({ script })
      t.after(() => renderer.close())
      await assert.rejects(renderer.render('shop', request), { code: 'VALIDATION_ERROR', message: /cannot be decoded/ })
      assert.equal(await asked(), 2)
    })
  })
})
