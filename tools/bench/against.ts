import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Outcome } from './outcome.ts'
import { median } from './statistics.ts'

const here = fileURLToPath(new URL('../../', import.meta.url))

export interface Against {
  commit: string
  rows: readonly string[]
  quick: boolean
  write(line: string): void
}

/**
 * Measures rows of this checkout and of another commit, in turns. Each runs its own bench on its own databases, so that
 * each schema has the statements that were written for it.
 */
export function measureAgainst({ commit, rows, quick, write }: Against): void {
  const there = checkOut(commit, write)
  const turns = quick ? 3 : 5
  const ours: Outcome[][] = []
  const theirs: Outcome[][] = []
  for (let turn = 0; turn < turns; turn++) {
    const sides = [() => ours.push(measure(here, rows)), () => theirs.push(measure(there, rows))]
    for (const side of turn % 2 === 0 ? sides : sides.reverse()) side()
    write(`turn ${turn + 1} of ${turns} measured`)
  }
  for (const line of compareTurns(ours, theirs, commit)) write(line)
}

/** A worktree with its own packages and data, kept for the next time. */
function checkOut(commit: string, write: Against['write']): string {
  const folder = join(tmpdir(), `bench-against-${commit}`)
  if (existsSync(join(folder, 'node_modules'))) return folder
  write(`checking out ${commit}`)
  if (!existsSync(folder)) execFileSync('git', ['worktree', 'add', '--detach', folder, commit], { cwd: here })
  execFileSync('npm', ['ci'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

function measure(folder: string, rows: readonly string[]): Outcome[] {
  const { status } = spawnSync('npm', ['run', '--silent', 'bench', '--', '--quick', ...rows], { cwd: folder })
  if (status !== 0) throw new Error(`the bench in ${folder} ended with ${status}`)
  const { rows: kept } = JSON.parse(readFileSync(join(folder, 'tools/bench/results/latest.json'), 'utf8'))
  return rows.flatMap((row) => kept[row].outcomes)
}

/** Median and range of each figure of each outcome, ours by theirs. */
export function compareTurns(ours: readonly Outcome[][], theirs: readonly Outcome[][], commit: string): string[] {
  return (ours[0] ?? []).flatMap(({ work, unit }, n) => {
    const lines = figures.flatMap(([name, of]) => {
      const [mine, others] = [ours, theirs].map((turns) => turns.map((turn) => turn[n] && of(turn[n])).filter(isNumber))
      if (!mine?.length || !others?.length) return []
      const ratio = median(mine) / median(others)
      return [`  ${name || unit}: ${range(mine)}, ${commit} ${range(others)}, ${ratio.toFixed(2)} of it`]
    })
    return ['', work, ...lines]
  })
}

const figures: [name: string, of: (outcome: Outcome) => number | undefined][] = [
  ['', ({ value }) => value],
  ['requests a second', ({ ours }) => ours?.rate],
  ['CPU of the process, µs a request', ({ cpu, ours }) => cpu?.ours.process[0] ?? ours?.cpuMicros],
  ['CPU of the database, µs a request', ({ cpu, ours }) => cpu?.ours.database[0] ?? ours?.databaseCpuMicros],
  ['memory of the process, MB', ({ ours }) => ours?.memoryMb],
]

const isNumber = (value: number | undefined) => value !== undefined

function range(values: readonly number[]): string {
  const shown = (value: number) => Number(value.toPrecision(3))
  return `${shown(median(values))} (${shown(Math.min(...values))} to ${shown(Math.max(...values))})`
}
