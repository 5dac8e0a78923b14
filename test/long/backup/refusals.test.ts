import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import { runAdmin, temporaryFolder } from '#test/support/process.ts'
import { until } from '#test/support/until.ts'
import { runOn } from '#test/upgrade/release.ts'

const admin = fileURLToPath(new URL('../../../src/entries/admin.ts', import.meta.url))
const picture = `${'0'.repeat(30)}ab-320.webp`

describe('commerce-admin backup and restore of an embedded database', () => {
  let dataDir: string
  let backups: string
  let whole: string
  const ends: (() => unknown)[] = []
  const folder = () => temporaryFolder({ after: (end) => ends.push(end as () => unknown) })
  const makeBackup = (...more: string[]) => runAdmin(['backup', '--to', backups, ...more], { DATA_DIR: dataDir })
  const restore = (from: string, to: string, ...more: string[]) =>
    runAdmin(['restore', '--from', from, ...more], { DATA_DIR: to })
  const finished = async (place: string) => (await readdir(place)).filter((name) => !name.startsWith('.'))

  before(async () => {
    ;[dataDir, backups] = [await folder(), join(await folder(), 'made', 'by', 'backup')]
    const server = await startEmbeddedPostgres({ dataDir })
    await migrate(server.url)
    await server.stop()
    await mkdir(join(dataDir, 'media/ab'), { recursive: true })
    await writeFile(join(dataDir, 'media/ab', picture), 'a picture')
    const { code, stdout, stderr } = await makeBackup()
    assert.deepEqual([code, stderr], [0, ''])
    const [name = ''] = await finished(backups)
    whole = join(backups, name)
    assert.ok(stdout.startsWith(`backup ${whole}: `), stdout)
  })
  after(async () => {
    for (const end of ends) await end()
  })

  it('a backup holds no password and no key, and is for its owner alone', async () => {
    const { files, media, sealKeys } = JSON.parse(await readFile(join(whole, 'manifest.json'), 'utf8'))
    assert.deepEqual([media, sealKeys], ['backup', []])
    assert.ok(files[`media/ab/${picture}`] !== undefined && files['database/backup_label'] !== undefined)
    const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
    const found = execFileSync('sh', ['-c', `grep -rlF -- "${password}" "${whole}" || true`], { encoding: 'utf8' })
    assert.equal(found, '')
    const open = execFileSync('find', [whole, '-perm', '/077'], { encoding: 'utf8' })
    assert.equal(open, '')
  })

  it('a restored database takes writes and is backed up again; the one before is moved aside', async () => {
    const target = await folder()
    const first = await restore(whole, target)
    assert.deepEqual([first.code, first.stderr], [0, ''], first.stdout)
    assert.match(first.stdout, /no merchant: nothing was recounted/)
    assert.equal(await readFile(join(target, 'media/ab', picture), 'utf8'), 'a picture')
    const mark = async (statement: string) => {
      const server = await startEmbeddedPostgres({ dataDir: target })
      return runOn(server.url, statement).finally(server.stop)
    }
    await mark('create table marks as select 1 as mark')

    const refused = await restore(whole, target)
    assert.deepEqual([refused.code, refused.stdout], [1, ''])
    assert.match(refused.stderr, /postgres holds a database\. With --replace it is moved aside/)
    assert.deepEqual(await mark('select mark from marks'), [{ mark: 1 }])
    const place = await folder()
    const again = await runAdmin(['backup', '--to', place], { DATA_DIR: target })
    assert.deepEqual([again.code, again.stderr], [0, ''])

    const replaced = await restore(whole, target, '--replace')
    assert.equal(replaced.code, 0, replaced.stderr)
    assert.match(replaced.stdout, /before {4}moved to .*postgres\.before-/)
    await assert.rejects(mark('select mark from marks'), { code: '42P01' })
    assert.equal((await restore(place, target, '--replace')).code, 0)
    assert.deepEqual(await mark('select mark from marks'), [{ mark: 1 }])
  })

  it('a restore of a damaged, an incomplete or an unfinished backup changes nothing', async () => {
    const copy = join(await folder(), 'copy')
    const target = await folder()
    const damaged: [RegExp, (at: (name: string) => string) => Promise<unknown>][] = [
      [/database\/global\/pg_control has another content/, (at) => flip(at('database/global/pg_control'))],
      [/database\/PG_VERSION has 0 bytes instead of 3/, (at) => writeFile(at('database/PG_VERSION'), '')],
      [/media\/ab\/\S+ is missing/, (at) => rm(at(`media/ab/${picture}`))],
      [/has no manifest\.json: it is no backup, or one that was not finished/, (at) => rm(at('manifest.json'))],
      [/manifest\.json is damaged/, (at) => writeFile(at('manifest.json'), '{"format":1')],
      [/has the format 2, this release reads 1/, (at) => edit(at('manifest.json'), '"format": 1', '"format": 2')],
      [/made by release 99\.0\.0/, (at) => edit(at('manifest.json'), /"release": "[^"]+"/, '"release": "99.0.0"')],
      [/manifest\.json is damaged/, (at) => edit(at('manifest.json'), '"database/PG_VERSION"', '"database/../../x"')],
    ]
    for (const [expected, damage] of damaged) {
      await cp(whole, copy, { recursive: true })
      await damage((name) => join(copy, name))
      const { code, stdout, stderr } = await restore(copy, target)
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, expected)
      assert.deepEqual(await readdir(target), [])
      await rm(copy, { recursive: true })
    }
  })

  it('a killed backup has no name, is not restored, and is deleted a day later', async () => {
    const place = await folder()
    // The backup waits for what nobody writes.
    const pipe = join(dataDir, 'media/ab', `${'0'.repeat(30)}ab-640.webp`)
    execFileSync('mkfifo', [pipe])
    const { PATH, NODE_OPTIONS } = process.env
    const env = { PATH, NODE_OPTIONS, DATA_DIR: dataDir }
    const child = execFile(process.execPath, [admin, 'backup', '--to', place], { env })
    const unfinished = await until(async () => {
      const [name] = await readdir(place)
      const copied = name === undefined ? [] : await readdir(join(place, name, 'media/ab')).catch(() => [])
      return copied.includes(picture) && name
    }, 'a part of the backup')
    child.kill('SIGKILL')
    await rm(pipe)
    assert.match(unfinished, /^\.unfinished-/)
    for (const from of [place, join(place, unfinished)]) {
      const { code, stderr } = await restore(from, await folder())
      assert.equal(code, 1)
      assert.match(stderr, /has no manifest\.json/)
    }
    const back = () => runAdmin(['backup', '--to', place], { DATA_DIR: dataDir })
    assert.equal((await back()).code, 0)
    assert.ok((await readdir(place)).includes(unfinished), 'it may still be at work')
    const before = new Date(Date.now() - 25 * 3_600_000)
    await utimes(join(place, unfinished), before, before)
    await rename(join(place, (await finished(place))[0] ?? ''), join(place, '2020-01-01T00-00-00Z'))
    assert.equal((await back()).code, 0)
    assert.ok(!(await readdir(place)).includes(unfinished))
    assert.equal((await finished(place)).length, 2)
    const { code, stdout } = await runAdmin(['backup', '--to', place, '--keep', '2', '--json'], { DATA_DIR: dataDir })
    assert.deepEqual([code, JSON.parse(stdout).deleted], [0, ['2020-01-01T00-00-00Z']])
    assert.equal((await finished(place)).length, 2)
  })

  it('refuses what it cannot do, in one line', async () => {
    const file = join(await folder(), 'file')
    await writeFile(file, '')
    const empty = await folder()
    const refusals: [string[], Record<string, string>, number, RegExp][] = [
      [['backup'], {}, 2, /--to is missing[\s\S]*Exits 0/],
      [['backup', '--to', backups, '--keep', '0'], {}, 2, /--keep: expected a number above 0/],
      [['restore', '--form', backups], {}, 2, /--form[\s\S]*Exits 0/],
      [['restore'], {}, 2, /--from is missing/],
      [['backup', '--to', join(dataDir, 'backups')], {}, 1, /is in DATA_DIR, with which it would be lost/],
      [['backup', '--to', backups], { DATA_DIR: empty }, 1, /there is no database in .*; set DATA_DIR/],
      [['backup', '--to', join(file, 'below')], {}, 1, /ENOTDIR; expected a folder, and no file/],
      [['backup', '--to', backups], { DATABASE_URL: 'http://x' }, 1, /DATABASE_URL: expected a postgres/],
      [
        ['backup', '--to', backups, '--dump'],
        { PG_BIN: empty },
        1,
        /there is no pg_dump in .* \(PG_BIN\).*install postgresql-client-18/,
      ],
      [['restore', '--from', join(empty, 'none')], {}, 1, /there is no folder/],
      [['restore', '--from', backups], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, 1, /backup with --dump there/],
    ]
    for (const [args, environment, expected, message] of refusals) {
      const { code, stdout, stderr } = await runAdmin(args, { DATA_DIR: dataDir, ...environment })
      assert.deepEqual([code, stdout], [expected, ''], stderr)
      assert.match(stderr, message)
      if (expected === 1)
        assert.equal(stderr.trimEnd().split('\n').length, environment['DATABASE_URL'] === 'http://x' ? 2 : 1)
    }
  })
})

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await writeFile(path, bytes)
}

async function edit(path: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  assert.notEqual(text.replace(from, to), text)
  await writeFile(path, text.replace(from, to))
}
