import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type EmbeddedServer, type EmbeddedServerOptions, startEmbeddedServer } from './embedded.ts'
import { type Account, canReach, unprivilegedAccount, weAreRoot } from './embedded-account.ts'
import { copyPackage, findBinaries, findPackage } from './embedded-binaries.ts'

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

async function start(t: TestContext, dataDir: string, options: Partial<EmbeddedServerOptions> = {}) {
  const startedAt = performance.now()
  const server = await startEmbeddedServer({ dataDir, durable: false, ...options })
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

const readRow = (url: string) => query(url, 'select id from kept')

/** Waits for what must become true, for at most 10 s. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + 10_000; !(await condition()); await sleep(5)) {
    assert.ok(performance.now() < deadline, `in vain: ${condition}`)
  }
}

const pidFile = (dataDir: string) => join(dataDir, 'postgres/postmaster.pid')
const postmasterPid = (dataDir: string) => Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10)

/** A service in a process of its own. It stops its server when its input ends. */
const SERVICE = `
  import { startEmbeddedServer } from ${JSON.stringify(import.meta.resolve('./embedded.ts'))}
  const server = await startEmbeddedServer({ dataDir: process.argv[1] })
  console.log(JSON.stringify(server))
  process.stdin.once('data', () => process.exit(7)).once('end', () => server.stop())
`

function spawnService(t: TestContext, dataDir: string, account?: Account): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SERVICE, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: '/',
    ...account,
  })
  t.after(() => child.kill('SIGKILL'))
  return child
}

async function startService(t: TestContext, dataDir: string, account?: Account) {
  const child = spawnService(t, dataDir, account)
  assert.ok(child.stdout)
  for await (const line of createInterface(child.stdout)) {
    return { child, server: JSON.parse(line) as Omit<EmbeddedServer, 'stop'> }
  }
  return assert.fail('the service ended')
}

async function end(child: ChildProcess, by: (child: ChildProcess) => void): Promise<void> {
  const exit = once(child, 'exit')
  by(child)
  await exit
}

const kill = (child: ChildProcess) => child.kill('SIGKILL')

