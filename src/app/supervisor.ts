import cluster, { type Address, type Worker } from 'node:cluster'
import type { Config, ProcessRole } from '#src/config.ts'
import type { Logger } from '#src/platform/lib/logger.ts'
import { answerForCluster } from './cluster-metrics.ts'
import { stopLimitMs, stopOnSignals } from './shutdown.ts'

const restartDelayMs = 1_000

/**
 * Keeps a number of web processes, which share one port, and one background process running: a process that exits is
 * restarted. Resolves to the port once every web process listens.
 */
export async function supervise(config: Config, logger: Logger, webProcesses: number): Promise<number> {
  answerForCluster()
  let stopping = false
  const start = (role: ProcessRole): Worker => {
    const child = cluster.fork({ COMMERCE_PROCESS: role })
    child.once('exit', (code, signal) => {
      if (stopping) return
      logger.error({ role, code, signal }, 'a process ended; starting another')
      setTimeout(() => !stopping && start(role), restartDelayMs)
    })
    return child
  }

  stopOnSignals(logger, stopLimitMs(config), async () => {
    stopping = true
    const children = Object.values(cluster.workers ?? {}).filter((child) => child !== undefined)
    await Promise.all(
      children.map((child) => {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.process.kill('SIGTERM')
        return ended
      }),
    )
  })

  start('background')
  const web = Array.from({ length: webProcesses }, () => start('web'))
  const [address] = await Promise.all(
    web.map((child) => new Promise<Address>((resolve) => child.once('listening', resolve))),
  )
  return address?.port ?? 0
}
