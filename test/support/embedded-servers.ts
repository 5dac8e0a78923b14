import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import pg from 'pg'
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#src/platform/embedded-postgres/index.ts'
import { until } from './until.ts'

/** Servers on folders of their own, and services that run them, for the tests of the embedded PostgreSQL. */

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
  const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options })
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

export const writeRow = (url: string) => query(url, 'create table if not exists kept as select 42 as id')
export const readRow = (url: string) => query(url, 'select id from kept')
export const answers = (url: string) =>
  query(url, 'select 1').then(
    () => true,
    () => false,
  )

/** Returns the pid of its process, which outlives a killed server until the statement ends: some seconds. */
export async function startLongStatement(url: string): Promise<number> {
  const running = query(url, 'select count(*) from generate_series(1, 8000000)').catch(() => {})
  const found = "select pid from pg_stat_activity where query like '%generate_series(1, 8%' and pid <> pg_backend_pid()"
  const seen = until(async () => (await query(url, found))[0] as number | undefined, 'the statement to run')
  return Promise.race([seen, running.then(() => assert.fail('the statement ended before it was seen'))])
}

/** An orphan may become a zombie: it keeps its pid, with an empty command line. */
export function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/cmdline`
  return existsSync(file) && readFileSync(file, 'utf8') !== ''
}

export const pidFile = (dataDir: string) => join(dataDir, 'postgres/postmaster.pid')
export const postmasterPid = (dataDir: string) => Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10)

const moduleUrl = import.meta.resolve('#src/platform/embedded-postgres/index.ts')

/** Ends by a word on its input (`exit`, otherwise by SIGKILL), and stops its server when its input ends. */
const serviceProgram = `
  import { startEmbeddedPostgres } from ${JSON.stringify(moduleUrl)}
  const [, dataDir] = process.argv
  const refused = (error) => ({ refused: error.message, code: error.code })
  const server = await startEmbeddedPostgres({ dataDir, durable: false }).catch(refused)
  console.log(JSON.stringify(server))
  if (server.stop) process.stdin.once('end', () => server.stop()).once('data', (word) => {
    if (String(word) === 'exit') process.exit(7)
    else process.kill(process.pid, 'SIGKILL')
  })
`

interface Account {
  uid: number
  gid: number
}

export function spawnService(t: TestContext, dataDir: string, account?: Account): ChildProcess {
  const words = ['--input-type=module', '-e', serviceProgram, dataDir]
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/', ...account })
  t.after(() => child.kill('SIGKILL'))
  return child
}

/** A service in a process of its own: its server, or why it was refused. */
export async function startService(t: TestContext, dataDir: string, account?: Account) {
  const child = spawnService(t, dataDir, account)
  assert.ok(child.stdout)
  for await (const line of createInterface(child.stdout)) {
    const server: Omit<EmbeddedPostgres, 'stop'> & { refused?: string; code?: string } = JSON.parse(line)
    return { child, server }
  }
  return assert.fail('the service ended')
}

export async function end(child: ChildProcess, by: (child: ChildProcess) => void = (one) => one.kill('SIGKILL')) {
  const exit = once(child, 'exit')
  by(child)
  await exit
}
