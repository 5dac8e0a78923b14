import assert from 'node:assert/strict'
import { it } from 'node:test'
import sharp from 'sharp'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { type PictureFormat, pictureFormats } from '#test/support/pictures.ts'

/** Of each format. */
const cuts = 40
const flips = 120

describeShop('broken pictures', { DATA_DIR: temporaryFolder() }, ({ service, shop }) => {
  const upload = (payload: Buffer) =>
    service.request('POST', '/admin/media', {
      headers: { ...shop.owner.headers, 'content-type': 'application/octet-stream' },
      payload,
    })

  for (const format of pictureFormats) {
    it(`a ${format} that is cut off anywhere answers 400`, async () => {
      const bytes = await makeNoise(format)
      for (let n = 0; n < cuts; n++) {
        const length = Math.floor((bytes.length * n) / cuts)
        const { status, body } = await upload(bytes.subarray(0, length))
        assert.deepEqual([status, body.error?.code], [400, 'VALIDATION_ERROR'], `${length} of ${bytes.length} bytes`)
      }
      assert.equal((await upload(bytes)).status, 201)
    })

    it(`a ${format} with bytes that were changed answers 201 or 400, and the next picture 201`, async () => {
      const bytes = await makeNoise(format)
      const random = randomOf(format.length)
      const statuses = new Set<number>()
      for (let n = 0; n < flips; n++) {
        const changed = Buffer.from(bytes)
        // More of them at the beginning, where what counts stands.
        for (let flip = 0; flip < 1 + (n % 4); flip++) {
          const at = Math.floor(random() * (n % 2 === 0 ? Math.min(600, bytes.length) : bytes.length))
          changed[at] = Math.floor(random() * 256)
        }
        const { status, body } = await upload(changed)
        assert.ok([201, 400].includes(status), `${status}: ${JSON.stringify(body)}`)
        statuses.add(status)
      }
      assert.ok(statuses.has(400))
      assert.equal((await upload(await makeNoise(format))).status, 201)
    })
  }

  it('a small file that claims to be huge, or has no end of pictures, answers 201 or 400', async () => {
    const png = await makeNoise('png')
    for (const [width, height] of [
      [0xffffffff, 0xffffffff],
      [0x7fffffff, 1],
      [50_000, 50_000],
      [0, 10],
    ] as const) {
      const changed = Buffer.from(png)
      changed.writeUInt32BE(width, 16)
      changed.writeUInt32BE(height, 20)
      assert.equal((await upload(changed)).status, 400)
    }
    const gif = await makeNoise('gif')
    const changed = Buffer.from(gif)
    changed.writeUInt16LE(0xffff, 6)
    changed.writeUInt16LE(0xffff, 8)
    const huge = await upload(changed)
    // Its screen is ignored where its picture is smaller.
    if (huge.status !== 400) assert.deepEqual([huge.status, huge.body.data.width <= 2048], [201, true])
    const frames = await Promise.all(Array.from({ length: 300 }, () => makeNoise('png')))
    const animated = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { status, body } = await upload(animated)
    assert.deepEqual([status, body.data.height], [201, 60])
  })
})

let seed = 1

/** Of colours at random, so that there is something behind every byte. */
function makeNoise(format: PictureFormat): Promise<Buffer> {
  const random = randomOf(seed++)
  const pixels = Buffer.from(Array.from({ length: 80 * 60 * 3 }, () => Math.floor(random() * 256)))
  return sharp(pixels, { raw: { width: 80, height: 60, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}

/** The same numbers in each run (mulberry32). */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
