import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'

/** What a column says. */
export const columnRoles = [
  ...(['date', 'amount', 'direction', 'currency', 'name', 'text', 'reference', 'id', 'account'] as const),
] as const
export type ColumnRole = (typeof columnRoles)[number]

/** The titles of the columns that have it; several texts are joined. */
export type Columns = Partial<Record<ColumnRole, string[]>>

const required = ['date', 'amount', 'text'] as const
const maxTitle = 100

/**
 * Reads `date=Booking date,amount=Amount,text=Details`; a title with a comma stands in quotes.
 * @throws AppError VALIDATION_ERROR
 */
export function readColumns(typed: string): Columns {
  const faults: FieldFault[] = []
  const fault = (message: string) => faults.push({ field: 'columns', message })
  const columns: Columns = {}
  for (const pair of typed.match(/(?:"[^"]*"|[^,"])+/g) ?? []) {
    const [, role = '', title = ''] = /^\s*"?([a-z]+)=(.*?)"?\s*$/s.exec(pair) ?? []
    const readRole = columnRoles.find((one) => one === role)
    const name = title.replace(/^"/, '').trim()
    if (readRole === undefined) fault(`has only ${columnRoles.join(', ')}, each as ${columnRoles[0]}=<title>`)
    else if (name === '' || name.length > maxTitle) fault(`${role} must be the title of a column`)
    else if (readRole !== 'text' && columns[readRole] !== undefined) fault(`has ${role} twice`)
    else columns[readRole] = [...(columns[readRole] ?? []), name]
  }
  for (const role of required) if (columns[role] === undefined) fault(`must say which column is the ${role}`)
  if (faults.length > 0) throw invalid(...faults)
  return columns
}

/** As titles are compared. */
function titleKey(title: string): string {
  return title.replace(/\s+/g, ' ').trim().toLowerCase()
}

/** For each role the positions of its columns in a row of titles; undefined if one is missing. */
export function positionsIn(
  row: readonly string[],
  columns: Columns,
): Partial<Record<ColumnRole, number[]>> | undefined {
  const titles = row.map(titleKey)
  const found: Partial<Record<ColumnRole, number[]>> = {}
  for (const role of columnRoles) {
    const positions = columns[role]?.map((title) => titles.indexOf(titleKey(title)))
    if (positions?.includes(-1)) return undefined
    if (positions !== undefined) found[role] = positions
  }
  return found
}

/** Titles that banks use, for a first file that comes without `columns`. */
const usual: Record<Exclude<ColumnRole, 'id' | 'account'>, string[]> = {
  date: ['booking date', 'buchungstag', 'buchungsdatum', 'date', 'datum', 'transaction date', 'boekdatum'],
  amount: [
    'amount',
    'betrag',
    'betrag (eur)',
    'betrag (€)',
    'bedrag',
    'bedrag (eur)',
    'umsatz',
    'credit',
    'gutschrift',
  ],
  direction: ['debit/credit', 'af bij', 'soll/haben', 'credit/debit'],
  currency: ['currency', 'währung', 'waehrung', 'munt', 'valuta'],
  name: [
    ...['name', 'payer', 'zahlungspflichtige*r', 'beguenstigter/zahlungspflichtiger', 'name zahlungsbeteiligter'],
    ...[
      'auftraggeber',
      'auftraggeber/empfänger',
      'naam tegenpartij',
      'naam / omschrijving',
      'counterparty',
      'partner name',
    ],
  ],
  text: [
    'verwendungszweck',
    'details',
    'description',
    'reference',
    'buchungstext',
    'mededelingen',
    'payment reference',
  ],
  reference: ['end-to-end reference', 'end-to-end-referenz', 'kundenreferenz', 'kundenreferenz (end-to-end)'],
}

/** The columns of a row of titles that says day, amount and text in words that banks use. */
export function usualColumns(row: readonly string[]): Columns | undefined {
  const byKey = new Map(row.map((title) => [titleKey(title), title.trim()]))
  const columns: Columns = {}
  for (const [role, titles] of Object.entries(usual)) {
    const title = titles.map((one) => byKey.get(one)).find((one) => one !== undefined)
    if (title !== undefined) columns[role as ColumnRole] = [title]
  }
  return required.every((role) => columns[role] !== undefined) ? columns : undefined
}
