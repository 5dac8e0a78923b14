import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Account } from './account.ts'
import { isAlive } from './folder-lock.ts'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './index.ts'

/** Servers, services and folders for the tests of this folder. */

export const weAreRoot = process.getuid?.() === 0

const folders: string[] = []

/** Deletes what `newFolder` made; call it after the tests of a file. */
export function deleteFolders(): Promise<unknown> {
  return Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
}

export async function newFolder(...below: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-test-')) // mode 0700: closed to the server when we are root
  folders.push(folder)
  const dataDir = join(folder, ...below)
  await mkdir(dataDir, { recursive: true })
  return dataDir
}

export async function start(t: TestContext, dataDir: string, options: Partial<EmbeddedPostgresOptions> = {}) {
  const startedAt = performance.now()
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options })
  t.diagnostic(`started in ${Math.round(performance.now() - startedAt)} ms`)
  t.after(() => server.stop())
  return server
}

export async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

export async function writeRow(url: string): Promise<void> {
  await query(url, 'drop table if exists kept')
  await query(url, 'create table kept as select 42 as id')
}

/** Answers its process, which goes on when the server is killed, until the statement is done: about a second. */
export async function startLongStatement(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { pid } = (await client.query('select pg_backend_pid() as pid')).rows[0]
  let hasEnded = false
  client
    .query('select count(*) from generate_series(1, 3000000)')
    .catch(() => {})
    .finally(() => {
      hasEnded = true
      client.end().catch(() => {})
    })
  const running = `select from pg_stat_activity where pid = ${pid} and query like '%generate_series%'`
  await until(async () => hasEnded || (await query(url, `select exists (${running})`))[0] === true)
  return pid
}

/** Nobody may wait for a process whose parent was killed: it keeps its pid, and an empty command line. */
export function isRunning(pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid)
  return existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
}

export const readRow = (url: string) => query(url, 'select id from kept')

/** Waits for what must become true, and answers it. */
export async function until<T>(condition: () => T | false | undefined | Promise<T | false | undefined>): Promise<T> {
  for (const deadline = performance.now() + 120_000; ; await sleep(5)) {
    const value = await condition()
    if (value !== false && value !== undefined) return value
    assert.ok(performance.now() < deadline, `in vain: ${condition}`)
  }
}

/** Not the socket; nor the lock file, which this process must not open: closing it would release the lock. */
export const isRegular = (path: string) => !/\.s\.PGSQL|postgres\.lock/.test(path)

export const pidFile = (dataDir: string) => join(dataDir, 'postgres/postmaster.pid')
export const postmasterPid = (dataDir: string) => Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10)

/**
 * A service in a process of its own. It stops its server when its input ends. Told so, it exits or is killed; it
 * answers why it was refused.
 */
export const SERVICE = `
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

export interface Service {
  child: ChildProcess
  server: Omit<EmbeddedPostgres, 'stop'> & { refused?: string; code?: string }
}

/** @param before a command that runs the service's. */
export function spawnService(t: TestContext, dataDir: string, account?: Account, before: string[] = []): ChildProcess {
  const words = [...before, process.execPath, '--input-type=module', '-e', SERVICE, dataDir]
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/', ...account })
  t.after(() => child.kill('SIGKILL'))
  return child
}

export async function startService(
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

export async function end(child: ChildProcess, by: (child: ChildProcess) => void): Promise<void> {
  const exit = once(child, 'exit')
  by(child)
  await exit
}

export const kill = (child: ChildProcess) => child.kill('SIGKILL')
