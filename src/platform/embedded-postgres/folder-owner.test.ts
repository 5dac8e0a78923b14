import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { startEmbeddedPostgres } from './index.ts'
import {
  deleteFolders,
  end,
  isRegular,
  isRunning,
  kill,
  newFolder,
  pidFile,
  postmasterPid,
  query,
  readRow,
  start,
  startLongStatement,
  startService,
  until,
  weAreRoot,
  writeRow,
} from './test-servers.ts'

/** For tests that need a cluster, but not a new one: creating one takes longest. */
const dataDir = await newFolder()
after(deleteFolders)

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

test('a server whose pid cannot be seen is judged by its socket, and refused before it can have one', async (t) => {
  await start(t, dataDir).then(async (server) => {
    await writeRow(server.url)
    await server.stop()
  })
  const ownerFile = join(dataDir, 'postgres.owner')
  const owner = JSON.parse(readFileSync(ownerFile, 'utf8'))
  await writeFile(ownerFile, JSON.stringify({ ...owner, pidNamespace: 'pid:[1]' }))
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  const leave = async (lines: string[]) => {
    await writeFile(pidFile(dataDir), `${lines.join('\n')}\n`)
    chownSync(pidFile(dataDir), uid, gid)
  }
  const begun = ['4000001', join(dataDir, 'postgres'), '1763800000', '5432']
  await leave(begun)
  const refused =
    /is served by .* in another container \(postmaster.pid says process 4000001\).* delete .*postmaster.pid/
  await assert.rejects(startEmbeddedPostgres({ dataDir }), refused)
  await leave([...begun, '.', '', '0 0', 'ready'])
  assert.deepEqual(await readRow((await start(t, dataDir)).url), [42], 'nothing listens, so it is gone')
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
