import type { BenchContext } from '../context.ts'
import { inTurns, measureServer } from '../harness.ts'
import { compared, errorNotes, type Outcome, type Row } from '../outcome.ts'
import { startService } from '../service.ts'
import { startBareServer } from '../yardsticks.ts'
import { listRequests } from './requests.ts'

/** The product list against a bare handler that runs the same statements. */
export const list: Row = {
  name: 'list',
  async run(context: BenchContext): Promise<Outcome[]> {
    const dataset = await context.dataset('s100k')
    const service = await startService(dataset.url)
    const requests = await listRequests(service, dataset, { deepest: 10_000 })
    const bare = await startBareServer(dataset, requests)
    try {
      const shape = { connections: 32, expect: 200 }
      const [ours, theirs] = [
        { ...shape, requests },
        { ...shape, requests: bare.requests },
      ]
      await measureServer(service, { ...ours, seconds: 2 })
      await measureServer(bare.server, { ...theirs, seconds: 2 })
      const comparison = await inTurns({
        rounds: context.rounds,
        ours: () => measureServer(service, { ...ours, seconds: context.seconds }, dataset.meter),
        yardstick: () => measureServer(bare.server, { ...theirs, seconds: context.seconds }, dataset.meter),
      })
      return [
        compared(comparison, {
          work: 'GET /catalog/products, 20 of 100,000, offsets and cursors, 32 connections',
          yardstick: 'bare Fastify handler with pg, the same statements',
          reach: 1,
          better: 'more',
          notes: errorNotes(comparison.ours, comparison.yardstick),
        }),
        memory(comparison.ours.memoryMb ?? 0, comparison.yardstick.memoryMb ?? 0),
      ]
    } finally {
      await service.stop()
      await bare.server.stop()
    }
  },
}

function memory(ours: number, theirs: number): Outcome {
  return {
    work: 'resident memory after that load, MB',
    yardstick: `bare handler: ${theirs.toFixed(0)} MB`,
    value: ours,
    unit: 'MB',
    reach: 200,
    better: 'less',
  }
}
