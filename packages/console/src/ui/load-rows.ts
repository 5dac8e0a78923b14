type Rows = typeof import('./list-rows.tsx').Rows

let rows: Rows | undefined

/** Loads the rows of lists: with the first page of the first list, and not before it. */
export async function loadRows(): Promise<void> {
  rows ??= (await import('./list-rows.tsx')).Rows
}

/** Undefined until they are loaded. */
export const loadedRows = () => rows
