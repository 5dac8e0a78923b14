/** What a file says of orders. */
interface TrackingFile {
  /** Tracking number by order number. */
  numbers: ReadonlyMap<string, string>
  /** Lines that name none of the orders, as they start. */
  unknown: readonly string[]
}

/** Heads of a column of tracking numbers, in words that carriers' programs write. */
const trackingHead = /track|sendung|suivi|seguimiento|paketnummer|parcel number|consignment/i

/**
 * Reads a carrier's file of tracking numbers: columns are divided by comma, semicolon or tab. The order is the cell
 * that is an order's number; its tracking number stands in the column whose head says so, or else behind the order's.
 */
export async function readTrackingFile(text: string, orderNumbers: readonly string[]): Promise<TrackingFile> {
  const { parse } = await import('csv-parse/browser/esm/sync')
  const rows: string[][] = parse(text, {
    bom: true,
    delimiter: [',', ';', '\t'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  })
  const orders = new Map(orderNumbers.map((number) => [keyOf(number), number]))
  const column = rows[0]?.findIndex((cell) => trackingHead.test(cell)) ?? -1
  const numbers = new Map<string, string>()
  const unknown: string[] = []
  for (const row of column === -1 ? rows : rows.slice(1)) {
    const at = row.findIndex((cell) => orders.has(keyOf(cell)))
    const order = orders.get(keyOf(row[at] ?? ''))
    const number = column === -1 ? row.slice(at + 1).find((cell) => cell !== '') : row[column]
    if (order === undefined) unknown.push(row.find((cell) => cell !== '') ?? '')
    else if (number) numbers.set(order, number)
  }
  return { numbers, unknown }
}

const keyOf = (number: string) => number.replace(/^#/, '').trim().toUpperCase()
