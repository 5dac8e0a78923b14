import type { BenchContext, Dataset } from '../context.ts'
import { inTurns, measureServer } from '../harness.ts'
import { compared, errorNotes, type Outcome, type Row } from '../outcome.ts'
import type { BenchServer } from '../processes.ts'
import { startService } from '../service.ts'
import { listRequests } from './requests.ts'

/** A list of 10,000 groups of 20 variants costs what one of 10,000 plain products costs. */
export const groups: Row = {
  name: 'list-groups',
  async run(context: BenchContext): Promise<Outcome[]> {
    const grouped = await context.dataset('g10k')
    const plain = await context.dataset('s10k')
    const [ours, theirs] = [await startService(grouped.url), await startService(plain.url)]
    try {
      const turn = async (service: BenchServer, dataset: Dataset) => {
        const requests = await listRequests(service, dataset, { deepest: 9_000, filters: [''] })
        const load = { connections: 16, expect: 200, requests }
        await measureServer(service, { ...load, seconds: 3 })
        return () => measureServer(service, { ...load, seconds: context.seconds }, dataset.meter)
      }
      const comparison = await inTurns({
        rounds: context.rounds,
        ours: await turn(ours, grouped),
        yardstick: await turn(theirs, plain),
      })
      return [
        compared(comparison, {
          work: 'GET /catalog/products, 20 of 10,000 groups of 20 variants, any page, 16 connections',
          yardstick: 'itself with 10,000 plain products',
          reach: 0.8,
          better: 'more',
          notes: errorNotes(comparison.ours, comparison.yardstick),
        }),
      ]
    } finally {
      await ours.stop()
      await theirs.stop()
    }
  },
}
