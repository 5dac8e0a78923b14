import { inTurns, measureServer } from '../harness.ts'
import type { Outcome, Row } from '../outcome.ts'
import { startServer } from '../processes.ts'

/** What authentication costs: one bare server, the same answer with the service's guard before it and without. */
export const authentication: Row = {
  name: 'authentication',
  async run(context): Promise<Outcome[]> {
    const dataset = await context.dataset('s10k')
    const server = await startServer({
      file: './bare-server.ts',
      environment: { DATABASE_URL: dataset.url },
      readyPath: '/plain',
    })
    const load = (path: string, seconds: number) =>
      measureServer(server, {
        connections: 16,
        seconds,
        expect: 200,
        requests: dataset.shoppers.map((headers) => ({ path, headers })),
      })
    try {
      await load('/authenticated', 2)
      const costs: number[] = []
      const comparison = await inTurns({
        rounds: context.rounds + 2,
        ours: () => load('/authenticated', context.seconds),
        yardstick: () => load('/plain', context.seconds),
        value: ({ cpuMicros = 0 }) => cpuMicros,
        each: ({ ours, yardstick }) => costs.push((ours.cpuMicros ?? 0) - (yardstick.cpuMicros ?? 0)),
      })
      costs.sort((a, b) => a - b)
      return [
        {
          work: 'authentication of a request (token, revocation, device, rate limit), CPU',
          yardstick: 'the same handler without it',
          value: costs[costs.length >> 1] ?? 0,
          unit: 'µs',
          spread: [costs[0] ?? 0, costs.at(-1) ?? 0],
          reach: 30,
          better: 'less',
          ours: comparison.ours,
          theirs: comparison.yardstick,
        },
      ]
    } finally {
      await server.stop()
    }
  },
}
