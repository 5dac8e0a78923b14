import type { Measured } from '../harness.ts'
import { median } from '../statistics.ts'
import type { SystemName } from './system.ts'

/** One figure of one system, beside ours. */
export interface Cell {
  value: number
  /** The lowest and the highest of the rounds. */
  spread: [number, number]
  /** Factor by which ours is better, per round: median, lowest and highest. */
  ours?: { times: number; spread: [number, number] }
  /** Everything about the round in the middle. */
  measured?: Measured
  notes?: string[]
}

export type Cells = Partial<Record<SystemName, Cell | { fault: string }>>

/** Result of a system in one turn: a figure, or a whole measurement with the figure as `value`. */
export type Turn = () => Promise<{ value: number; measured?: Measured; note?: string }>

/**
 * Runs the systems alternately, so that all get the same machine; each round begins with another one, so that none
 * always finds the caches warm. A failing system is removed, with its reason, and the others go on.
 */
export async function alternateSystems(
  turns: Partial<Record<SystemName, Turn>>,
  { rounds, better }: { rounds: number; better: 'more' | 'less' },
): Promise<Cells> {
  const systems = Object.entries(turns) as [SystemName, Turn][]
  const taken = new Map(systems.map(([name]) => [name, [] as Awaited<ReturnType<Turn>>[]]))
  const faults = new Map<SystemName, string>()
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < systems.length; n++) {
      const [name, turn] = systems[(round + n) % systems.length] ?? []
      if (name === undefined || turn === undefined || faults.has(name)) continue
      try {
        taken.get(name)?.push(await turn())
      } catch (error) {
        faults.set(name, error instanceof Error ? error.message : String(error))
      }
    }
  }
  const ours = (taken.get('ours') ?? []).map(({ value }) => value)
  const cells: Cells = {}
  for (const [name] of systems) {
    const fault = faults.get(name)
    cells[name] = fault === undefined ? cellOf(taken.get(name) ?? [], name === 'ours' ? [] : ours, better) : { fault }
  }
  return cells
}

function cellOf(rounds: Awaited<ReturnType<Turn>>[], ours: readonly number[], better: 'more' | 'less'): Cell {
  const values = rounds.map(({ value }) => value)
  const middle = [...rounds].sort((a, b) => a.value - b.value)[Math.floor(rounds.length / 2)]
  const notes = [...new Set(rounds.flatMap(({ note }) => note ?? []))]
  const times = values.flatMap((value, round) => {
    const own = ours[round]
    return own === undefined ? [] : [better === 'more' ? own / value : value / own]
  })
  return {
    value: median(values),
    spread: [Math.min(...values), Math.max(...values)],
    ...(times.length > 0 && { ours: { times: median(times), spread: [Math.min(...times), Math.max(...times)] } }),
    ...(middle?.measured && { measured: middle.measured }),
    ...(notes.length > 0 && { notes }),
  }
}
