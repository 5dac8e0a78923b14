import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { EngineOptions } from '#src/modules/webhooks/engine/engine-options.ts'

/** What a worker process is told: plain data, since it is another process. */
export interface WorkerPlan {
  databaseUrl: string
  /** Those that sealed the subscriptions' secrets. */
  secrets: { kid: string; secret: string }[]
  environment?: Record<string, string>
  options?: Partial<Omit<EngineOptions, 'sender'>>
  /** Dies by SIGKILL at its `after`-th attempt. */
  death?: { at: DeathMoment; after: number }
  /** Dies by SIGKILL at each attempt to send to this address. */
  poison?: string
  /** Its time of day is wrong by so much. */
  clockOffsetMs?: number
}

export const deathMoments = ['before sending', 'while sending', 'after the answer'] as const
export type DeathMoment = (typeof deathMoments)[number]

export interface WorkerProcess {
  child: ChildProcess
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string>
  signal(signal: NodeJS.Signals): void
  /** Its time of day when it was ready, beside ours. */
  clockOffsetMs: number
}

const fileOf = (name: string) => fileURLToPath(new URL(`${name}.ts`, import.meta.url))

/** Starts a process that delivers; ready when it has started its engine. It is killed with the test at the latest. */
export async function startWorker(t: TestContext, plan: WorkerPlan): Promise<WorkerProcess> {
  const { PATH, HOME, NODE_COMPILE_CACHE, NODE_OPTIONS, TEST_LOG } = process.env
  const { clockOffsetMs } = plan
  const preload = clockOffsetMs === undefined ? [] : ['--import', fileOf('shifted-clock')]
  const child = spawn(process.execPath, [...preload, fileOf('worker-process'), JSON.stringify(plan)], {
    env: {
      PATH,
      HOME,
      NODE_COMPILE_CACHE,
      ...(NODE_OPTIONS !== undefined && { NODE_OPTIONS }),
      ...(TEST_LOG !== undefined && { TEST_LOG }),
      ...(clockOffsetMs !== undefined && { CLOCK_OFFSET_MS: String(clockOffsetMs) }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // SIGKILL ends stopped processes, too.
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string)
  const [said] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then((reason) => Promise.reject(new Error(`the worker ended with ${reason} before it was ready`))),
  ])) as [Buffer]
  child.stdout.resume()
  const clock = Number(/ready (\d+)/.exec(said.toString())?.[1]) - Date.now()
  return { child, ended, signal: (signal) => void child.kill(signal), clockOffsetMs: clock }
}
