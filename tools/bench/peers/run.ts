import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommandLine, refuseUnknown } from '../../command-line.ts'
import { type Bench, openBench } from '../context.ts'
import { loadOfOthers } from '../report.ts'
import { openMedusa } from './medusa.ts'
import { openOurs } from './ours.ts'
import { drawLiveShop } from './picture.ts'
import { type Line, peerRows, type Running, type Stage } from './rows.ts'
import type { CatalogProduct, System, SystemName } from './system.ts'
import { keepRow, tableOf } from './table.ts'
import { openVendure } from './vendure.ts'

type OpenPeer = (bench: Bench, folder: string, catalog: CatalogProduct[]) => Promise<System>
const peers: Partial<Record<SystemName, OpenPeer>> = { Vendure: openVendure, Medusa: openMedusa }
const peerNames = Object.keys(peers).map((name) => name.toLowerCase())

/**
 * `npm run bench:peers` installs the peers in a temporary folder, gives them our products and measures every row in
 * turns; `npm run bench:peers -- list search` some rows; `--quick` with short rounds; `--keep` leaves the installed
 * peers for the next run with `--keep`; `--without medusa` leaves one out.
 */
const { quick, keep, without, names } = readCommandLine(
  `npm run bench:peers -- [--quick] [--keep] [--without ${peerNames.join('|')}] [row …]\n` +
    '  --quick    short rounds\n' +
    '  --keep     leaves the installed peers for the next run with --keep\n' +
    '  --without  leaves a peer out\n\n' +
    `Rows: ${Object.keys(peerRows).join(', ')}`,
  {
    quick: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    without: { type: 'string', multiple: true, default: [] as string[] },
  },
  (values, names) => {
    refuseUnknown('row', names, Object.keys(peerRows))
    refuseUnknown('peer', values.without, peerNames)
    return { ...values, names }
  },
)
const write = (line: string) => void process.stdout.write(`${line}\n`)

const kept = join(tmpdir(), 'commerce-bench-peers')
const folder = keep ? kept : await mkdtemp(join(tmpdir(), 'bench-peers-'))
await mkdir(folder, { recursive: true })
const bench = await openBench({ quick, keepData: false, say: write })
const systems: System[] = []
const faults = new Map<SystemName, string>()
try {
  const { systems: ours, catalog } = await openOurs(bench)
  systems.push(...ours)
  for (const [name, open] of Object.entries(peers) as [SystemName, OpenPeer][]) {
    if (without.includes(name.toLowerCase())) continue
    await attempt(name, async () => systems.push(await open(bench, join(folder, name.toLowerCase()), catalog)))
  }
  await measure()
} finally {
  for (const system of systems) await system.close()
  await bench.close()
  if (!keep) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function measure(): Promise<void> {
  let running: Promise<Running[]> | undefined
  const stage: Stage = {
    // A slow peer answers few requests in a second; the rounds are longer than those of `npm run bench`.
    rounds: 3,
    seconds: quick ? 4 : 10,
    systems,
    running() {
      running ??= startAll()
      return running
    },
  }
  const versions = Object.fromEntries(systems.map(({ name, version }) => [name, version]))
  const lines: Line[] = []
  try {
    for (const [row, run] of Object.entries(peerRows)) {
      if (names.length > 0 && !names.includes(row)) continue
      const loadBefore = loadOfOthers()
      write(`measuring ${row}`)
      const measured = await run(stage)
      for (const { cells } of measured) for (const [name, fault] of faults) cells[name] ??= { fault }
      const results = await keepRow(row, measured, {
        quick,
        loadBefore,
        postgresVersion: bench.postgresVersion,
        versions,
      })
      await drawLiveShop(results)
      lines.push(...measured)
    }
  } finally {
    for (const { server } of (await running) ?? []) await server.stop()
  }
  write(`\n${tableOf(lines, versions)}`)
}

async function startAll(): Promise<Running[]> {
  const started: Running[] = []
  for (const system of systems) {
    await attempt(system.name, async () => {
      const server = await system.start()
      try {
        started.push({ system, server, work: await system.work(server.url) })
      } catch (error) {
        await server.stop()
        throw error
      }
    })
  }
  return started
}

/** A peer's failure is reported in the table and does not stop the others. */
async function attempt(name: SystemName, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error)
    faults.set(name, fault)
    write(`${name}: ${fault}`)
  }
}
