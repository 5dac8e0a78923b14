/** A note: values of a column that are dropped, changed, or kept although something is to be done; with the reason. */
export interface ColumnNote {
  column: string
  outcome: 'dropped' | 'changed' | 'kept'
  count: number
  reason: string
}

export interface ColumnNotes {
  dropped(column: string, reason: string): void
  changed(column: string, reason: string): void
  kept(column: string, reason: string): void
  list(): ColumnNote[]
}

/** Maximum reported notes: a header may have thousands of columns. */
const maxNotes = 300

/** Counts, by column and reason. */
export function columnNotes(): ColumnNotes {
  const notes = new Map<string, ColumnNote>()
  const count = (column: string, outcome: ColumnNote['outcome'], reason: string) => {
    const key = `${outcome} ${reason} ${column}`
    const note = notes.get(key)
    if (note) note.count++
    else if (notes.size < maxNotes) notes.set(key, { column: column.slice(0, 200), outcome, count: 1, reason })
  }
  return {
    dropped: (column, reason) => count(column, 'dropped', reason),
    changed: (column, reason) => count(column, 'changed', reason),
    kept: (column, reason) => count(column, 'kept', reason),
    list: () => [...notes.values()],
  }
}
