import { EventEmitter } from 'node:events'
import { type Runner, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker'
import type pg from 'pg'
import type { Database } from '#src/platform/db/pool.ts'
import { createPool } from '#src/platform/db/pool.ts'
import { holdSessionLock } from '#src/platform/db/session-lock.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { forgetAnswersInTime } from './idempotency-expiry.ts'
import type { Background, Sweep } from './index.ts'
import { createRecoverySweep, forgetFailedJobs } from './recovery.ts'
import { createSweepLocks, type SweepLocks } from './sweep-locks.ts'

export interface BackgroundRunner {
  /** Starts no more work and waits for what runs. */
  stop(): Promise<void>
}

export interface RunnerServices {
  db: Database
  databaseUrl: string
  logger: Logger
}

const jobConcurrency = 4
const restartDelayMs = 1_000
/** Looks for a job that failed in a row, at one a second for each of the worker's tasks. */
const failedLooksBeforeRestart = 2 * jobConcurrency

/** Runs the jobs and sweeps of all modules in this process until stopped. */
export async function runInBackground<Dependencies>(
  deps: Dependencies & RunnerServices,
  modules: readonly Background<Dependencies>[],
  { recoverEveryMs = 10_000 }: { recoverEveryMs?: number } = {},
): Promise<BackgroundRunner> {
  const jobs = modules.flatMap((module) => module.jobs ?? [])
  const locks = createSweepLocks(deps.databaseUrl)
  // Its own connections: what the worker asks for is not to wait behind the work it hands out.
  const pool = createPool({ url: deps.databaseUrl, size: jobConcurrency + 2, applicationName: 'commerce-jobs' })
  const letGo = () => Promise.all([locks.close(), pool.end()])
  const tasks = Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(deps, payload as never)]))
  const stopJobs = await keepWorking({ ...deps, pool }, tasks).catch(async (error) => {
    await letGo()
    throw error
  })
  const own = [createRecoverySweep(recoverEveryMs), forgetFailedJobs, forgetAnswersInTime]
  const sweeps = [
    ...own.map((sweep) => repeat<RunnerServices>(deps, sweep, locks)),
    ...modules.flatMap((module) => module.sweeps ?? []).map((sweep) => repeat(deps, sweep, locks)),
  ]
  return {
    async stop() {
      await Promise.all([stopJobs(), ...sweeps.map((stop) => stop())])
      await letGo()
    },
  }
}

/**
 * Keeps a job worker running until stopped. It ends by itself when it cannot record an outcome for long, a database that
 * is away, say; then another takes its place. So it does when it finds no way to look for jobs any more: graphile-worker
 * reads once which kinds of jobs there are, and if that one statement fails, it never looks again.
 */
async function keepWorking(deps: RunnerServices & { pool: pg.Pool }, tasks: TaskList): Promise<() => Promise<void>> {
  let stopped = false
  let worker = await startWorker(deps, tasks)
  let restart: NodeJS.Timeout | undefined
  const watch = () => {
    worker.ended.then((error) => {
      if (stopped) return
      deps.logger.error({ err: error }, 'the job worker ended; starting another')
      restart = setTimeout(tryAgain, restartDelayMs)
    })
  }
  const tryAgain = () => {
    startWorker(deps, tasks).then(
      (next) => {
        worker = next
        if (stopped) void worker.stop()
        else watch()
      },
      () => {
        if (!stopped) restart = setTimeout(tryAgain, restartDelayMs)
      },
    )
  }
  watch()
  return async () => {
    stopped = true
    clearTimeout(restart)
    await worker.stop()
  }
}

interface Worker {
  /** Settles when the worker has ended; with the reason, if it was not asked to. */
  ended: Promise<unknown>
  stop(): Promise<void>
}

async function startWorker(deps: RunnerServices & { pool: pg.Pool }, taskList: TaskList): Promise<Worker> {
  const events = new EventEmitter()
  let poolId = ''
  events.once('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
    poolId = workerPool.id
  })
  const runner = await run({
    pgPool: deps.pool,
    taskList,
    events,
    concurrency: jobConcurrency,
    pollInterval: 1_000,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 10_000,
    // Recorded by the batch, even of one, an outcome is tried again until it is; alone it is tried once, and a failure, which
    // nobody handles there, ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: workerLogger(deps),
  })
  const alive = await holdSessionLock(deps.databaseUrl, poolId).catch(async (error) => {
    await stopRunner(runner)
    throw error
  })
  const ended = Promise.race([
    runner.promise.then(
      () => undefined,
      (error: unknown) => error,
    ),
    blinded(events).then(async (error) => {
      await stopRunner(runner)
      return error
    }),
  ]).finally(() => alive.release())
  return {
    ended,
    async stop() {
      await stopRunner(runner)
      await ended
    },
  }
}

/** Settles with the fault when looking for jobs has failed again and again, and not once succeeded. */
function blinded(events: EventEmitter): Promise<unknown> {
  let failed = 0
  const seeing = () => {
    failed = 0
  }
  events.on('worker:getJob:empty', seeing)
  events.on('job:start', seeing)
  return new Promise((resolve) => {
    events.on('worker:getJob:error', ({ error }: { error: unknown }) => {
      if (++failed === failedLooksBeforeRestart) resolve(error)
    })
  })
}

/** Stopping one that is ending by itself already is no fault. */
async function stopRunner(runner: Runner): Promise<void> {
  await runner.stop().catch(() => {})
}

/** Repeats a sweep until stopped. */
function repeat<Dependencies>(
  deps: Dependencies & RunnerServices,
  sweep: Sweep<Dependencies>,
  locks: SweepLocks,
): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const schedule = () => {
    if (stopped) return
    timer = setTimeout(() => {
      running = locks
        .unlessTaken(sweep.name, () => sweep.run(deps))
        .catch((error) => deps.logger.error({ err: error, sweep: sweep.name }, 'sweep failed'))
        .then(schedule)
    }, sweep.everyMs(deps))
    timer.unref()
  }
  schedule()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}

function workerLogger({ logger }: RunnerServices): WorkerLogger {
  return new WorkerLogger((scope) => (level, message) => {
    if (level === 'error') logger.error({ scope }, message)
    else if (level === 'warning') logger.warn({ scope }, message)
    else logger.debug({ scope }, message)
  })
}
