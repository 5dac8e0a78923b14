import { writeFile } from 'node:fs/promises'
import { type Bar, type BarChart, drawBars } from '../bars.ts'
import type { Line } from './rows.ts'
import type { SystemName } from './system.ts'
import type { PeerResults } from './table.ts'

/** The picture of README and docs/performance.md: how many requests a second each system answers in a live shop. */

const file = new URL('../../../docs/live-shop.svg', import.meta.url)
const titles: Record<SystemName, string> = {
  ours: 'this service',
  'plain handler': 'written by hand',
  Vendure: 'Vendure',
  Medusa: 'Medusa',
}

export async function drawLiveShop(results: PeerResults): Promise<void> {
  const drawing = drawingOf(results)
  if (drawing !== undefined) await writeFile(file, drawing)
}

/** Nothing before both rows were measured. */
export function drawingOf(results: PeerResults): string | undefined {
  const { list, search } = results.rows
  return list && search && drawBars(chartOf(results, list, search))
}

type Measured = PeerResults['rows'][string]

function chartOf({ machine, versions }: PeerResults, list: Measured, search: Measured): BarChart {
  return {
    title: 'Requests answered per second in a live shop',
    subtitle: '10,000 products, the popular ones requested most, while 5 prices change every second',
    footer: [
      'Written by hand: Fastify with pg, one SQL statement over one table; no rights, totals or ranking.',
      `${list.date.slice(0, 10)}: medians of three rounds, 16 connections, one process each, ` +
        `${machine['cores']} cores with PostgreSQL.`,
    ],
    groups: [
      { name: 'Product list, 20 per page', bars: barsOf(list.lines, versions) },
      { name: 'Search, 20 results', bars: barsOf(search.lines, versions) },
    ],
  }
}

function barsOf([line]: readonly Line[], versions: PeerResults['versions']): Bar[] {
  const names = Object.keys(titles) as SystemName[]
  const ours = line?.cells.ours
  const ownValue = ours && 'value' in ours ? ours.value : Number.NaN
  return names.flatMap((name) => {
    const cell = line?.cells[name]
    if (cell === undefined || 'fault' in cell) return []
    const own = name === 'ours'
    const version = own ? undefined : versions[name]
    const note = noteOf(ownValue / cell.value)
    return { name: [titles[name], version].filter(Boolean).join(' '), value: cell.value, own, ...(note && { note }) }
  })
}

/** The ratio to the service, from the figures of the picture; omitted close to 1, where the bars show it. */
function noteOf(times: number): string | undefined {
  if (!(times >= 1.5)) return undefined
  return `this service: ${Number(times.toPrecision(2)).toLocaleString('en')} times as many`
}
