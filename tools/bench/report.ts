import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { cpus, loadavg, totalmem, type } from 'node:os'
import type { Measured } from './harness.ts'
import { type Cpu, type Figure, isReached, type Outcome } from './outcome.ts'
import { drawLatency } from './picture.ts'

/** What came out: on the terminal, as JSON, and as a picture. */

const folder = new URL('results/', import.meta.url)

export function printOutcome(outcome: Outcome, write: (line: string) => void): void {
  const { work, yardstick, ours, theirs, cpu, notes = [], reach } = outcome
  const verdict = Number.isFinite(reach) ? `   ${describeReach(outcome)}: ${isReached(outcome) ? 'yes' : 'NO'}` : ''
  write(`\n${work}${yardstick && `\n  beside ${yardstick}`}`)
  write(`  ${describeValue(outcome)}${verdict}`)
  if (ours) write(`  ours      ${describeMeasured(ours)}`)
  if (theirs) write(`  yardstick ${describeMeasured(theirs)}`)
  if (cpu) for (const line of describeCpu(cpu)) write(`  ${line}`)
  for (const note of notes) write(`  ${note}`)
}

export function describeValue({ value, unit, spread }: Outcome): string {
  const digits = unit === 'times' || (unit === 'ms' && value < 100) ? 2 : 0
  const range = spread ? ` (${spread.map((bound) => bound.toFixed(digits)).join(' to ')})` : ''
  return `${value.toFixed(digits)}${unit && ` ${unit}`}${range}`
}

export function describeReach({ reach, better, unit }: Outcome): string {
  return `reach ${better === 'more' ? 'at least' : 'at most'} ${reach}${unit && ` ${unit}`}`
}

/** CPU per request, process and database, including background writes. */
function describeCpu({ ours, theirs, ratio }: NonNullable<Outcome['cpu']>): string[] {
  const micros = ([middle, low, high]: Figure) => `${middle.toFixed(0)} (${low.toFixed(0)} to ${high.toFixed(0)})`
  const both = ({ process, database }: Cpu) => `${micros(process)} + ${micros(database)} µs`
  const [middle, low, high] = ratio.map((value) => value.toFixed(2))
  return [
    `CPU of a request, process + database: ours ${both(ours)}, yardstick ${both(theirs)}`,
    `yardstick's CPU by ours: ${middle} (${low} to ${high})`,
  ]
}

function describeMeasured(measured: Measured): string {
  const { rate, p50, p95, p99, cpuMicros, databaseCpuMicros, statements, memoryMb } = measured
  const parts = [
    `${rate.toFixed(0)}/s`,
    `p50 ${p50.toFixed(1)} p95 ${p95.toFixed(1)} p99 ${p99.toFixed(1)} ms`,
    ...(cpuMicros === undefined ? [] : [`CPU ${cpuMicros.toFixed(0)} µs`]),
    ...(databaseCpuMicros === undefined ? [] : [`database CPU ${databaseCpuMicros.toFixed(0)} µs`]),
    ...(statements === undefined ? [] : [`${statements.toFixed(1)} statements`]),
    ...(memoryMb === undefined ? [] : [`${memoryMb.toFixed(0)} MB`]),
  ]
  return parts.join(', ')
}

interface Results {
  machine: Record<string, unknown>
  /** By row: when it was measured, of which commit, under which load of others, and what came out. */
  rows: Record<string, { date: string; commit: string; quick: boolean; loadBefore: number; outcomes: Outcome[] }>
}

const file = new URL('latest.json', folder)

/** Keeps the outcomes of a row beside those of the others. */
export async function keep(
  row: string,
  outcomes: Outcome[],
  about: { quick: boolean; loadBefore: number; postgresVersion: string },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const known = await readResults()
  const { postgresVersion, ...circumstances } = about
  const results: Results = {
    machine: machine(postgresVersion),
    rows: { ...known?.rows, [row]: { date: new Date().toISOString(), commit: commit(), ...circumstances, outcomes } },
  }
  await writeFile(file, `${JSON.stringify(results, rounded, 1)}\n`)
  const lines = Object.values(results.rows)
    .flatMap(({ outcomes: each }) => each)
    .flatMap(({ work, sizes }) => (sizes === undefined ? [] : [{ work, sizes }]))
  if (lines.length === 0) return
  const drawn = lines.map(({ work, sizes }) => ({
    name: (work.split(/[,:]/)[0] ?? work).replace(/^(GET|POST) /, ''),
    points: sizes.map(({ size, p95 }) => ({ size, milliseconds: p95 })),
  }))
  await writeFile(new URL('latency.svg', folder), drawLatency('p95 over products and orders in the database', drawn))
}

async function readResults(): Promise<Results | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as Results)
}

/** Four digits say all there is to say. */
export function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}

export function machine(postgresVersion: string): Record<string, unknown> {
  const version = (name: string) =>
    (createRequire(import.meta.url)(`${name}/package.json`) as { version: string }).version
  return {
    system: type(),
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    versions: { node: process.version, postgres: postgresVersion, fastify: version('fastify'), pg: version('pg') },
  }
}

export function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

export const loadOfOthers = (): number => loadavg()[0] ?? 0
