/** Readers of search parameters: what is not understood is left out, so that an old link still opens the page. */

export function oneOf<Value extends string>(value: unknown, values: readonly Value[]): Value | undefined {
  return values.find((known) => known === value)
}

/** Numbers in the address are parsed by the router; a search for `123` is still text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function dayOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined
}

/** The item of a list whose dialog is open, by its id, or `new`. */
export interface OpenSearch {
  open?: string
}

export function readOpenSearch({ open }: Record<string, unknown>): OpenSearch {
  return { open: textOf(open) }
}
