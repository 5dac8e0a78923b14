import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, unprivilegedAccount } from './account.ts'
import { copyPackage, findBinaries, findPackage } from './binaries.ts'
import { isAlive } from './folder-lock.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts'

const weAreRoot = process.getuid?.() === 0

const folders: string[] = []
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

async function newFolder(...below: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-test-')) // mode 0700: closed to the server when we are root
  folders.push(folder)
  const dataDir = join(folder, ...below)
  await mkdir(dataDir, { recursive: true })
  return dataDir
}

/** For tests that need a cluster, but not a new one: making one takes longer than all else. */
const dataDir = await newFolder()

async function start(t: TestContext, dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  const startedAt = performance.now()
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options })
  t.diagnostic(`started in ${Math.round(performance.now() - startedAt)} ms`)
  t.after(() => server.stop())
  return server
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

async function writeRow(url: string): Promise<void> {
  await query(url, 'drop table if exists kept')
  await query(url, 'create table kept as select 42 as id')
}

/** Its process goes on when the server is killed, until the statement is done: about a second. */
async function startLongStatement(url: string): Promise<number> {
  query(url, 'select count(*) from generate_series(1, 3000000)').catch(() => {})
  const running = `select pid from pg_stat_activity where query like '%generate_series%' and pid <> pg_backend_pid()`
  return until(async () => (await query(url, running))[0] as number | undefined)
}

/** Nobody may wait for a process whose parent was killed: it keeps its pid, and an empty command line. */
function isRunning(pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid)
  return existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
}

const readRow = (url: string) => query(url, 'select id from kept')

/** Waits for at most 30 s for what must become true, and answers it. */
async function until<T>(condition: () => T | false | undefined | Promise<T | false | undefined>): Promise<T> {
  for (const deadline = performance.now() + 30_000; ; await sleep(5)) {
    const value = await condition()
    if (value !== false && value !== undefined) return value
    assert.ok(performance.now() < deadline, `in vain: ${condition}`)
  }
}

/** Not the socket; nor the lock file, which this process must not open: closing it would release the lock. */
const isRegular = (path: string) => !/\.s\.PGSQL|postgres\.lock/.test(path)

const pidFile = (dataDir: string) => join(dataDir, 'postgres/postmaster.pid')
const postmasterPid = (dataDir: string) => Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10)

/**
 * A service in a process of its own. It stops its server when its input ends. Told so, it exits or is killed; it
 * answers why it was refused.
 */
const SERVICE = `
  import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./index.ts'))}
  const [, dataDir] = process.argv
  const refused = (error) => ({ refused: error.message, code: error.code })
  const server = await startEmbeddedPostgres({ dataDir }).catch(refused)
  console.log(JSON.stringify(server))
  if (server.stop) process.stdin.once('end', () => server.stop()).once('data', (word) => {
    if (String(word) === 'exit') process.exit(7)
    else process.kill(process.pid, 'SIGKILL')
  })
`

interface Service {
  child: ChildProcess
  server: Omit<EmbeddedPostgres, 'stop'> & { refused?: string; code?: string }
}

/** @param before a command that runs the service's. */
function spawnService(t: TestContext, dataDir: string, account?: Account, before: string[] = []): ChildProcess {
  const words = [...before, process.execPath, '--input-type=module', '-e', SERVICE, dataDir]
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/', ...account })
  t.after(() => child.kill('SIGKILL'))
  return child
}

async function startService(
  t: TestContext,
  dataDir: string,
  account?: Account,
  before: string[] = [],
): Promise<Service> {
  const child = spawnService(t, dataDir, account, before)
  assert.ok(child.stdout)
  for await (const line of createInterface(child.stdout)) return { child, server: JSON.parse(line) }
  return assert.fail('the service ended')
}

async function end(child: ChildProcess, by: (child: ChildProcess) => void): Promise<void> {
  const exit = once(child, 'exit')
  by(child)
  await exit
}

const kill = (child: ChildProcess) => child.kill('SIGKILL')

