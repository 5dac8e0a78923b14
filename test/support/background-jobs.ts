import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import type { Job } from '#src/platform/jobs/index.ts'
import { runInBackground } from '#src/platform/jobs/runner.ts'
import type { TestApp } from './app.ts'
import { maxWaitMs } from './until.ts'

const holder = fileURLToPath(new URL('hold-job.ts', import.meta.url))
export const quick = { pollMs: 20, leaseMs: 1_000 }
/** With leases that no pause of this process outlasts, for all that do not wait for the end of one. */
export const patient = { ...quick, leaseMs: maxWaitMs }

/** For tests of jobs: call `clean` after each. */
export function jobTools(service: () => TestApp) {
  /** Also run for a test that failed midway, so that nothing keeps the process alive. */
  const cleanups: (() => unknown)[] = []
  const clean = async () => {
    await Promise.all(cleanups.splice(0).map((end) => end()))
    await sql`delete from jobs`.execute(service().deps.db)
  }

  const job = (
    name: string,
    run: (payload: { n: number }) => Promise<void> = async () => {},
  ): Job<{ n: number }, object> => ({ name, run: (_, payload) => run(payload) })

  function run(handlers: Job<{ n: number }, object> | Job<{ n: number }, object>[], options = patient) {
    const runner = runInBackground(service().deps, [{ jobs: [handlers].flat() }], options)
    cleanups.push(runner.stop)
    return runner
  }

  function latch(): { released: Promise<void>; release(): void } {
    const { promise, resolve } = Promise.withResolvers<void>()
    cleanups.push(resolve)
    return { released: promise, release: resolve }
  }

  async function waiting(): Promise<{ n: number; attempts: number; pause: number }[]> {
    const { rows } = await sql<{ n: number; attempts: number; pause: number }>`
      select (payload->>'n')::int as n, attempts, extract(epoch from due_at - now()) as pause
        from jobs order by 1`.execute(service().deps.db)
    return rows
  }

  /** A process that leases the job and does not end it. */
  async function holdInOtherProcess(leaseMs = quick.leaseMs): Promise<ChildProcess> {
    const words = [holder, service().databaseUrl, String(leaseMs)]
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    cleanups.push(() => child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    return child
  }
  return { job, run, latch, waiting, holdInOtherProcess, cleanups, clean }
}
