import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Outcome, Row } from '../outcome.ts'
import { startServer } from '../processes.ts'
import { median } from '../statistics.ts'

/** From `npm start` to the first answer, npm and the embedded database included. */
export const start: Row = {
  name: 'start',
  async run(context): Promise<Outcome[]> {
    const empty: number[] = []
    const initialised: number[] = []
    for (let round = 0; round < context.rounds; round++) {
      const folder = await mkdtemp(join(tmpdir(), 'bench-start-'))
      try {
        empty.push(await startOn(folder))
        initialised.push(await startOn(folder))
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      }
    }
    return [
      outcome('start on an initialised folder, its database included', initialised, 1_000),
      outcome('start on an empty folder, demo catalog included', empty, 4_000),
    ]
  },
}

async function startOn(folder: string): Promise<number> {
  const server = await startServer({
    file: { npm: ['start'] },
    environment: { DATA_DIR: folder, HOME: process.env['HOME'] ?? '' },
    readyPath: '/health/ready',
  })
  await server.stop()
  return server.startMs
}

function outcome(work: string, times: number[], reach: number): Outcome {
  return {
    work,
    yardstick: '',
    value: median(times),
    unit: 'ms',
    spread: [Math.min(...times), Math.max(...times)],
    reach,
    better: 'less',
  }
}