test('a start on an empty folder makes a cluster, and a second start keeps its rows', async (t) => {
  const dataDir = join(await newFolder(), 'made')
  const first = await start(t, dataDir, { durable: true })
  assert.deepEqual([first.initialised, first.takenOver], [true, false])
  assert.equal(statSync(dataDir).mode & 0o777, 0o700)
  assert.equal(statSync(join(dataDir, 'postgres-password')).mode & 0o777, 0o600)
  assert.deepEqual(await query(first.url, 'select current_database()'), ['commerce'])
  assert.deepEqual(await query(first.adminUrl, 'select current_database()'), ['postgres'])
  assert.deepEqual(await query(first.url, `select current_setting(s) from unnest('{fsync,jit}'::text[]) s`), [
    'on',
    'off',
  ])
  await writeRow(first.url)
  await first.stop()
  await first.stop()
  assert.equal(existsSync(pidFile(dataDir)), false)

  const second = await start(t, dataDir, { database: 'my "shop"' })
  assert.deepEqual([second.initialised, second.takenOver], [false, false])
  assert.deepEqual(await readRow(first.url), [42], 'the address of the first start is still good')
  assert.deepEqual(await query(second.url, 'select current_database()'), ['my "shop"'])
  await assert.rejects(query(second.url.replace(/:[^:@]+@/, ':wrong@'), 'select 1'), { code: '28P01' })
})

test('a server whose service was killed is taken over with its rows, and stopped by the new one', async (t) => {
  const { child, server } = await startService(t, dataDir)
  await writeRow(server.url)
  const pid = postmasterPid(dataDir)
  await end(child, kill)

  const second = await start(t, dataDir)
  assert.deepEqual([second.takenOver, second.initialised, postmasterPid(dataDir)], [true, false, pid])
  assert.deepEqual(await readRow(second.url), [42])
  await second.stop()
  assert.equal(existsSync(pidFile(dataDir)), false)
  await assert.rejects(readRow(second.url))
})

test('a killed server comes back at its address; after a kill of both the next start recovers', async (t) => {
  const { child, server } = await startService(t, dataDir)
  await writeRow(server.url)
  const session = await startLongStatement(server.url)
  const pid = postmasterPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await until(() => existsSync(pidFile(dataDir)) && postmasterPid(dataDir) !== pid)
  await until(() =>
    readRow(server.url).then(
      () => true,
      () => false,
    ),
  )
  assert.equal(isRunning(session), false, 'no second server while a session of the first still runs')

  const second = postmasterPid(dataDir)
  child.kill('SIGKILL')
  process.kill(second, 'SIGKILL')
  await until(() => child.signalCode !== null)
  const recovered = await start(t, dataDir)
  assert.equal(recovered.takenOver, false)
  assert.deepEqual(await readRow(recovered.url), [42])
})

test('an exit without a stop ends the server', async (t) => {
  const { child } = await startService(t, dataDir)
  await end(child, () => child.stdin?.write('exit'))
  assert.equal(child.exitCode, 7)
  await until(() => !existsSync(pidFile(dataDir)))
})

test('a folder in use is refused with the pid that uses it, until that has stopped', async (t) => {
  const { child, server } = await startService(t, dataDir)
  await writeRow(server.url)
  const refusal = {
    code: 'EMBEDDED_POSTGRES',
    message: `${dataDir} is in use by process ${child.pid}. Stop it, or set DATA_DIR or DATABASE_URL.`,
  }
  await assert.rejects(startEmbeddedPostgres({ dataDir }), refusal)
  assert.deepEqual(await readRow(server.url), [42], 'the refused start leaves the server alone')
  const exit = once(child, 'exit')
  child.stdin?.end()
  while (child.exitCode === null) {
    const early = await startEmbeddedPostgres({ dataDir }).catch((error) => error)
    if (early instanceof Error) assert.match(early.message, /is in use by/)
    else await early.stop() // it had stopped, and not yet ended
    await sleep(5)
  }
  await exit
  const second = await start(t, dataDir)
  assert.deepEqual(await readRow(second.url), [42])
  await assert.rejects(startEmbeddedPostgres({ dataDir }), /is in use by process/, 'in the same process too')
})

