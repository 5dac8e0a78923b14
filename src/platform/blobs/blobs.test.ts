import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'
import { readConfig } from '#src/config/config.ts'
import { type S3Server, startS3Server, withVariables } from '#test/support/s3-server.ts'
import { type BlobStore, createBlobStore } from './index.ts'

const newOwner = () => randomBytes(16).toString('hex')
const nameOf = (owner: string, width: number) => `${owner}-${width}-${randomBytes(8).toString('hex')}.webp`

describe('stores of files', () => {
  let folder: string
  let server: S3Server
  let restore: () => void
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commerce-blobs-'))
    server = await startS3Server()
    restore = withVariables(server.variables)
  })
  after(async () => {
    restore()
    await server.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(() => {
    server.fault = 'none'
    server.faults = Number.POSITIVE_INFINITY
  })

  const settings = (prefix: string, more: Record<string, string> = {}) =>
    readConfig({ NODE_ENV: 'test', DATA_DIR: join(folder, prefix), ...more })
  const inBucket = (prefix: string, patienceMs = 20_000) =>
    createBlobStore(
      settings('unused', {
        MEDIA_STORE: `s3://${server.bucket}/${prefix}`,
        MEDIA_S3_ENDPOINT: server.endpoint,
      }),
      { patienceMs, namesAtOnce: 10 },
    )
  const kinds: Record<string, (prefix: string) => BlobStore> = {
    disk: (prefix) => createBlobStore(settings(prefix)),
    S3: (prefix) => inBucket(prefix),
  }

  async function put(store: BlobStore, name: string, bytes = randomBytes(50_000)): Promise<Buffer> {
    const file = join(folder, randomBytes(8).toString('hex'))
    await writeFile(file, bytes)
    await store.put(name, file, 'image/webp')
    await rm(file)
    return bytes
  }
  async function namesOf(store: BlobStore): Promise<string[]> {
    const names: string[] = []
    for await (const { name } of store.names()) names.push(name)
    return names.sort()
  }

  for (const [kind, open] of Object.entries(kinds)) {
    it(`${kind}: a file is read as it was put, and not once its owner is removed`, async (t) => {
      const store = open('read')
      t.after(() => store.close())
      const [one, other] = [newOwner(), newOwner()]
      const names = [nameOf(one, 160), nameOf(one, 320), nameOf(other, 160)]
      const [first = '', second = '', third = ''] = names
      const bytes = await put(store, first)
      await put(store, second)
      await put(store, third)
      const read = await store.read(first)
      assert.equal(read?.size, bytes.length)
      assert.ok((await buffer(read.content)).equals(bytes))
      assert.deepEqual([await store.sizeOf(first), await store.sizeOf(nameOf(one, 640))], [bytes.length, undefined])
      assert.deepEqual(await namesOf(store), names.sort())
      await store.removeOf(one)
      assert.deepEqual([await store.read(first), await store.sizeOf(second)], [undefined, undefined])
      assert.deepEqual(await namesOf(store), [third])
      await store.removeOf(one)
    })

    it(`${kind}: a store has one identity, whoever opens it, and another store another`, async () => {
      const ids = [await open('one').identity(), await open('one').identity(), await open('two').identity()]
      assert.equal(ids[0], ids[1])
      assert.notEqual(ids[0], ids[2])
      assert.match(ids[0] ?? '', /^[0-9a-f-]{36}$/)
      assert.deepEqual(await namesOf(open('one')), [])
    })
  }

  for (const [kind, open] of Object.entries(kinds)) {
    it(`${kind}: a file of 12 MB is put, and read in parts`, async (t) => {
      const store = open('large')
      t.after(() => store.close())
      const name = nameOf(newOwner(), 720)
      const bytes = await put(store, name, randomBytes(12_000_000))
      const part = await store.read(name, { first: 5_000_000, last: 5_000_099 })
      assert.equal(part?.size, 100)
      assert.ok((await buffer(part.content)).equals(bytes.subarray(5_000_000, 5_000_100)))
      assert.ok((await store.read(name).then((read) => read && buffer(read.content)))?.equals(bytes))
    })
  }

  it('S3: a file of 12 MB is sent again by a store that is away for a moment', async () => {
    const store = inBucket('large-again')
    const name = nameOf(newOwner(), 720)
    Object.assign(server, { fault: 'unavailable', faults: 1 })
    const bytes = await put(store, name, randomBytes(12_000_000))
    assert.ok((await store.read(name).then((read) => read && buffer(read.content)))?.equals(bytes))
  })

  it('disk: nothing unfinished is left where a file cannot be copied', async () => {
    const store = createBlobStore(settings('broken'))
    const owner = newOwner()
    await assert.rejects(store.put(nameOf(owner, 160), join(folder, 'not-there'), 'image/webp'), /ENOENT/)
    assert.deepEqual(await readdir(join(folder, 'broken', 'media', owner.slice(-2))), [])
  })

  it('S3: more files of an owner than one answer lists are all found and removed', async () => {
    const store = inBucket('many')
    const owner = newOwner()
    const bytes = Buffer.from('x')
    const names = Array.from({ length: 23 }, (_, n) => nameOf(owner, n))
    for (const name of names) await put(store, name, bytes)
    assert.equal((await namesOf(store)).length, names.length)
    await store.removeOf(owner)
    assert.deepEqual(await namesOf(store), [])
  })

  for (const fault of ['unavailable', 'gone', 'lost'] as const) {
    it(`S3: a store that is ${fault} for a moment is asked again`, async () => {
      const store = inBucket(fault)
      const name = nameOf(newOwner(), 160)
      Object.assign(server, { fault, faults: 2 })
      const bytes = await put(store, name)
      Object.assign(server, { fault, faults: 2 })
      const read = await store.read(name)
      const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')
      assert.equal(read && digest(await buffer(read.content)), digest(bytes))
    })
  }

  for (const fault of ['unavailable', 'gone', 'silent'] as const) {
    it(`S3: a store that stays ${fault} fails within its patience`, async () => {
      const store = inBucket(`stays-${fault}`, 600)
      server.fault = fault
      const name = nameOf(newOwner(), 160)
      await assert.rejects(put(store, name))
      await assert.rejects(store.read(name))
      await assert.rejects(store.removeOf(newOwner()))
      server.fault = 'none'
      const patient = inBucket(`stays-${fault}`)
      await put(patient, name)
      assert.equal(await patient.sizeOf(name), 50_000)
    })
  }

  it('S3: an answer that is cut off fails where it is read, not as a shorter file', async () => {
    const store = inBucket('cut')
    const name = nameOf(newOwner(), 160)
    await put(store, name)
    Object.assign(server, { fault: 'cut', faults: 1 })
    await assert.rejects(store.read(name).then((read) => read && buffer(read.content)))
  })

  it('S3: wrong keys and a bucket that is not there are faults, not missing files', async () => {
    const name = nameOf(newOwner(), 160)
    const config = settings('unused', { MEDIA_STORE: 's3://another-bucket', MEDIA_S3_ENDPOINT: server.endpoint })
    await assert.rejects(createBlobStore(config).read(name), { name: 'NoSuchBucket' })
    const back = withVariables({ AWS_ACCESS_KEY_ID: 'wrong' })
    try {
      await assert.rejects(inBucket('wrong').read(name), { name: 'InvalidAccessKeyId' })
    } finally {
      back()
    }
  })
})
