import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import { createBlobStore } from '#src/platform/blobs/index.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { unique } from '#test/support/app.ts'
import { describeShop, temporaryFolder } from '#test/support/describe-shop.ts'
import { makePicture } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'
import { deleteOrphans, deleteRemovedFiles, removeUnusedMedia } from './clean-media.ts'
import { noticeStores } from './notice-stores.ts'

const folder = temporaryFolder()

describeShop('pictures that nobody needs', { DATA_DIR: folder }, ({ service, shop }) => {
  const headers = () => ({ ...shop.owner.headers, 'content-type': 'image/png' })
  async function picture(): Promise<string> {
    const payload = await makePicture('png', { width: 100 })
    return (await service.request('POST', '/admin/media', { headers: headers(), payload })).body.data.id
  }
  const statusOf = async (id: string) =>
    (await service.request('GET', `/admin/media/${id}`, { headers: shop.owner.headers })).status
  const filesOf = async (id: string) =>
    (await readdir(join(folder, 'media'), { recursive: true })).filter((name) => name.includes(id.replaceAll('-', '')))
      .length
  const age = (id: string, days: number) =>
    sql`update media set unused_since = unused_since - ${days} * interval '1 day' where id = ${id}`.execute(
      service.deps.db,
    )
  const sweep = async () => {
    await removeUnusedMedia(service.deps.db)
    await deleteRemovedFiles(service.deps.db, service.deps)
  }

  it('what nothing has referred to for seven days is deleted with its files; what is used stays', async () => {
    const [unused, used, usedLater, young] = [await picture(), await picture(), await picture(), await picture()]
    const product = (media: string[]) =>
      service.request('POST', '/admin/products', {
        headers: shop.owner.headers,
        body: { sku: unique('sku'), name: 'Shirt', price: 1, media },
      })
    await product([used])
    await sweep()
    await age(unused, 7.1)
    await age(usedLater, 7.1)
    await age(young, 6.9)
    await product([usedLater])
    await sweep()
    assert.deepEqual(
      [await statusOf(unused), await statusOf(used), await statusOf(usedLater), await statusOf(young)],
      [404, 200, 200, 200],
    )
    assert.deepEqual([await filesOf(unused), await filesOf(used)], [0, 3])
  })

  it('a picture that is given free has seven days from then on', async () => {
    const id = await picture()
    const body = { sku: unique('sku'), name: 'Shirt', price: 1, media: [id] }
    const own = { headers: shop.owner.headers }
    const made = (await service.request('POST', '/admin/products', { ...own, body })).body.data
    await sweep()
    await service.request('PATCH', `/admin/products/${made.id}`, { ...own, body: { media: [] } })
    await age(id, 100)
    await sweep()
    assert.equal(await statusOf(id), 200)
    await age(id, 7.1)
    await sweep()
    assert.equal(await statusOf(id), 404)
  })

  it('an upload that nobody finished is deleted with its files after an hour', async () => {
    const id = newId()
    const shelf = join(folder, 'media', id.slice(-2))
    await mkdir(shelf, { recursive: true })
    await writeFile(join(shelf, `${id.replaceAll('-', '')}-160-${'0'.repeat(16)}.webp`), 'x')
    await sql`
      insert into media (merchant_id, id, state, changed_at)
      values (${shop.id}, ${id}, 'storing', now() - interval '59 minutes')`.execute(service.deps.db)
    await sweep()
    assert.equal(await filesOf(id), 1)
    await sql`update media set changed_at = now() - interval '61 minutes' where id = ${id}`.execute(service.deps.db)
    await sweep()
    assert.equal(await filesOf(id), 0)
    const { rows } = await sql`select from media where id = ${id}`.execute(service.deps.db)
    assert.equal(rows.length, 0)
  })

  it('files that no row knows are deleted after seven days, others are not', async () => {
    const referenced = await picture()
    const [old, young] = [newId(), newId()]
    const files = [referenced, old, young].map((id) => {
      const name = `${id.replaceAll('-', '')}-160-${'0'.repeat(16)}.webp`
      return join(folder, 'media', id.slice(-2), name)
    })
    for (const [at, file] of files.entries()) {
      await mkdir(join(file, '..'), { recursive: true })
      await writeFile(file, 'x')
      const days = at === 2 ? 6 : 8
      await utimes(file, new Date(), new Date(Date.now() - days * 86_400_000))
    }
    await deleteOrphans(service.deps.db, service.deps)
    assert.deepEqual([await filesOf(referenced), await filesOf(old), await filesOf(young)], [4, 0, 1])
  })

  it('files of received pictures that a killed process left are deleted after an hour', async () => {
    const incoming = join(folder, 'media-incoming')
    for (const name of ['old', 'young']) await mkdir(join(incoming, name), { recursive: true })
    await utimes(join(incoming, 'old'), new Date(), new Date(Date.now() - 3_700_000))
    await sweep()
    assert.deepEqual(await readdir(incoming), ['young'])
    await rm(join(incoming, 'young'), { recursive: true })
  })

  it('a host with a folder of its own, or a store without the files, is said at the start', async (t) => {
    await picture()
    const lines: string[] = []
    const logger = { ...service.deps.logger, warn: (...words: unknown[]) => void lines.push(String(words.at(-1))) }
    const start = async (dataDir: string) => {
      lines.length = 0
      const blobs = createBlobStore({ ...service.deps.config, DATA_DIR: dataDir })
      const metrics = new Registry()
      await noticeStores({ ...service.deps, blobs, logger, metrics }).stop()
      const told = (await metrics.metrics()).matchAll(/^picture_store_faults\{reason="(.+)"\} 1$/gm)
      return [...lines, ...[...told].map(([, reason]) => reason)]
    }
    assert.deepEqual(await start(folder), [])
    assert.deepEqual(await start(folder), [])
    const other = await mkdtemp(join(tmpdir(), 'commerce-media-'))
    t.after(() => rm(other, { recursive: true }))
    assert.match(
      (await start(other)).join(),
      /^pictures are kept at two places: here and by .+MEDIA_STORE.+,two places$/,
    )
    await sql`update media_stores set seen_at = now() - interval '31 minutes'`.execute(service.deps.db)
    assert.match((await start(other)).join(), /^the store of pictures lacks the files.+,lacks files$/)
    await until(async () => (await readdir(other)).includes('media'), 'the folder')
  })
})