test('beside a service that uses the folder, whenInUse: connect answers its address and never stops it', async (t) => {
  const { child, server } = await startService(t, dataDir)
  const guest = await startEmbeddedPostgres({ dataDir, whenInUse: 'connect' })
  assert.deepEqual([guest.url, guest.adminUrl], [server.url, server.adminUrl])
  await guest.stop()
  await writeRow(server.url)
  await end(child, () => child.stdin?.end())
  const alone = await startEmbeddedPostgres({ dataDir, durable: false, whenInUse: 'connect' })
  assert.deepEqual(await readRow(alone.url), [42])
  await alone.stop()
  assert.equal(existsSync(pidFile(dataDir)), false)
})

test('an interrupted initdb leaves nothing that the next start would use', async (t) => {
  const dataDir = await newFolder()
  const child = spawnService(t, dataDir)
  const unfinished = () => readdirSync(dataDir).find((name) => name.startsWith('postgres.new-')) ?? ''
  await until(() => existsSync(join(dataDir, unfinished(), 'base/1')))
  await end(child, kill)
  assert.equal(existsSync(join(dataDir, 'postgres')), false)

  const server = await start(t, dataDir)
  assert.equal(server.initialised, true)
  const expected = ['postgres', 'postgres-password', 'postgres.lock', 'postgres.log', 'postgres.owner']
  assert.deepEqual(readdirSync(dataDir).sort(), expected)
})

test('of services that start at the same time one wins, and the others are refused', async (t) => {
  const dataDir = await newFolder()
  for (const round of ['on an empty folder', 'on its cluster', 'on the server of a killed one']) {
    const services = await Promise.all([1, 2, 3].map(() => startService(t, dataDir)))
    const [winner, ...others] = services.filter(({ server }) => server.refused === undefined)
    assert.ok(winner && others.length === 0, round)
    for (const { server } of services) {
      if (server.refused !== undefined) assert.match(server.refused, /is in use by (another process|process \d+)\./)
    }
    if (round === 'on an empty folder') await writeRow(winner.server.url)
    assert.deepEqual(await readRow(winner.server.url), [42], round)
    if (round === 'on its cluster') await end(winner.child, kill)
    else await end(winner.child, () => winner.child.stdin?.end())
  }
})

test('a folder is never used in two containers, whatever their pids are', {
  skip: !weAreRoot && 'needs root',
}, async (t) => {
  const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', '"$0" "$@"; sleep 60']
  const { child, server } = await startService(t, dataDir, undefined, container)
  await writeRow(server.url)
  assert.ok(postmasterPid(dataDir) < 100, 'a pid of that container, which is another program here')
  const inUse = /is in use by process \d+ of another container or machine \(host .+\)\. Stop it, or set/
  await assert.rejects(startEmbeddedPostgres({ dataDir }), inUse)
  const guest = await startEmbeddedPostgres({ dataDir, whenInUse: 'connect' })
  assert.deepEqual(await readRow(guest.url), [42], 'its socket works from here')

  child.stdin?.write('kill') // the service; its server lives on, where we do not see its pid
  const orphan = /is served by a PostgreSQL that was started by hand or in another container/
  const refused = () => startEmbeddedPostgres({ dataDir }).then(() => assert.fail('a second server'), String)
  await until(async () => orphan.test(await refused()))
  assert.deepEqual(await readRow(server.url), [42])

  await end(child, kill) // the container, and all in it
  const after = await start(t, dataDir)
  assert.equal(after.takenOver, false)
  assert.deepEqual(await readRow(after.url), [42])
})

test('what another machine left behind is used only after somebody said so', async (t) => {
  const first = await startService(t, dataDir)
  await writeRow(first.server.url)
  process.kill(postmasterPid(dataDir), 'SIGSTOP') // so that the service does not bring it back
  const server = postmasterPid(dataDir)
  await end(first.child, kill)
  process.kill(server, 'SIGKILL')
  const ownerFile = join(dataDir, 'postgres.owner')
  const owner = JSON.parse(readFileSync(ownerFile, 'utf8'))
  await writeFile(ownerFile, JSON.stringify({ ...owner, bootId: 'another', host: 'elsewhere' }))
  const refused = /was not stopped properly on host elsewhere.*If it is not, delete .*postgres\.owner and start again/
  await assert.rejects(startEmbeddedPostgres({ dataDir }), refused)
  await assert.rejects(startEmbeddedPostgres({ dataDir }), refused, 'a refused start changes nothing')
  await rm(ownerFile)
  assert.deepEqual(await readRow((await start(t, dataDir)).url), [42])
})

