import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test/support/app.ts'
import { makeMerchant, type TestMerchant } from '#test/support/factories.ts'
import { makePicture } from '#test/support/pictures.ts'
import { type S3Server, startS3Server, withVariables } from '#test/support/s3-server.ts'
import { deleteRemovedFiles } from './clean-media.ts'

describe('pictures in S3', () => {
  let service: Awaited<ReturnType<typeof startTestApp>>
  let shop: TestMerchant
  let server: S3Server
  let folder: string
  let restore: () => void

  before(async () => {
    server = await startS3Server()
    restore = withVariables(server.variables)
    folder = await mkdtemp(join(tmpdir(), 'commerce-media-'))
    const MEDIA_STORE = `s3://${server.bucket}/shop`
    service = await startTestApp({ DATA_DIR: folder, MEDIA_STORE, MEDIA_S3_ENDPOINT: server.endpoint })
    shop = await makeMerchant(service)
  })
  after(async () => {
    await service.close()
    await server.close()
    restore()
    await rm(folder, { recursive: true })
  })
  afterEach(() => Object.assign(server, { fault: 'none', faults: Number.POSITIVE_INFINITY }))

  const upload = (payload: Buffer) =>
    service.request('POST', '/admin/media', {
      headers: { ...shop.owner.headers, 'content-type': 'image/png' },
      payload,
    })
  const fileOf = (url: string) => service.request('GET', new URL(url).pathname)
  const rows = async () =>
    (await sql<{ id: string; state: string }>`select id, state from media`.execute(service.deps.db)).rows
  async function assertWhole() {
    const names: string[] = []
    for await (const { name } of service.deps.blobs.names()) names.push(name)
    const ids = new Set((await rows()).map(({ id }) => id.replaceAll('-', '')))
    assert.deepEqual(
      names.filter((name) => !ids.has(name.slice(0, 32))),
      [],
      'no file without a row',
    )
    const { rows: listed } = await sql<{ name: string }>`
      select unnest(array[size ->> 'webp', size ->> 'jpeg']) as name from media, jsonb_array_elements(sizes) size
       where state = 'ready'`.execute(service.deps.db)
    assert.deepEqual(
      listed.filter(({ name }) => !names.includes(name)),
      [],
      'no row without a file',
    )
  }

  it('a picture is kept and read there; nothing is left on the disk', async () => {
    const { status, body } = await upload(await makePicture('png'))
    assert.equal(status, 201)
    const file = await fileOf(body.data.url)
    assert.deepEqual([file.status, file.headers['content-type']], [200, 'image/jpeg'])
    assert.ok(server.requests.every((request) => request.includes('/pictures/shop/')))
    assert.deepEqual(
      (await readdir(folder, { recursive: true })).filter((name) => /webp|jpg|source/.test(name)),
      [],
    )
    const removed = await service.request('DELETE', `/admin/media/${body.data.id}`, { headers: shop.owner.headers })
    assert.deepEqual([removed.status, (await fileOf(body.data.url)).status], [200, 404])
    await assertWhole()
  })

  for (const fault of ['unavailable', 'gone'] as const) {
    it(`POST /admin/media while the store is ${fault} answers 503, shows no row, and works after it`, async () => {
      const bytes = await makePicture('png')
      const picture = (await upload(await makePicture('png'))).body.data
      server.fault = fault
      const answers = [await upload(bytes), await fileOf(picture.url)]
      for (const { status, body, headers } of answers) {
        assert.deepEqual([status, body.error.code], [503, 'SERVICE_UNAVAILABLE'])
        assert.ok(headers['retry-after'])
      }
      const list = await service.request('GET', '/admin/media', { headers: shop.owner.headers })
      assert.ok(list.body.data.items.every((item: { status: string }) => item.status === 'ready'))
      server.fault = 'none'
      assert.equal((await upload(bytes)).status, 201)
      await deleteRemovedFiles(service.deps.db, service.deps)
      assert.ok((await rows()).every(({ state }) => state === 'ready'))
      await assertWhole()
    })
  }

  it('POST /admin/media whose store fails after some files answers 503, and the sweep deletes these', async () => {
    const bytes = await makePicture('png', { width: 1_400 })
    const begun = server.requests.length
    // Retried twice each: the first two pairs of files pass, the third does not.
    const watch = setInterval(() => {
      if (server.requests.slice(begun).filter((request) => request.startsWith('PUT')).length >= 4) server.fault = 'gone'
    }, 1)
    const answer = await upload(bytes)
    clearInterval(watch)
    server.fault = 'none'
    if (answer.status === 503) assert.ok((await rows()).some(({ state }) => state === 'removed'))
    else assert.equal(answer.status, 201)
    await deleteRemovedFiles(service.deps.db, service.deps)
    await assertWhole()
  })

  it('DELETE /admin/media/{id} while the store is away answers 200, and the sweep deletes the files', async () => {
    const { id, url } = (await upload(await makePicture('png'))).body.data
    server.fault = 'gone'
    const { status } = await service.request('DELETE', `/admin/media/${id}`, { headers: shop.owner.headers })
    assert.equal(status, 200)
    server.fault = 'none'
    assert.equal((await fileOf(url)).status, 200)
    await deleteRemovedFiles(service.deps.db, service.deps)
    assert.equal((await fileOf(url)).status, 404)
    await assertWhole()
  })
})
