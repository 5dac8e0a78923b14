import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { testSecretVariables } from '#test/support/app.ts'
import { entryIn } from '#test/upgrade/release.ts'
import type { Journal } from './journal.ts'
import type { Moment, Role } from './moments.ts'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const compileCache = join(repository, 'node_modules/.cache/compiled')
const patienceMs = 180_000

export interface Service {
  origins: string[]
  /** Where mails are written. */
  mailFolder: string
  /** One of the running processes of a kind. */
  one(role: Role, number: number): ServiceProcess
  /** Those that run and are not told to end. */
  running(role: Role): ServiceProcess[]
  /** Starts one more. */
  start(role: Role): Promise<ServiceProcess>
  /** Sends the signal, waits for the end, and starts another one in its place. */
  replace(process: ServiceProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** Ends it for good. */
  end(process: ServiceProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  /** The first process of this kind that comes to this moment kills itself; another one takes its place. */
  dieAt(role: Role, moment: Moment): Promise<void>
  endAll(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
  startAll(): Promise<void>
  /** What all processes have written; after the end of the run. */
  close(): Promise<string>
}

export interface ServiceProcess {
  role: Role
  name: string
  port: number
  child: ChildProcess
  signal(signal: NodeJS.Signals): void
  ended: Promise<number | NodeJS.Signals>
  output(): string
  /** The file that `mortal.ts` reads. */
  deathFile: string
  /** Its end is our doing. */
  isExpectedToEnd: boolean
}

export interface ServiceOptions {
  webs: number
  workers: number
  /** Of a process that is about to start. */
  databaseUrl(name: string): string
  environment: Record<string, string>
  journal: Journal
  /** The release that the next process runs; this repository's, unless given. */
  release?(): Release
}

export interface Release {
  /** Has `src` in it. */
  folder: string
  /** Settings that other releases do not have. */
  variables(name: string): Record<string, string>
}

/**
 * The service as processes of its own, each with a port that it keeps over restarts. One that ends without our doing,
 * does not start, or does not stop as it should, is a fault.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { webs, workers, databaseUrl, environment, journal } = options
  const release = options.release ?? (() => ({ folder: repository, variables: () => ({}) }))
  const folder = await mkdtemp(join(tmpdir(), 'commerce-chaos-processes-'))
  const running = new Set<ServiceProcess>()
  const outputs: string[] = []
  const ports = await Promise.all(Array.from({ length: webs }, freePort))
  let started = 0

  async function start(role: Role, port = 0): Promise<ServiceProcess> {
    const number = ++started
    const name = `${role} ${number}`
    const { folder: code, variables } = release()
    const deathFile = join(folder, `death-${number}`)
    const { PATH, HOME, NODE_OPTIONS = '' } = process.env
    const preload = fileURLToPath(new URL('mortal.ts', import.meta.url))
    const entry = entryIn(code, role === 'web' ? 'server.ts' : 'worker.ts')
    const child = spawn(process.execPath, ['--import', preload, entry], {
      cwd: code,
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE: compileCache,
        NODE_OPTIONS,
        NODE_ENV: 'test',
        CHAOS_DEATH_FILE: deathFile,
        DATABASE_URL: databaseUrl(name),
        DATA_DIR: folder,
        DEMO_DATA: 'false',
        LOG_LEVEL: 'info',
        ...testSecretVariables,
        // As a supervisor starts a web process; a worker is started by hand.
        ...(role === 'web' ? { COMMERCE_PROCESS: 'web', PORT: String(port) } : { METRICS_PORT: '0' }),
        ...environment,
        ...variables(name),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const text: string[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => text.push(String(chunk)))
    const ended = new Promise<number | NodeJS.Signals>((resolve) => {
      child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'))
    })
    const one: ServiceProcess = {
      role,
      name,
      port,
      child,
      ended,
      deathFile,
      isExpectedToEnd: false,
      signal: (signal) => void child.kill(signal),
      output: () => text.join(''),
    }
    running.add(one)
    ended.then((end) => {
      running.delete(one)
      outputs.push(`--- ${one.name}, ended by ${end}\n${one.output()}`)
      if (/"level":60/.test(one.output())) journal.fault('no process has a fatal error', lastLines(one))
      if (one.isExpectedToEnd) return
      journal.fault('no process ends by itself', { process: one.name, end, ...lastLines(one) })
      start(role, port).catch((error) =>
        journal.fault('every process starts', { process: one.name, error: `${error}` }),
      )
    })
    journal.count('processes started')
    for (const deadline = performance.now() + patienceMs; !(await isReady(one)); await sleep(150)) {
      if (one.isExpectedToEnd || !running.has(one)) break
      if (performance.now() > deadline) throw new Error(`${one.name} was not ready in time`)
    }
    return one
  }

  const killed = new Set<ServiceProcess>()

  async function end(one: ServiceProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    one.isExpectedToEnd = true
    if (!running.has(one)) return
    if (signal === 'SIGKILL') killed.add(one)
    one.signal(signal)
    const found = await one.ended
    // Everything may be killed while one is still ending.
    if (signal === 'SIGTERM' && found !== 0 && !killed.has(one)) {
      journal.fault('a process that is told to stop exits with 0', { process: one.name, found, ...lastLines(one) })
    }
  }

  const replace = async (one: ServiceProcess, signal: 'SIGKILL' | 'SIGTERM') => {
    await end(one, signal)
    await start(one.role, one.port)
  }

  const service: Service = {
    origins: ports.map((port) => `http://127.0.0.1:${port}`),
    mailFolder: join(folder, 'mail'),
    running: (role) => [...running].filter((one) => one.role === role && !one.isExpectedToEnd),
    one(role, number) {
      const those = service.running(role)
      const found = those[number % those.length]
      if (found === undefined) throw new Error(`no ${role} process is running`)
      return found
    },
    start,
    end,
    replace,
    async dieAt(role, moment) {
      const those = service.running(role)
      for (const one of those) one.isExpectedToEnd = true
      await Promise.all(those.map((one) => writeFile(one.deathFile, moment)))
      await Promise.race([...those.map((one) => one.ended), sleep(patienceMs, undefined, { ref: false })])
      const dead = those.filter((one) => !isSpared(one))
      if (dead.length === 0) journal.fault('each moment to die at is reached', { role, moment })
      await Promise.all(
        dead.map(async (one) => {
          await one.ended
          await start(role, one.port)
        }),
      )
    },
    async endAll(signal) {
      await Promise.all([...running].map((one) => end(one, signal)))
    },
    async startAll() {
      await Promise.all([
        ...ports.map((port) => start('web', port)),
        ...Array.from({ length: workers }, () => start('worker')),
      ])
    },
    async close() {
      await service.endAll('SIGKILL')
      await rm(folder, { recursive: true, force: true })
      return outputs.join('\n')
    },
  }
  return service
}

/** A web process answers that it is ready; a worker has logged where it is watched, and answers there. */
async function isReady(one: ServiceProcess): Promise<boolean> {
  const watched = /"address":"([^"]+)","msg":"monitoring"/.exec(one.output())?.[1]
  const origin = one.role === 'web' ? `http://127.0.0.1:${one.port}` : watched
  if (origin === undefined) return false
  const answer = await fetch(`${origin}/health/ready`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  await answer?.body?.cancel().catch(() => {})
  return answer?.status === 200
}

/** Takes the order to die back; false if the process is already following it. */
function isSpared(one: ServiceProcess): boolean {
  if (!existsSync(one.deathFile)) return false
  rmSync(one.deathFile)
  one.isExpectedToEnd = false
  return true
}

function lastLines({ output }: ServiceProcess): { lastLines: string[] } {
  return { lastLines: output().trimEnd().split('\n').slice(-5) }
}

/**
 * Below the ports that the system hands out by itself, so that nothing takes it while the process of one restart ends
 * and the next one starts.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}