test('a process number that another program has now does not stop a start, nor does a copied folder', async (t) => {
  const first = await start(t, dataDir)
  await writeRow(first.url)
  const copy = await newFolder()
  await query(first.adminUrl, 'checkpoint')
  await cp(dataDir, copy, { recursive: true, filter: isRegular })
  const copied = await start(t, copy)
  assert.equal(copied.takenOver, false)
  assert.deepEqual(await readRow(copied.url), [42])
  await Promise.all([copied.stop(), first.stop()])

  const { child, server } = await startService(t, dataDir)
  await writeRow(server.url)
  const session = await startLongStatement(server.url)
  const pid = postmasterPid(dataDir)
  process.kill(pid, 'SIGSTOP') // so that the service does not bring it back
  await end(child, kill)
  process.kill(pid, 'SIGKILL')
  // Of the server's own user: PostgreSQL would refuse to start.
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  const other = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
  t.after(() => other.kill())
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const file = join(dataDir, 'postgres', name)
    await writeFile(file, readFileSync(file, 'utf8').replace(/^\d+/, String(other.pid)))
  }
  const second = await start(t, dataDir)
  assert.equal(isRunning(session), false, 'the sessions of the killed server are still found')
  assert.equal(second.takenOver, false)
  assert.deepEqual(await readRow(second.url), [42])
  assert.equal(other.exitCode ?? other.signalCode, null, 'the other program is left alone')
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

test('a server that cannot start says why', async () => {
  const nonsense = { dataDir, settings: { shared_buffers: 'plenty' } }
  await assert.rejects(
    startEmbeddedPostgres(nonsense),
    /did not start.*\n.*invalid value for parameter "shared_buffers"/,
  )

  const old = await newFolder()
  await mkdir(join(old, 'postgres'))
  await writeFile(join(old, 'postgres/PG_VERSION'), '15\n')
  await assert.rejects(startEmbeddedPostgres({ dataDir: old }), /belongs to PostgreSQL 15, this release has 18/)
  await writeFile(join(old, 'postgres/PG_VERSION'), '18\n')
  await assert.rejects(startEmbeddedPostgres({ dataDir: old }), /postgres-password is missing/)
  await rm(join(old, 'postgres/PG_VERSION'))
  await writeFile(join(old, 'postgres/notes.txt'), 'not a cluster')
  await assert.rejects(startEmbeddedPostgres({ dataDir: old }), /is not empty, and not a PostgreSQL cluster/)
})

test('a server that somebody started by hand is left alone', async (t) => {
  await start(t, dataDir).then((server) => server.stop())
  const cluster = join(dataDir, 'postgres')
  const { uid, gid } = statSync(cluster)
  const { postgres } = await findBinaries({ uid, gid }, dataDir)
  const byHand = spawn(postgres, ['-c', 'listen_addresses=', '-k', '.'], {
    ...{ uid, gid, cwd: cluster, stdio: 'ignore' },
    env: { PGDATA: '/proc/self/cwd' },
  })
  await until(() => existsSync(pidFile(dataDir)))
  await assert.rejects(startEmbeddedPostgres({ dataDir }), /is served by a PostgreSQL that was started by hand/)
  await end(byHand, () => byHand.kill('SIGINT'))
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

test('an ordinary user runs it too', { skip: !weAreRoot && 'all tests here do' }, async (t) => {
  const account = await unprivilegedAccount()
  const { status } = spawnSync('/bin/ls', [import.meta.dirname], account)
  if (status !== 0) return t.skip('the checkout lies where an ordinary user cannot go')
  const dataDir = await mkdtemp(join(tmpdir(), 'embedded-test-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  chownSync(dataDir, account.uid, account.gid)
  const { child, server } = await startService(t, dataDir, account)
  assert.equal(server.initialised, true)
  assert.equal(statSync(join(dataDir, 'postgres')).uid, account.uid)
  await writeRow(server.url)
  await end(child, kill)

  const asRoot = await start(t, dataDir)
  assert.equal(asRoot.takenOver, true)
  await asRoot.stop()
  const again = await startService(t, dataDir, account)
  assert.deepEqual(await readRow(again.server.url), [42])
  await end(again.child, () => again.child.stdin?.end())
  assert.equal(existsSync(pidFile(dataDir)), false)
})
