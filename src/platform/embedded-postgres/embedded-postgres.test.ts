import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import {
  answers,
  deleteFolders,
  end,
  isRunning,
  newFolder,
  pidFile,
  postmasterPid,
  query,
  readRow,
  spawnService,
  start,
  startLongStatement,
  startService,
  weAreRoot,
  writeRow,
} from '#test/support/embedded-servers.ts'
import { until } from '#test/support/until.ts'
import { unprivilegedAccount } from './account.ts'
import { copyPackage, findPackage } from './binaries.ts'

/** For tests that need a cluster, but not a new one: creating one takes longest. */
const dataDir = await newFolder()
after(deleteFolders)

test('a start on an empty folder makes a cluster, and a second start keeps its rows', async (t) => {
  const dataDir = join(await newFolder(), 'made')
  const launched: string[] = []
  const onLaunched = (program: string) => launched.push(program)
  const first = await start(t, dataDir, { durable: true, onLaunched })
  assert.equal(first.takenOver, false)
  assert.equal(statSync(dataDir).mode & 0o777, 0o700)
  assert.equal(statSync(join(dataDir, 'postgres-password')).mode & 0o777, 0o600)
  assert.equal(statSync(join(dataDir, 'postgres')).uid === 0, false, 'root’s server runs as another user')
  assert.deepEqual(await query(first.url, 'select current_database()'), ['commerce'])
  assert.deepEqual(await query(first.adminUrl, 'select current_database()'), ['postgres'])
  const settings = `select current_setting(s) from unnest('{fsync,jit}'::text[]) s`
  assert.deepEqual(await query(first.url, settings), ['on', 'off'])
  await writeRow(first.url)
  await first.stop()
  await first.stop()
  assert.equal(existsSync(pidFile(dataDir)), false)

  const second = await start(t, dataDir, { onLaunched })
  assert.deepEqual(launched, ['initdb', 'postgres', 'postgres'])
  assert.equal(second.takenOver, false)
  assert.deepEqual(await readRow(first.url), [42], 'the address of the first start is still good')
  await assert.rejects(query(second.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1'), { code: '28P01' })
})

test('a server whose service was killed is taken over with its rows, and stopped by the new one', async (t) => {
  const { child, server } = await startService(t, dataDir)
  await writeRow(server.url)
  const pid = postmasterPid(dataDir)
  await end(child)

  const second = await start(t, dataDir)
  assert.deepEqual([second.takenOver, postmasterPid(dataDir)], [true, pid])
  assert.deepEqual(await readRow(second.url), [42])
  await second.stop()
  assert.equal(existsSync(pidFile(dataDir)), false)
  await assert.rejects(readRow(second.url))
})

test('a server that cannot be started again is tried until it can; the log is told why once', async (t) => {
  const lines: string[] = []
  const server = await start(t, dataDir, { log: (line) => lines.push(line) })
  const settings = join(dataDir, 'postgres/postgresql.auto.conf')
  const before = await readFile(settings, 'utf8')
  await writeFile(settings, 'no_such_setting = 1\n')
  const attempts = async () => (await readFile(join(dataDir, 'postgres.log'), 'utf8')).split('no_such_setting').length
  const first = await attempts()
  process.kill(postmasterPid(dataDir), 'SIGKILL')
  await until(async () => (await attempts()) > first + 2, 'three attempts')
  assert.equal(lines.length, 2, lines.join('\n'))
  assert.equal(lines[0], 'lost PostgreSQL; looking for it')
  assert.match(lines[1] ?? '', /did not start: configuration file ".*" contains errors. See .*postgres\.log\.$/)

  await writeFile(settings, before)
  await until(() => answers(server.url), 'the server')
  await until(() => lines.length > 2, 'the log')
  assert.match(lines[2] ?? '', /^PostgreSQL is back \(process \d+\)$/)
  await server.stop()
})

test('a killed server comes back at its address; after a kill of both the next start recovers', async (t) => {
  const { child, server } = await startService(t, dataDir)
  await writeRow(server.url)
  const session = await startLongStatement(server.url)
  const pid = postmasterPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await until(async () => (await answers(server.url)) && postmasterPid(dataDir) !== pid, 'another server')
  assert.equal(isRunning(session), false, 'no second server while a session of the first still runs')

  const second = postmasterPid(dataDir)
  child.kill('SIGKILL')
  process.kill(second, 'SIGKILL')
  await until(() => child.signalCode !== null, 'the end of the service')
  const recovered = await start(t, dataDir)
  assert.equal(recovered.takenOver, false)
  assert.deepEqual(await readRow(recovered.url), [42])
})

test('an exit without a stop ends the server', async (t) => {
  const { child } = await startService(t, dataDir)
  await end(child, () => child.stdin?.write('exit'))
  assert.equal(child.exitCode, 7)
  await until(() => !existsSync(pidFile(dataDir)), 'the end of the server')
})

/** On a slow machine initdb may have ended before it is seen at work, or before it is killed: then another folder. */
async function interruptInitdb(t: TestContext): Promise<string> {
  for (;;) {
    const dataDir = await newFolder()
    const child = spawnService(t, dataDir)
    const unfinished = () => readdirSync(dataDir).find((name) => name.startsWith('postgres.new-')) ?? ''
    const isWhole = () => existsSync(join(dataDir, 'postgres'))
    await until(() => isWhole() || existsSync(join(dataDir, unfinished(), 'base/1')), 'initdb')
    await end(child)
    if (!isWhole()) return dataDir
    await (await start(t, dataDir)).stop()
  }
}

test('an interrupted initdb leaves nothing that the next start would use', async (t) => {
  const dataDir = await interruptInitdb(t)
  await start(t, dataDir)
  const expected = ['postgres', 'postgres-password', 'postgres.lock', 'postgres.log', 'postgres.owner']
  assert.deepEqual(readdirSync(dataDir).sort(), expected)
})

test('a folder whose path is longer than a socket address works', async (t) => {
  const dataDir = await newFolder('long'.repeat(20), 'with space, 100% "odd" é')
  const server = await start(t, dataDir)
  assert.deepEqual(await query(server.url, 'select 1'), [1])
  const link = new URL(server.url).searchParams.get('host') ?? ''
  assert.equal(existsSync(link), true)
  await server.stop()
  assert.equal(existsSync(link), false)
})

test('an ordinary user runs it too, and root as that user', { skip: !weAreRoot && 'all tests here do' }, async (t) => {
  const account = await unprivilegedAccount()
  const { status } = spawnSync('/bin/ls', [import.meta.dirname], account)
  if (status !== 0) return t.skip('the checkout lies where an ordinary user cannot go')
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-test-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  chownSync(dataDir, account.uid, account.gid)
  const { child, server } = await startService(t, dataDir, account)
  assert.equal(statSync(join(dataDir, 'postgres')).uid, account.uid)
  await writeRow(server.url)
  await end(child)

  const asRoot = await start(t, dataDir)
  assert.equal(asRoot.takenOver, false, 'root’s server has another command line')
  assert.deepEqual(await readRow(asRoot.url), [42])
  await asRoot.stop()
  const again = await startService(t, dataDir, account)
  assert.deepEqual(await readRow(again.server.url), [42])
  await end(again.child, () => again.child.stdin?.end())
  assert.equal(existsSync(pidFile(dataDir)), false)
})

test('binaries are copied to where the server can reach them', async () => {
  const cache = join(await newFolder(), 'cache')
  const release = await findPackage()
  const [copy, same] = await Promise.all([copyPackage(release, cache), copyPackage(release, cache)])
  assert.equal(copy, same)
  assert.deepEqual(readdirSync(cache).length, 1)
  assert.equal(statSync(join(copy, 'native/lib/libpq.so.5')).isFile(), true)
  assert.equal(statSync(join(copy, 'native/bin/initdb')).mode & 0o777, 0o755)
})
