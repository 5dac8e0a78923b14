import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

/** The service in a process of its own, for tests of its start, stop and death. */
export interface ServiceProcess {
  child: ChildProcess
  /** http(s)://host:port it said it listens on. */
  url: string
  /** All it has written so far. */
  output(): string
  /** Sends a signal and returns the exit code (null when a signal ended it). */
  end(signal: NodeJS.Signals, to?: Receiver): Promise<number | null>
}

/** Ctrl-C in a terminal reaches the process group. Only `npm start` has one of its own. */
type Receiver = 'process' | 'group'

type Entry = 'server' | 'worker' | 'npm start'

const serving = /"address":"([^"]+)"[^\n]*"msg":"serving"/

/** The log line with the address; a worker has one if METRICS_PORT is set. */
const addresses: Record<Entry, RegExp> = {
  server: serving,
  'npm start': serving,
  worker: /"address":"([^"]+)","msg":"monitoring"/,
}

/**
 * Starts the entry of a server, of a worker, or the command of `npm start`, and waits for its address. Of this
 * process's environment it gets only PATH, HOME and the compile cache. It is killed when the test ends, in any case.
 */
export async function startProcess(
  t: Pick<TestContext, 'after'>,
  environment: Record<string, string>,
  entry: Entry = 'server',
): Promise<ServiceProcess> {
  const { child, output } = launch(entry, environment)
  t.after(() => kill(child, 'SIGKILL', entry === 'npm start' ? 'group' : 'process'))
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = addresses[entry].exec(output())?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the service ended with ${code} before it listened:\n${output()}`)))
  })
  return { child, url, output, end: (signal, to) => end(child, signal, to) }
}

/** Starts `src/entries/worker.ts`, which announces nothing. It is killed with the test at the latest. */
export function startBackgroundProcess(
  t: TestContext,
  environment: Record<string, string>,
): Omit<ServiceProcess, 'url'> {
  const { child, output } = launch('worker', environment)
  t.after(() => child.kill('SIGKILL'))
  return { child, output, end: (signal) => end(child, signal) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals, to?: Receiver): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  kill(child, signal, to)
  const [code] = (await exit) as [number | null]
  return code
}

/** Sends a signal; to who has ended already, nothing. */
export function kill(child: ChildProcess, signal: NodeJS.Signals, to: Receiver = 'process'): void {
  if (to === 'process' || child.pid === undefined) child.kill(signal)
  else
    try {
      process.kill(-child.pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

/** Runs it to its end, which is expected soon. */
export async function runToExit(
  environment: Record<string, string>,
  entry: Entry = 'server',
): Promise<{ code: number | null; output: string }> {
  const { child, output } = launch(entry, environment)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output() }
}

interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs `src/entries/create-merchant.ts` with these arguments. */
export function createMerchant(args: readonly string[], environment: Record<string, string>): Promise<Ended> {
  return runProgram('create-merchant', args, environment)
}

/** Runs `commerce-admin` with these arguments. */
export function runAdmin(args: readonly string[], environment: Record<string, string>): Promise<Ended> {
  return runProgram('admin', args, environment)
}

function runProgram(program: string, args: readonly string[], environment: Record<string, string>): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS, ...environment }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [fileOf(program), ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

const runScript = fileURLToPath(new URL('../../src/entries/run.sh', import.meta.url))
const fileOf = (program: string) => fileURLToPath(new URL(`../../src/entries/${program}.ts`, import.meta.url))

function launch(entry: Entry, environment: Record<string, string>): { child: ChildProcess; output: () => string } {
  const { PATH, HOME, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env
  // As `npm start` does, which runs the bundle.
  const [command, words] = entry === 'npm start' ? ['npm', ['start']] : ['sh', [runScript, fileOf(entry)]]
  const child = spawn(command, words, {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      PORT: '0',
      LOG_LEVEL: 'warn',
      // As in `startTestApp`: on a busy machine long turns and waits mean nothing.
      MAX_LOOP_DELAY_MS: '60000',
      MAX_QUEUE_WAIT_MS: '60000',
      // This command line is complete: nothing is added to it.
      ...(entry !== 'npm start' && NODE_OPTIONS !== undefined && { NODE_OPTIONS }),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: entry === 'npm start',
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  return { child, output: () => text }
}

/**
 * An empty folder, for the service's data; it goes with the test. A service that still runs may write into it while it
 * is removed. This is no failure: the next hook, which ends the service, would not run. The run removes what is left.
 */
export async function temporaryFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'commerce-service-'))
  t.after(() => rm(path, { recursive: true, force: true }).catch(() => {}))
  return path
}
