import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  deleteFolders,
  end,
  isRunning,
  newFolder,
  pidFile,
  postmasterPid,
  query,
  readRow,
  start,
  startLongStatement,
  startService,
  weAreRoot,
  writeRow,
} from '#test/support/embedded-servers.ts'
import { until } from '#test/support/until.ts'
import { unprivilegedAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { startEmbeddedPostgres } from './index.ts'
import { markOf } from './server.ts'
import { serverSettings } from './settings.ts'

/** For tests that need a cluster, but not a new one: creating one takes longest. */
const dataDir = await newFolder()
after(deleteFolders)

/** Refused in one line. */
function refused(dataDir: string, message: RegExp, settings = {}): Promise<void> {
  return assert.rejects(
    startEmbeddedPostgres({ dataDir, durable: false, settings }),
    (error: NodeJS.ErrnoException) => {
      assert.equal(error.code, 'EMBEDDED_POSTGRES', error.stack)
      assert.match(error.message, message)
      assert.equal(error.message.split('\n').length, 1)
      return true
    },
  )
}

test('a folder in use is refused with the pid that uses it, until that has stopped', async (t) => {
  const { child, server } = await startService(t, dataDir)
  await writeRow(server.url)
  await refused(dataDir, new RegExp(`^${dataDir} is in use by process ${child.pid}. Stop it, or set DATA_DIR or DATAB`))
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
  await refused(dataDir, new RegExp(`is in use by process ${process.pid}`)) // in the same process too
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
    if (round === 'on its cluster') await end(winner.child)
    else await end(winner.child, () => winner.child.stdin?.end())
  }
})

test('a pid file whose pid another program has by now is no server', async (t) => {
  const { child, server } = await startService(t, dataDir)
  await writeRow(server.url)
  const session = await startLongStatement(server.url)
  const pid = postmasterPid(dataDir)
  process.kill(pid, 'SIGSTOP') // so that the service does not bring it back
  await end(child)
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

test('a server that somebody started by hand is left alone', async (t) => {
  await start(t, dataDir).then((server) => server.stop())
  const cluster = join(dataDir, 'postgres')
  const { uid, gid } = statSync(cluster)
  const { postgres } = await findBinaries({ uid, gid })
  const byHand = spawn(postgres, ['-c', 'listen_addresses=', '-k', '.'], {
    uid,
    gid,
    cwd: cluster,
    stdio: 'ignore',
    env: { PGDATA: '/proc/self/cwd' },
  })
  await until(() => existsSync(pidFile(dataDir)), 'its pid')
  await refused(dataDir, /is served by a PostgreSQL that was started by hand \(process \d+\)/)
  await end(byHand, () => byHand.kill('SIGINT'))
})

/** As a release did that named the folder to its server by its path, which another user must be able to pass. */
async function leaveServerOfOlderRelease(t: TestContext, dataDir: string) {
  const cluster = join(dataDir, 'postgres')
  const { uid, gid } = statSync(cluster)
  const { postgres } = await findBinaries({ uid, gid })
  const settings = Object.entries(serverSettings({ durable: true })).map(([name, value]) => `${name}=${value}`)
  const words = ['-D', cluster, ...[...settings, await markOf(cluster)].flatMap((word) => ['-c', word])]
  chmodSync(dataDir, 0o755)
  const older = spawn(postgres, words, { uid, gid, cwd: '/', env: {}, stdio: 'ignore', detached: true })
  t.after(() => older.kill('SIGKILL'))
  const isReady = () => existsSync(pidFile(dataDir)) && /^ready/m.test(readFileSync(pidFile(dataDir), 'utf8'))
  await until(isReady, 'the server of the older release')
  return older
}

test('a server that another release left, on a folder closed since, is ended in order and started anew', async (t) => {
  const dataDir = await newFolder()
  const { adminUrl, url, stop } = await start(t, dataDir)
  await stop()
  const older = await leaveServerOfOlderRelease(t, dataDir)
  await writeRow(url)
  chmodSync(dataDir, 0o700)
  const lines: string[] = []
  const server = await start(t, dataDir, { log: (line) => lines.push(line) })
  assert.match(lines.join('\n'), /^PostgreSQL \(process \d+\) was started in another way.*; starting it anew$/)
  await until(() => older.exitCode !== null || older.signalCode !== null, 'the end of the older server')
  assert.deepEqual([server.takenOver, older.exitCode], [false, 0], 'its last checkpoint succeeded')
  assert.equal(statSync(dataDir).mode & 0o777, 0o700)
  assert.notEqual(postmasterPid(dataDir), older.pid)
  await query(adminUrl, 'checkpoint')
  assert.deepEqual(await readRow(server.url), [42])
})

test('a server that was left with other settings is ended and started anew', async (t) => {
  const { child, server } = await startService(t, dataDir)
  await writeRow(server.url)
  await end(child)
  const second = await start(t, dataDir, { settings: { work_mem: '5MB' } })
  assert.equal(second.takenOver, false)
  assert.deepEqual(await query(second.url, "select current_setting('work_mem')"), ['5MB'])
  assert.deepEqual(await readRow(second.url), [42])
})

test('what the operator must mend is said in one line', async () => {
  await refused(dataDir, /did not start: invalid value for parameter "shared_buffers".* See .*postgres\.log\.$/, {
    shared_buffers: 'plenty',
  })
  const old = await newFolder()
  const cluster = join(old, 'postgres')
  await mkdir(cluster)
  await writeFile(join(cluster, 'PG_VERSION'), '15\n')
  await refused(old, /belongs to PostgreSQL 15, this release has 18/)
  await writeFile(join(cluster, 'PG_VERSION'), '18\n')
  await refused(old, /postgres-password is missing/)
  await rm(join(cluster, 'PG_VERSION'))
  await writeFile(join(cluster, 'notes.txt'), 'not a cluster')
  await refused(old, /is not empty, and not a PostgreSQL cluster/)
})

test('a folder of another user, or closed to us, is refused in one line', {
  skip: !weAreRoot && 'needs root',
}, async (t) => {
  const account = await unprivilegedAccount()
  const folder = await newFolder()
  chmodSync(folder, 0o755)
  const reason = async () => (await startService(t, folder, account)).server.refused
  assert.match((await reason()) ?? '', /postgres\.lock cannot be locked: .*\. Set DATA_DIR or DATABASE_URL\.$/)
  chownSync(folder, account.uid, account.gid)
  await mkdir(join(folder, 'postgres'))
  assert.match((await reason()) ?? '', /postgres belongs to user 0\. Start the service as that user or as root\.$/)
})
