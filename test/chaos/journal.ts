/** What a run counts, what it did when, and the promises it saw broken. */
export interface Journal {
  count(name: string): void
  counts: Map<string, number>
  /** A line of the timeline. */
  note(text: string): void
  timeline: string[]
  /** A broken promise, with what shows it. */
  fault(promise: string, evidence: unknown): void
  faults: Map<string, unknown[]>
}

export function createJournal(watch: (line: string) => void): Journal {
  const begun = performance.now()
  const counts = new Map<string, number>()
  const timeline: string[] = []
  const faults = new Map<string, unknown[]>()
  const note = (text: string) => {
    const line = `${((performance.now() - begun) / 1_000).toFixed(1).padStart(6)} s  ${text}`
    timeline.push(line)
    watch(line)
  }
  return {
    counts,
    timeline,
    faults,
    note,
    count: (name) => void counts.set(name, (counts.get(name) ?? 0) + 1),
    fault(promise, evidence) {
      if (!faults.has(promise)) note(`BROKEN: ${promise}: ${JSON.stringify(evidence)?.slice(0, 500)}`)
      faults.set(promise, [...(faults.get(promise) ?? []), evidence])
    },
  }
}

const rowsShown = 10

/** The broken promises with their rows. */
export function describeFaults({ faults }: Journal): string {
  return [...faults]
    .map(([promise, rows]) => {
      const shown = rows.slice(0, rowsShown).map((row) => `    ${JSON.stringify(row)}`)
      const more = rows.length > rowsShown ? [`    and ${rows.length - rowsShown} more`] : []
      return [`  ${promise} (${rows.length})`, ...shown, ...more].join('\n')
    })
    .join('\n')
}
