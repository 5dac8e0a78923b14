import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Servers and loads in processes of their own, which end with the bench. */

export interface BenchServer {
  url: string
  /** From the start of the process to its first answer. */
  startMs: number
  /** CPU seconds the process has used so far, user and system. */
  cpuSeconds(): Promise<number>
  /** Resident memory in MB. */
  memoryMb(): Promise<number>
  stop(): Promise<void>
}

const living = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of living) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))

export interface ServerOptions {
  /** Relative to this folder; or the words of an npm command, run as a user's shell would. */
  file: string | { npm: string[] }
  environment: Record<string, string>
  /** Path that answers 200 as soon as the server serves. */
  readyPath: string
  /** Arguments of node itself. */
  nodeOptions?: string[]
  /** Arguments of the file. */
  args?: string[]
  /** The folder it runs in; ours if left out. */
  folder?: string
}

const startTimeoutMs = 120_000

/**
 * Starts `node <file>`, or npm, on a free port and waits for its first answer. Its log goes to /dev/null: written, as
 * in production, and read by nobody here.
 */
export async function startServer(options: ServerOptions): Promise<BenchServer> {
  const port = await freePort()
  const silence = openSync('/dev/null', 'w')
  const { command, words, path } = commandOf(options)
  const startedAt = performance.now()
  const child = spawn(command, words, {
    ...(options.folder !== undefined && { cwd: options.folder }),
    env: { PATH: path, HOST: '127.0.0.1', PORT: String(port), ...options.environment },
    stdio: ['ignore', silence, 'inherit'],
  })
  closeSync(silence)
  track(child)
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(url + options.readyPath))) {
    if (child.exitCode !== null) throw new Error(`${words.join(' ')} ended with ${child.exitCode} before it served`)
    if (performance.now() - startedAt > startTimeoutMs) throw new Error(`${words.join(' ')} did not serve in time`)
    await sleep(5)
  }
  const startMs = performance.now() - startedAt
  const pid = child.pid ?? 0
  return {
    url,
    startMs,
    cpuSeconds: () => cpuSecondsOf(pid),
    memoryMb: async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    stop: () => end(child),
  }
}

function commandOf({ file, nodeOptions = [], args = [] }: ServerOptions) {
  const path = process.env['PATH'] ?? ''
  if (typeof file === 'string')
    return {
      command: process.execPath,
      words: [...nodeOptions, fileURLToPath(new URL(file, import.meta.url)), ...args],
      path,
    }
  // npm runs on the Node.js of the machine: ours is first in the path of its scripts only.
  const outside = path.split(':').filter((folder) => !folder.includes('node_modules'))
  return { command: 'npm', words: file.npm, path: outside.join(':') }
}

/** Runs a script of this folder that takes one message and answers one. */
export async function runWorker<Result>(file: string, message: object, timeoutMs = 300_000): Promise<Result> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: 'inherit', serialization: 'advanced' })
  track(child)
  child.send(message)
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} ended with ${code} and no answer`)
  })
  try {
    const answer = once(child, 'message', { signal: AbortSignal.timeout(timeoutMs) })
    const [result] = (await Promise.race([answer, failed])) as [Result]
    return result
  } finally {
    failed.catch(() => {})
    if (child.connected) child.disconnect()
    await end(child)
  }
}

/** A script of this folder that stays and answers one message at a time. */
export interface Companion {
  ask<Answer>(message: object, timeoutMs?: number): Promise<Answer>
  cpuSeconds(): Promise<number>
  stop(): Promise<void>
}

export function startCompanion(file: string): Companion {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: 'inherit', serialization: 'advanced' })
  track(child)
  return {
    async ask<Answer>(message: object, timeoutMs = 300_000): Promise<Answer> {
      const waiting = new AbortController()
      const ended = once(child, 'exit', { signal: waiting.signal }).then(([code]) => {
        throw new Error(`${file} ended with ${code} and no answer`)
      })
      const answer = once(child, 'message', { signal: AbortSignal.timeout(timeoutMs) })
      child.send(message)
      try {
        return ((await Promise.race([answer, ended])) as [Answer])[0]
      } finally {
        ended.catch(() => {})
        waiting.abort()
      }
    },
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    stop: () => end(child),
  }
}

/** CPU seconds of all processes of the PostgreSQL server with this postmaster, its own included. */
export async function databaseCpuSeconds(postmaster: number): Promise<number> {
  let total = 0
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const fields = await statOf(Number(entry))
    if (Number(entry) === postmaster || Number(fields[1]) === postmaster) total += ticks(fields)
    // The postmaster accounts for ended backends.
    if (Number(entry) === postmaster) total += (Number(fields[13]) + Number(fields[14])) / 100
  }
  return total
}

async function cpuSecondsOf(pid: number): Promise<number> {
  return ticks(await statOf(pid))
}

function ticks(fields: string[]): number {
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
}

/** Fields of /proc/<pid>/stat from the state on; empty if the process is gone. */
async function statOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return text.slice(text.lastIndexOf(') ') + 2).split(' ')
}

function track(child: ChildProcess): void {
  living.add(child)
  child.once('exit', () => living.delete(child))
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  const axe = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await exit
  clearTimeout(axe)
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok
  } catch {
    return false
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a port is a number')
  return address.port
}
