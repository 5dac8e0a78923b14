import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { it } from 'node:test'
import { sql } from 'kysely'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import { unique } from '#test/support/app.ts'
import { describeShop, started, temporaryFolder } from '#test/support/describe-shop.ts'
import { startPictureServer } from '#test/support/picture-server.ts'
import { makePicture } from '#test/support/pictures.ts'
import { until } from '#test/support/until.ts'
import { askAgain } from './fetch-job.ts'
import { withFetched } from './fetch-picture.ts'
import { mediaJobs } from './jobs.ts'
import { picturesAt, useFound } from './pictures-at.ts'

const folder = temporaryFolder()

describeShop('pictures that are fetched', { DATA_DIR: folder }, ({ service, shop }) => {
  const server = started(startPictureServer)

  const ask = (method: 'GET' | 'POST', url: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.request(method, url, {
      headers: { ...shop.owner.headers, ...headers },
      ...(body !== undefined && { body }),
    })
  const serve = (path: string, answer: RequestListener | Buffer) => server.serve(path, answer)

  /** The picture once the jobs have done what they can without a pause. */
  async function fetched(path: string) {
    const asked = await ask('POST', '/admin/media', {
      url: path.startsWith('/') ? server.origin + path : path,
      alt: 'A hat',
    })
    assert.deepEqual([asked.status, asked.body.data.status, asked.body.data.url], [202, 'processing', null])
    const { id } = asked.body.data
    const runner = runInBackground(service.deps, [{ jobs: mediaJobs }], { pollMs: 20 })
    try {
      await until(async () => {
        // Without the pauses between tries.
        await sql`update media set fetch_at = now() where state = 'processing' and fetches > 0
                   and fetch_at < now() + interval '5 minutes'`.execute(service.deps.db)
        await sql`update jobs set due_at = now() where name = 'media.fetch' and attempts = 0`.execute(service.deps.db)
        return (await ask('GET', `/admin/media/${id}`)).body.data.status !== 'processing'
      }, 'the picture')
    } finally {
      await runner.stop()
    }
    return (await ask('GET', `/admin/media/${id}`)).body.data
  }

  it('POST /admin/media with an address answers 202, and a job makes the picture', async () => {
    serve('/1.jpg', await makePicture('jpeg', { width: 200 }))
    const picture = await fetched('/1.jpg')
    assert.deepEqual([picture.status, picture.width, picture.alt], ['ready', 200, 'A hat'])
    const file = await service.app.inject(new URL(picture.url).pathname)
    assert.equal(file.statusCode, 200)
  })

  it('redirects are followed', async () => {
    serve('/old', (_, response) => void response.writeHead(302, { location: '/new.png' }).end())
    serve('/new.png', await makePicture('png'))
    assert.equal((await fetched('/old')).status, 'ready')
  })

  it('a picture that the shop has already is made all the same, and the bytes still answer the first', async () => {
    const bytes = await makePicture('png')
    const headers = { ...shop.owner.headers, 'content-type': 'image/png' }
    const upload = () => service.request('POST', '/admin/media', { headers, payload: bytes })
    const { id } = (await upload()).body.data
    serve('/same.png', bytes)
    const picture = await fetched('/same.png')
    assert.deepEqual([picture.status, picture.id === id], ['ready', false])
    assert.equal((await upload()).body.data.id, id)
  })

  it('what is no picture fails with the reason, at once', async () => {
    serve('/page.html', Buffer.from('<!DOCTYPE html><p>Not here'))
    serve('/half.jpg', (await makePicture('jpeg')).subarray(0, 900))
    serve('/large.jpg', Buffer.concat([await makePicture(), Buffer.alloc(20 * 1_048_576)]))
    serve('/loop', (_, response) => void response.writeHead(301, { location: '/loop' }).end())
    serve('/away', (_, response) => void response.writeHead(301, { location: 'https://example.com:0/' }).end())
    const expected: Record<string, RegExp> = {
      '/page.html': /is SVG|is no picture/,
      '/half.jpg': /broken or incomplete/,
      '/large.jpg': /larger than 20 MiB/,
      '/nothing.jpg': /the server answered 404/,
      '/loop': /too many redirects/,
      '/away': /the address must not use port 0/,
    }
    for (const [path, reason] of Object.entries(expected)) {
      server.requests.length = 0
      const { status, failure } = await fetched(path)
      assert.equal(status, 'failed', path)
      assert.match(failure, reason)
      assert.ok(server.requests.length <= 6, `${path} was asked ${server.requests.length} times`)
    }
  })

  it('a server that is busy or breaks off is asked again, five times at most', async () => {
    const bytes = await makePicture('png')
    let tries = 0
    serve('/busy.png', (_, response) => {
      tries += 1
      if (tries === 1) response.writeHead(503).end()
      else if (tries === 2) response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 99))
      else return void response.end(bytes)
      if (tries === 2) setImmediate(() => response.destroy())
    })
    assert.deepEqual([(await fetched('/busy.png')).status, tries], ['ready', 3])
    server.requests.length = 0
    serve('/away.png', (request) => void request.socket.destroy())
    const { status, failure } = await fetched('/away.png')
    assert.deepEqual([status, server.requests.length], ['failed', 5])
    assert.match(failure, /could not be reached/)
  })

  it('POST /admin/media with an address and an idempotency key asks for one picture', async () => {
    const key = { 'idempotency-key': unique('key') }
    const body = { url: `${server.origin}/1.jpg` }
    const [first, again] = [await ask('POST', '/admin/media', body, key), await ask('POST', '/admin/media', body, key)]
    assert.deepEqual(again.body, first.body)
    assert.equal((await ask('POST', '/admin/media', { url: `${server.origin}/2.jpg` }, key)).status, 422)
  })

  it('an import asks for the picture of an address once', async () => {
    const db = service.deps.shop(shop.id)
    const target = { merchantId: shop.id, importId: crypto.randomUUID() }
    const rules = { production: false }
    const named = (url: string, alt: string | null = null) => ({ url, alt, row: 2, sku: 'HAT' })
    const pictures = [
      named(`${server.origin}/a.jpg`),
      named(`${server.origin}/b.jpg`, 'B'),
      named(`${server.origin}/a.jpg`),
    ]
    const find = (wanted: typeof pictures) =>
      inTransaction(db, (transaction) => picturesAt(transaction, target, wanted, rules))
    const first = await find(pictures)
    assert.deepEqual(
      [[...first.ids.keys()].sort(), first.asked],
      [[`${server.origin}/a.jpg`, `${server.origin}/b.jpg`], 2],
    )
    const again = await find([...pictures, named('ftp://example.com/'), named('x')])
    assert.deepEqual([again.ids, again.asked, again.owned.length], [first.ids, 0, 2])
    assert.deepEqual([...again.refused.keys()], ['ftp://example.com/', 'x'])
  })

  it('an import is refused a picture that is removed before it is taken into use', async () => {
    const { db } = service.deps
    const target = { merchantId: shop.id, importId: crypto.randomUUID() }
    const picture = { url: `${server.origin}/gone.jpg`, alt: null, row: 2, sku: 'HAT' }
    const find = () =>
      inTransaction(db, (transaction) => picturesAt(transaction, target, [picture], { production: false }))
    await find()
    const found = await find()
    const take = () => inTransaction(db, (transaction) => useFound(transaction, shop.id, found))
    assert.deepEqual([found.owned.length, await take()], [1, true])
    await sql`update media set state = 'removed' where id = ${found.owned[0]}`.execute(db)
    assert.deepEqual([await take(), (await find()).asked], [false, 1])
  })

  it('an import in production asks for no address of a private network', async () => {
    const target = { merchantId: shop.id, importId: crypto.randomUUID() }
    const urls = [
      'http://example.com/a.jpg',
      'https://10.0.0.1/a.jpg',
      'https://localhost/a.jpg',
      `${server.origin}/a.jpg`,
    ]
    const named = urls.map((url) => ({ url, alt: null, row: 2, sku: null }))
    const { asked, refused } = await inTransaction(service.deps.db, (transaction) =>
      picturesAt(transaction, target, named, { production: true }),
    )
    assert.deepEqual([asked, [...refused.keys()]], [0, urls])
  })

  it('pictures whose job is lost are fetched by another', async () => {
    const { db } = service.deps
    const { id } = (await ask('POST', '/admin/media', { url: `${server.origin}/1.jpg` })).body.data
    const jobs = async () => {
      const { rows } = await sql`select id from jobs where key = ${`media.fetch ${shop.id}`}`.execute(db)
      return rows.length
    }
    await sql`delete from jobs where name = 'media.fetch'`.execute(db)
    await askAgain(db)
    assert.equal(await jobs(), 0)
    await sql`update media set changed_at = now() - interval '61 minutes' where id = ${id}`.execute(db)
    await askAgain(db)
    assert.equal(await jobs(), 1)
  })

  it('in production no address of a private network is asked, also by name or redirect', async () => {
    const settings = { production: true, WEBHOOK_SOURCE_ADDRESSES: [], WEBHOOK_PROXY_URL: undefined }
    const read = async (url: string, resolved: string) => {
      server.requests.length = 0
      await withFetched(settings, url, async () => {}, { resolve: async () => [resolved] })
    }
    const port = new URL(server.origin).port
    await assert.rejects(read(`https://shop.example.com:${port}/1.jpg`, '127.0.0.1'), /not allowed/)
    await assert.rejects(read(`https://shop.example.com/1.jpg`, '169.254.169.254'), /not allowed/)
    await assert.rejects(read(`${server.origin}/1.jpg`, '127.0.0.1'), /must use https/)
    await assert.rejects(read('https://10.0.0.1/1.jpg', '10.0.0.1'), /must name a public host/)
    assert.deepEqual(server.requests, [])
  })

  it('nothing is left among the files that are being received', async () => {
    assert.deepEqual(await readdir(join(folder, 'media-incoming')), [])
  })
})
