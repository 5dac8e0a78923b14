import cluster from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { AggregatorRegistry, type Registry } from 'prom-client'

/** A scrape reaches one process of several; it is answered with the figures of all, which only the supervisor can gather. */
interface Question {
  kind: 'metrics?'
  id: string
}

interface Reply {
  kind: 'metrics!'
  id: string
  text?: string
}

const patienceMs = 6_000

/** In the supervisor: gathers the figures of every process when one of them asks. */
export function answerForCluster(): void {
  const aggregator = new AggregatorRegistry()
  cluster.on('message', async (child, message: Question) => {
    if (message?.kind !== 'metrics?') return
    const reply: Reply = { kind: 'metrics!', id: message.id }
    // A process that is just ending does not answer; then the one that asked tells of itself alone.
    const text = await aggregator.clusterMetrics().catch(() => undefined)
    if (child.isConnected()) child.send(text === undefined ? reply : { ...reply, text })
  })
}

/** Lets the supervisor read this process's figures. */
export function joinCluster(metrics: Registry): void {
  if (!cluster.isWorker) return
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries(metrics)
}

/** The figures of all supervised processes, or of this one if it stands alone. */
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
    const timer = setTimeout(finish, patienceMs, undefined)
    process.on('message', listen)
    process.send?.({ kind: 'metrics?', id } satisfies Question)
  })
}
