import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** A scrape reaches one of several processes. It asks the supervisor, which can aggregate the metrics of all. */
interface Question {
  kind: 'metrics?'
  id: string
}

interface Reply {
  kind: 'metrics!'
  id: string
  text?: string
}

const timeoutMs = 6_000

/** Supervisor side: aggregates the metrics of all processes when one of them asks. */
export function answerForCluster(): void {
  const aggregator = new AggregatorRegistry()
  // In JSON a NaN gauge, whose value is unknown, would become null and be summed up as 0.
  cluster.setupPrimary({ serialization: 'advanced' })
  cluster.on('message', async (child, message: Question) => {
    if (message?.kind !== 'metrics?') return
    const reply: Reply = { kind: 'metrics!', id: message.id }
    // If a process is ending and does not answer, the asking process reports its own metrics only.
    const text = await aggregator.clusterMetrics().catch(() => undefined)
    if (child.isConnected()) child.send(text === undefined ? reply : { ...reply, text })
  })
}

/** Process side: lets the supervisor read this process's metrics. */
export function joinCluster(metrics: Registry): void {
  if (!cluster.isWorker) return
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries(metrics)
}

/** The metrics of all supervised processes, or of this one if there is no supervisor. */
export async function readMetrics(metrics: Registry): Promise<string> {
  return (cluster.isWorker ? await askSupervisor() : undefined) ?? metrics.metrics()
}

function askSupervisor(): Promise<string | undefined> {
  const id = randomUUID()
  return new Promise((resolve) => {
    const finish = (text: string | undefined) => {
      clearTimeout(timer)
      process.off('message', listen)
      resolve(text)
    }
    const listen = (message: Reply) => {
      if (message?.kind === 'metrics!' && message.id === id) finish(message.text)
    }
    const timer = setTimeout(finish, timeoutMs, undefined)
    process.on('message', listen)
    process.send?.({ kind: 'metrics?', id } satisfies Question)
  })
}
