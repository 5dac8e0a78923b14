/** Readers of search parameters: what is not understood is left out, so that an old link still opens the page. */

export function oneOf<Value extends string>(value: unknown, values: readonly Value[]): Value | undefined {
  return values.find((known) => known === value)
}

/** Numbers in the address are parsed by the router; a search for `123` is still text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A day that is in the calendar. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== value ? undefined : value
}

/** The code of a currency. */
export function currencyOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : undefined
}

/** An amount of money that the service understands. */
export function amountOf(value: unknown): number | undefined {
  const amount = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof amount === 'number' && amount >= 0 && amount <= 1_000_000_000 ? amount : undefined
}

/** The item of a list whose dialog is open, by its id, or `new`. */
export interface OpenSearch {
  open?: string
}

export function readOpenSearch({ open }: Record<string, unknown>): OpenSearch {
  return { open: textOf(open) }
}
