import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Config, ProcessRole } from '#src/config/config.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { answerForCluster } from './cluster-metrics.ts'
import { openDatabase } from './database.ts'
import { stopLimitMs, stopOnSignals } from './shutdown.ts'
import { StartFault } from './start-faults.ts'

const restartDelayMs = 1_000

/** Message of a process to its supervisor: it serves, or the reason why it cannot start. */
export interface StartReport {
  started?: true
  startFault?: string
}

/**
 * Keeps a number of web processes, which share one port, and one background process running: a process that exits is
 * restarted. Resolves to the port once all of them have started.
 * @throws StartFault if one of them cannot start the first time: its configuration is wrong, and would be wrong for the
 * next one
 */
export async function supervise(config: Config, logger: Logger, webProcesses: number): Promise<number> {
  answerForCluster()
  // Once for all processes, so that a fault of the database is logged once.
  await openDatabase(config, logger)
  let stopping = false
  let serving = false
  let port = 0
  const firstStart = Promise.withResolvers<void>()
  firstStart.promise.catch(() => {}) // awaited below
  const start = (role: ProcessRole, onStarted = () => {}): Worker => {
    const child = cluster.fork({ COMMERCE_PROCESS: role })
    let fault: string | undefined
    child.on('message', (report: StartReport) => {
      fault ??= report.startFault
      if (report.started) onStarted()
    })
    child.once('listening', (address) => {
      port = address.port
    })
    child.once('exit', (code, signal) => {
      if (stopping) return
      if (fault !== undefined && !serving) return firstStart.reject(new StartFault(fault))
      logger.error({ role, code, signal, fault }, 'a process ended; starting another')
      setTimeout(() => !stopping && start(role, onStarted), restartDelayMs)
    })
    return child
  }
  const stop = async () => {
    stopping = true
    const children = Object.values(cluster.workers ?? {}).filter((child) => child !== undefined)
    await Promise.all(
      children.map((child) => {
        const ended = once(child, 'exit')
        child.process.kill('SIGTERM')
        return ended
      }),
    )
  }
  stopOnSignals(logger, stopLimitMs(config), stop)

  const roles: ProcessRole[] = ['background', ...Array.from({ length: webProcesses }, () => 'web' as const)]
  const started = roles.map((role) => new Promise<void>((resolve) => void start(role, resolve)))
  await Promise.race([Promise.all(started), firstStart.promise]).catch(async (error) => {
    await stop()
    throw error
  })
  serving = true
  return port
}
