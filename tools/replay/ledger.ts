/** Kinds of invoices in the file: goods sold, goods taken back, a stock keeper's note without a price, or other. */
export type Kind = 'sale' | 'cancellation' | 'stock' | 'other'

export interface Sum {
  invoices: number
  lines: number
  units: number
  pence: number
}

export interface LeftOut extends Sum {
  kind: Kind
  reason: string
}

export const nothing: Readonly<Sum> = { invoices: 0, lines: 0, units: 0, pence: 0 }

export function add(a: Sum, b: Sum): Sum {
  return {
    invoices: a.invoices + b.invoices,
    lines: a.lines + b.lines,
    units: a.units + b.units,
    pence: a.pence + b.pence,
  }
}

/** Lines added up; as a part of an invoice they make none. */
export function sumOf(lines: readonly { quantity: number; pence: number }[], invoices = 0): Sum {
  return {
    invoices,
    lines: lines.length,
    units: lines.reduce((units, line) => units + line.quantity, 0),
    pence: lines.reduce((pence, line) => pence + line.quantity * line.pence, 0),
  }
}

/** Everything of the file that does not reach the API, each with its reason: file less ledger is what is expected. */
export class Ledger {
  readonly #entries = new Map<string, LeftOut>()

  constructor(before: readonly LeftOut[] = []) {
    for (const entry of before) this.leave(entry.kind, entry.reason, entry)
  }

  leave(kind: Kind, reason: string, sum: Sum): void {
    const key = `${kind} ${reason}`
    this.#entries.set(key, { ...add(this.#entries.get(key) ?? nothing, sum), kind, reason })
  }

  entries(): LeftOut[] {
    return [...this.#entries.values()]
  }
}

export function totalLeftOut(entries: readonly LeftOut[], kind: Kind): Sum {
  return entries.filter((entry) => entry.kind === kind).reduce<Sum>(add, nothing)
}
