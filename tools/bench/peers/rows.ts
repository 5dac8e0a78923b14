import { fill, load, type Measured, measureServer } from '../harness.ts'
import { priceChangesPerSecond, runDuringWrites } from '../live/shop.ts'
import type { Written } from '../live/writer.ts'
import { type BenchServer, runWorker } from '../processes.ts'
import { alternateSystems, type Cells, type Turn } from './alternate.ts'
import type { PurchasePlan, PurchaseResult } from './purchase.ts'
import type { System, SystemName, Work } from './system.ts'

/** A line of the table. */
export interface Line {
  work: string
  unit: '/s' | 'ms' | 'MB'
  better: 'more' | 'less'
  cells: Cells
}

export interface Stage {
  rounds: number
  seconds: number
  systems: System[]
  /** The running server of each system that runs, with what to ask of it. They stay until the end. */
  running(): Promise<Running[]>
}

export interface Running {
  system: System
  server: BenchServer
  work: Work
}

export type PeerRow = (stage: Stage) => Promise<Line[]>

const connections = 16

/** Lists and searches are asked for while prices change. */
const requestRow =
  (kind: 'list' | 'search' | 'profile', work: string): PeerRow =>
  async (stage) => {
    const cells = await inTurns(
      await running(stage, kind),
      stage.rounds,
      'more',
      async ({ system, server, work: asked }) => {
        const planOf = (amount: number) => ({
          connections,
          requests: asked[kind] ?? [],
          expect: 200,
          seconds: 0,
          amount,
        })
        const amount = await fill(stage.seconds, connections, (count) => load({ ...planOf(count), url: server.url }))
        const measure = () => measureServer(server, planOf(amount), system.meter)
        return kind === 'profile' ? async () => turnOf(await measure()) : () => turnBeside(server, asked, measure)
      },
    )
    return [{ work: `${work}, ${connections} connections`, unit: '/s', better: 'more', cells }]
  }

async function turnBeside(server: BenchServer, { writes }: Work, measure: () => Promise<Measured>) {
  const { result, written } = await runDuringWrites(server.url, writes, measure)
  const { note, ...turn } = turnOf(result)
  return { ...turn, note: [note, ...written.map(describeWrite)].filter(Boolean).join('; ') }
}

/** As short as a cell of the table, so that rounds which did the same say it once. */
const describeWrite = ({ name, perSecond, failed, fault }: Written) =>
  `${perSecond.toFixed(0)} ${name}/s${failed === 0 ? '' : ` (${failed} failed: ${fault})`}`

const besidePrices = `beside ${priceChangesPerSecond} price changes a second`

const list: PeerRow = async (stage) => {
  const lines = await requestRow('list', `product list: 20 of 10,000, Zipf over all pages, ${besidePrices}`)(stage)
  return [...lines, ...(await memory(stage))]
}

/** Resident memory of what has just been under load. */
async function memory(stage: Stage): Promise<Line[]> {
  const cells = await inTurns(await running(stage, 'list'), 1, 'less', async (each) => async () => {
    return { value: await each.server.memoryMb() }
  })
  return [{ work: 'resident memory after that load', unit: 'MB', better: 'less', cells }]
}

const buyers = 8

const purchase: PeerRow = async (stage) => {
  const cells = await inTurns(
    await running(stage, 'purchase'),
    stage.rounds,
    'more',
    async ({ system, server, work }) => {
      const buy = async (amount: number) => {
        if (work.purchase === undefined) throw new Error('nothing to buy')
        const plan: PurchasePlan = { ...work.purchase, url: server.url, connections: buyers, amount }
        const bought = await runWorker<PurchaseResult>('./peers/purchase.ts', plan)
        if (bought.count === 0) throw new Error(bought.fault ?? 'no purchase came to an end')
        return bought
      }
      const amount = await fill(stage.seconds, buyers, buy)
      return async () => {
        const before = await system.meter.statements()
        const { fault, ...bought } = await buy(amount)
        const statements = ((await system.meter.statements()) - before) / bought.count
        const memoryMb = await server.memoryMb()
        return { ...turnOf({ ...bought, statements, memoryMb }), ...(fault !== undefined && { note: fault }) }
      }
    },
  )
  return [{ work: `whole purchase, ${buyers} shoppers at once`, unit: '/s', better: 'more', cells }]
}

const start: PeerRow = async ({ systems, rounds }) => {
  const turns: Partial<Record<SystemName, Turn>> = {}
  for (const system of systems.filter(isShop)) {
    turns[system.name] = async () => {
      const server = await system.start()
      await server.stop()
      return { value: server.startMs }
    }
  }
  const cells = await alternateSystems(turns, { rounds, better: 'less' })
  return [{ work: 'start to first answer, its database up', unit: 'ms', better: 'less', cells }]
}

const size: PeerRow = async ({ systems }) => {
  const turns: Partial<Record<SystemName, Turn>> = {}
  for (const { name, modulesMb } of systems.filter(isShop)) turns[name] = async () => ({ value: await modulesMb() })
  const cells = await alternateSystems(turns, { rounds: 1, better: 'less' })
  return [{ work: 'node_modules to run it, without PostgreSQL', unit: 'MB', better: 'less', cells }]
}

export const peerRows: Record<string, PeerRow> = {
  list,
  search: requestRow('search', `search: one word, Zipf over 200 words, 20 products, ${besidePrices}`),
  profile: requestRow('profile', 'profile of the signed-in user'),
  purchase,
  start,
  size,
}

const isShop = ({ name }: System) => name !== 'plain handler'

/** The servers that can be asked for it. */
async function running(stage: Stage, kind: keyof Work): Promise<Running[]> {
  return (await stage.running()).filter(({ work }) => work[kind] !== undefined)
}

/** Turns of running servers. What cannot be prepared is out from the beginning. */
async function inTurns(
  running: Running[],
  rounds: number,
  better: 'more' | 'less',
  prepare: (each: Running) => Promise<Turn>,
): Promise<Cells> {
  const turns: Partial<Record<SystemName, Turn>> = {}
  for (const each of running) {
    const prepared = await prepare(each).catch((error: Error) => error)
    turns[each.system.name] =
      prepared instanceof Error
        ? async () => {
            throw prepared
          }
        : prepared
  }
  return alternateSystems(turns, { rounds, better })
}

function turnOf(measured: Measured): Awaited<ReturnType<Turn>> {
  if (measured.rate === 0) throw new Error('nothing was answered as expected')
  const note = `${measured.errors} of ${measured.count} were not answered as expected`
  return { value: measured.rate, measured, ...(measured.errors > 0 && { note }) }
}
