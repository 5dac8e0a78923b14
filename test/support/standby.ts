import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { migrate } from '#src/platform/db/migrations/migrate.ts'
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/index.ts'
import { until } from './until.ts'

/** A primary, and a standby that follows it by streaming replication. */
export interface ReplicatedServers {
  primary: TestServer
  standby: TestServer & {
    /** The standby receives, but replays no more. */
    pauseReplay(): Promise<void>
    resumeReplay(): Promise<void>
    /** Waits until it has replayed everything that the primary has written. */
    catchUp(): Promise<void>
    promote(): Promise<void>
    signal(signal: NodeJS.Signals): void
    /** `kill -9`, and waits for its end. */
    kill(): Promise<void>
    /** Starts it again, on the data it has. */
    start(): Promise<void>
  }
  stop(): Promise<void>
}

interface TestServer {
  /** Address of the service's database. */
  url: string
  query(text: string): Promise<unknown[][]>
}

/** Of a server that is thrown away. */
const cheap = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB' }

/** npm's PostgreSQL comes without `pg_basebackup`: the standby begins as a copy of the files. */
export async function startReplicatedServers(): Promise<ReplicatedServers> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-replicated-'))
  const dataDir = join(folder, 'primary')
  // Started by root, PostgreSQL runs as another user, which must reach the primary's socket by its path.
  await chmod(folder, 0o711)
  await mkdir(dataDir, { mode: 0o711 })
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    settings: { ...cheap, wal_level: 'replica', max_wal_senders: '4', max_connections: '100' },
  })
  await migrate(server.url)
  const primary = testServer(server.url)
  const admin = testServer(server.adminUrl)
  const cluster = join(folder, 'standby')
  await copyCluster(admin, join(dataDir, 'postgres'), cluster)
  const [[bin = ''] = []] = (await admin.query(`select setting from pg_config where name = 'BINDIR'`)) as string[][]
  const { url, start, process } = await prepareStandby(server.url, cluster, join(bin, 'postgres'))
  await start()
  const standby = testServer(url)
  const end = async (signal: NodeJS.Signals) => {
    const child = process()
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    for (const each of ['SIGCONT', signal] as const) child.kill(each)
    await ended
  }
  return {
    primary,
    standby: {
      ...standby,
      async pauseReplay() {
        await standby.query('select pg_wal_replay_pause()')
        const state = async () => (await standby.query('select pg_get_wal_replay_pause_state()'))[0]?.[0] === 'paused'
        await until(state, 'replay to pause')
      },
      async resumeReplay() {
        await standby.query('select pg_wal_replay_resume()')
      },
      async catchUp() {
        const [[written] = []] = await primary.query('select pg_current_wal_insert_lsn()')
        const caughtUp = async () =>
          (await standby.query(`select pg_last_wal_replay_lsn() >= '${written}'`))[0]?.[0] === true
        await until(caughtUp, 'the standby to catch up')
      },
      async promote() {
        await standby.query('select pg_promote()')
      },
      signal: (signal) => void process().kill(signal),
      kill: () => end('SIGKILL'),
      start,
    },
    async stop() {
      await end('SIGQUIT')
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function copyCluster(admin: TestServer, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin.url })
  await client.connect()
  await client.query(`select pg_backup_start('test', true)`)
  const left = new Set(['postmaster.pid', 'postmaster.opts', '.s.PGSQL.5432', '.s.PGSQL.5432.lock', 'pg_stat_tmp'])
  await cp(from, to, { recursive: true, filter: (source) => !left.has(basename(source)) })
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  await writeFile(join(to, 'backup_label'), rows[0].labelfile)
  await writeFile(join(to, 'standby.signal'), '')
  await mkdir(join(to, 'pg_stat_tmp'), { recursive: true })
}

async function prepareStandby(primaryUrl: string, cluster: string, command: string) {
  const { username, password, searchParams } = new URL(primaryUrl)
  const primaryFolder = searchParams.get('host') ?? ''
  const { uid, gid } = await stat(join(primaryFolder, 'PG_VERSION'))
  await chownAll(cluster, uid, gid)
  const settings = {
    ...cheap,
    primary_conninfo: `host=${primaryFolder} user=${username} password=${password}`,
    listen_addresses: '',
    unix_socket_directories: '.',
    max_connections: '100',
    max_wal_senders: '4',
    wal_retrieve_retry_interval: '100ms',
    max_standby_streaming_delay: '0',
    timezone: 'UTC',
    restart_after_crash: 'off',
    log_min_messages: 'panic',
  }
  const url = new URL(primaryUrl)
  url.searchParams.set('host', cluster)
  let child: ChildProcess
  const start = async () => {
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const account = process.getuid?.() === 0 ? { uid, gid } : {}
    child = spawn(command, ['-D', cluster, ...words], {
      cwd: cluster,
      stdio: ['ignore', 'inherit', 'inherit'],
      ...account,
    })
    const isUp = () =>
      testServer(url.href)
        .query('select 1')
        .then(() => true)
        .catch(() => false)
    await until(isUp, 'the standby to start')
  }
  return { url: url.href, start, process: () => child }
}

async function chownAll(folder: string, uid: number, gid: number): Promise<void> {
  if (process.getuid?.() !== 0) return
  const changed = spawn('chown', ['-R', `${uid}:${gid}`, folder])
  await once(changed, 'exit')
  await chown(folder, uid, gid)
}

function testServer(url: string): TestServer {
  return {
    url,
    async query(text) {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query({ text, rowMode: 'array' })).rows
      } finally {
        await client.end()
      }
    },
  }
}