test('a start on an empty folder makes a cluster, and a second start keeps its rows', async (t) => {
  const dataDir = await newFolder()
  const first = await start(t, dataDir, { durable: true })
  assert.deepEqual([first.initialised, first.takenOver], [true, false])
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

test('a server that is killed comes back at the same address, and after a kill of both the next start recovers', async (t) => {
  const { child, server } = await startService(t, dataDir)
  await writeRow(server.url)
  const pid = postmasterPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await until(() => existsSync(pidFile(dataDir)) && postmasterPid(dataDir) !== pid)
  await until(() =>
    readRow(server.url).then(
      () => true,
      () => false,
    ),
  )

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

test('a start while the server stops waits for it and starts it again', async (t) => {
  const first = await start(t, dataDir)
  await writeRow(first.url)
  const [second] = await Promise.all([start(t, dataDir), first.stop()])
  assert.deepEqual(await readRow(second.url), [42])
})

test('an interrupted initdb leaves nothing that the next start would use', async (t) => {
  const dataDir = await newFolder()
  const child = spawnService(t, dataDir)
  const unfinished = () => readdirSync(dataDir).find((name) => /^postgres\.new-\d/.test(name)) ?? ''
  await until(() => existsSync(join(dataDir, unfinished(), 'base/1')))
  await end(child, kill)
  assert.equal(existsSync(join(dataDir, 'postgres')), false)

  const server = await start(t, dataDir)
  assert.equal(server.initialised, true)
  assert.deepEqual(readdirSync(dataDir).sort(), ['postgres', 'postgres-password', 'postgres.log'])
})

test('services that start at the same time share one server, and the last one stops it', async (t) => {
  const dataDir = await newFolder()
  const [{ child, server: theirs }, ours, alsoOurs] = await Promise.all([
    startService(t, dataDir),
    start(t, dataDir),
    start(t, dataDir),
  ])
  const servers = [theirs, ours, alsoOurs]
  assert.equal(servers.filter(({ initialised }) => initialised).length, 1)
  assert.equal(servers.filter(({ takenOver }) => !takenOver).length, 1)
  assert.equal(new Set(servers.map(({ url }) => url)).size, 1)

  await writeRow(ours.url)
  await Promise.all([ours.stop(), alsoOurs.stop()])
  assert.deepEqual(await readRow(theirs.url), [42])
  await end(child, () => child.stdin?.end())
  await until(() => !existsSync(pidFile(dataDir)))
})

test('a process number that another program has now does not stop a start, nor does a copied folder', async (t) => {
  const first = await start(t, dataDir)
  await writeRow(first.url)
  const copy = await newFolder()
  await query(first.adminUrl, 'checkpoint')
  await cp(dataDir, copy, { recursive: true, filter: (path) => !path.includes('.s.PGSQL') })
  const copied = await start(t, copy)
  assert.equal(copied.takenOver, false)
  assert.deepEqual(await readRow(copied.url), [42])
  await Promise.all([copied.stop(), first.stop()])

  // Of the server's own user: PostgreSQL would refuse to start.
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  const other = spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' })
  t.after(() => other.kill())
  const left = `${other.pid}\n${join(dataDir, 'postgres')}\n1700000000\n5432\n.\n\n  1234 1\nready   \n`
  for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    await writeFile(join(dataDir, 'postgres', name), left)
    chownSync(join(dataDir, 'postgres', name), uid, gid)
  }
  const second = await start(t, dataDir)
  assert.equal(second.takenOver, false)
  assert.deepEqual(await readRow(second.url), [42])
})

test('a folder whose path is longer than a socket address works', async (t) => {
  const dataDir = await newFolder('long'.repeat(20), 'with space, 100% "odd" é')
  const server = await start(t, dataDir)
  assert.deepEqual(await query(server.url, 'select 1'), [1])
})

test('a server that cannot start says why', async () => {
  const nonsense = { dataDir, settings: { shared_buffers: 'plenty' } }
  await assert.rejects(startEmbeddedServer(nonsense), /did not start.*\n.*invalid value for parameter "shared_buffers"/)

  const old = await newFolder()
  await mkdir(join(old, 'postgres'))
  await writeFile(join(old, 'postgres/PG_VERSION'), '15\n')
  await assert.rejects(startEmbeddedServer({ dataDir: old }), /postgres-password is missing/)
  await writeFile(join(old, 'postgres-password'), 'secret\n')
  await assert.rejects(startEmbeddedServer({ dataDir: old }), /was made by PostgreSQL 15, the embedded one is 18/)
  await rm(join(old, 'postgres/PG_VERSION'))
  await writeFile(join(old, 'postgres/notes.txt'), 'not a cluster')
  await assert.rejects(startEmbeddedServer({ dataDir: old }), /is not empty, and not a PostgreSQL cluster/)
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
  await assert.rejects(startEmbeddedServer({ dataDir }), /is served by a PostgreSQL that this service did not start/)
  await end(byHand, () => byHand.kill('SIGINT'))
})

test('binaries are copied to where the server can reach them', async () => {
  const account = weAreRoot ? unprivilegedAccount() : undefined
  const cache = join(await newFolder(), 'cache')
  const release = await findPackage()
  const [copy, same] = await Promise.all([copyPackage(release, cache), copyPackage(release, cache)])
  assert.equal(copy, same)
  assert.equal(canReach(copy, account), account === undefined)
  assert.deepEqual(readdirSync(cache).length, 1)
  assert.equal(statSync(join(copy, 'native/lib/libpq.so.5')).isFile(), true)
  assert.equal(statSync(join(copy, 'native/bin/initdb')).mode & 0o777, 0o755)
})

test('an ordinary user runs it too', { skip: !weAreRoot && 'all tests here do' }, async (t) => {
  const account = unprivilegedAccount()
  if (!canReach(import.meta.dirname, account)) return t.skip('the checkout lies where an ordinary user cannot go')
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
