import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { commit, machine, rounded } from '../report.ts'
import type { Cell } from './alternate.ts'
import type { Line } from './rows.ts'
import type { SystemName } from './system.ts'

/** What came out: one table on the terminal, and `results/peers.json`. */

export interface PeerResults {
  machine: Record<string, unknown>
  versions: Partial<Record<SystemName, string>>
  /** By row: when it was measured, of which commit, under which load of others, and its lines of the table. */
  rows: Record<string, { date: string; commit: string; quick: boolean; loadBefore: number; lines: Line[] }>
}

const folder = new URL('../results/', import.meta.url)
const file = new URL('peers.json', folder)
const others: SystemName[] = ['plain handler', 'Vendure', 'Medusa']

export async function keepRow(
  row: string,
  lines: Line[],
  about: { quick: boolean; loadBefore: number; postgresVersion: string; versions: PeerResults['versions'] },
): Promise<PeerResults> {
  const { postgresVersion, versions, ...circumstances } = about
  await mkdir(folder, { recursive: true })
  const text = await readFile(file, 'utf8').catch(() => undefined)
  const known = text === undefined ? undefined : (JSON.parse(text) as PeerResults)
  const results: PeerResults = {
    machine: machine(postgresVersion),
    versions: { ...known?.versions, ...versions },
    rows: { ...known?.rows, [row]: { date: new Date().toISOString(), commit: commit(), ...circumstances, lines } },
  }
  const written = `${JSON.stringify(results, rounded, 1)}\n`
  await writeFile(file, written)
  return JSON.parse(written) as PeerResults
}

/** A table in Markdown. */
export function tableOf(lines: Line[], versions: PeerResults['versions']): string {
  const title = (name: SystemName) => [name, versions[name]].filter(Boolean).join(' ')
  const head = ['', 'ours', ...others.flatMap((name) => [title(name), 'ours is better by'])]
  const rows = lines.map(({ work, unit, cells }) => [
    work,
    describe(cells.ours, unit),
    ...others.flatMap((name) => [describe(cells[name], unit), describeTimes(cells[name])]),
  ])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function describe(cell: Line['cells'][SystemName], unit: Line['unit']): string {
  if (cell === undefined) return 'not measured'
  if ('fault' in cell) return `failed: ${cell.fault.replace(/\s+/g, ' ').replaceAll('|', '/').slice(0, 200)}`
  const { value, measured, notes = [] } = cell
  const parts = [unit === '/s' ? `${number(value)}/s` : `${number(value)} ${unit}`]
  if (measured) parts.push(`p50 ${number(measured.p50)} ms`, `p99 ${number(measured.p99)} ms`)
  if (measured?.statements !== undefined) parts.push(`${number(measured.statements)} statements`)
  return [...parts, ...notes.map((note) => note.replaceAll('|', '/').slice(0, 200))].join(', ')
}

function describeTimes(cell: Line['cells'][SystemName]): string {
  const ours = cell === undefined || 'fault' in cell ? undefined : (cell satisfies Cell).ours
  if (ours === undefined) return ''
  const range = ours.spread[0] === ours.spread[1] ? '' : ` (${ours.spread.map(number).join(' to ')})`
  return `${number(ours.times)} times${range}`
}

/** Three digits say all there is to say. */
function number(value: number): string {
  return Number(value.toPrecision(value >= 100 ? 3 : 2)).toLocaleString('en-GB')
}
