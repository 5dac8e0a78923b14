import { CsvError, parse } from 'csv-parse/sync'
import { invalid } from '#src/platform/lib/errors.ts'
import { currencyDecimals, isCurrency } from '#src/platform/lib/money.ts'
import { nothingSkipped, type ReadStatement, readMoney, refuseTooMany, shortName, shortText } from './bank-credit.ts'
import { type ColumnRole, type Columns, positionsIn, usualColumns } from './csv-columns.ts'
import { dayOrderOf, readCellDay } from './csv-days.ts'

/** Rows before the titles: the account, the period. And most rows of a file. */
const [maxPreamble, maxRows] = [40, 20_000]

export interface ReadCsv extends ReadStatement {
  columns: Columns
}

/**
 * Reads a bank's CSV by the columns that the request names, else by those that the shop has named before, else by
 * titles that banks use.
 * @param currency of rows without one
 * @throws AppError VALIDATION_ERROR
 */
export function readCsv(
  text: string,
  { named, lastColumns, currency }: { named: Columns | undefined; lastColumns: readonly Columns[]; currency: string },
): ReadCsv {
  const choices = named === undefined ? lastColumns : [named]
  for (const delimiter of [';', ',', '\t', '|']) {
    for (const [at, row] of rowsOf(text, delimiter, maxPreamble).entries()) {
      const usual = named === undefined ? usualColumns(row) : undefined
      for (const columns of [...choices, ...(usual ? [usual] : [])]) {
        const positions = positionsIn(row, columns)
        if (positions === undefined) continue
        const rows = rowsOf(text, delimiter, maxRows + 1)
        if (rows.length > maxRows) throw invalid({ field: 'body', message: `must have at most ${maxRows} rows` })
        return { ...creditsOf(rows.slice(at + 1), positions, currency), columns }
      }
    }
  }
  throw invalid({
    field: 'columns',
    message:
      named === undefined
        ? 'must say which columns have the date, the amount and the text: date=Booking date,amount=Amount,text=Details'
        : 'names columns that the file does not have; use the titles as they stand in the file',
  })
}

/** The first rows; none if the text is no CSV of this kind. */
function rowsOf(text: string, delimiter: string, to: number): string[][] {
  try {
    const relaxed = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, trim: true }
    return parse(text, { delimiter, to, ...relaxed })
  } catch (error) {
    if (error instanceof CsvError) return []
    throw error
  }
}

type Positions = Partial<Record<ColumnRole, number[]>>

function creditsOf(rows: readonly string[][], positions: Positions, shopCurrency: string): ReadStatement {
  const { credits, skipped }: ReadStatement = { credits: [], skipped: nothingSkipped() }
  const cells = (row: readonly string[], role: ColumnRole) =>
    (positions[role] ?? []).map((at) => row[at] ?? '').filter((cell) => cell !== '')
  const order = dayOrderOf(rows.map((row) => cells(row, 'date')[0] ?? ''))
  for (const [index, row] of rows.entries()) {
    const amount = cells(row, 'amount')[0] ?? ''
    const said = (cells(row, 'currency')[0] ?? '').toUpperCase()
    const currency = isCurrency(said) ? said : shopCurrency
    const { isNegative, decimal } = readCellAmount(amount, currency)
    // Sums and notes below the rows have no day; a column of credits is empty beside a debit.
    const day = readCellDay(cells(row, 'date')[0] ?? '', order)
    if (day === null) continue
    if (decimal === '' || isDebit(cells(row, 'direction')[0] ?? '', isNegative)) {
      skipped.debits++
      continue
    }
    const amountMinor = readMoney(decimal, currency, `row ${index + 1} below the titles`)
    if (amountMinor === 0) continue
    credits.push({
      account: cells(row, 'account')[0] ?? '',
      bookedOn: day,
      amountMinor,
      currency,
      name: shortName(cells(row, 'name').join(' ')),
      text: shortText(cells(row, 'text').join(' ')),
      references: cells(row, 'reference').map(shortName),
      bankReference: cells(row, 'id')[0] ?? '',
    })
    refuseTooMany(credits.length)
  }
  return { credits, skipped }
}

/** Words and letters of a debit, in the columns that say so. */
const debitWords = /^(s|d|dr|dbit|debit|soll|af|-|debet|lastschrift)$/i
const creditWords = /^(h|c|cr|crdt|credit|haben|bij|\+|gutschrift)$/i

function isDebit(word: string, otherwise: boolean): boolean {
  if (debitWords.test(word)) return true
  return creditWords.test(word) ? false : otherwise
}

/**
 * `1.234,50`, `1,234.50`, `1'234.50`, `-12.00`, `12,00-` or `(12.00)`. The last separator is the decimal one, unless
 * three digits stand behind it, which are thousands in a currency of fewer decimals.
 */
function readCellAmount(cell: string, currency: string): { isNegative: boolean; decimal: string } {
  const bare = cell.replace(/[\s\u00a0\u202f'’]|[A-Z]{3}|[€£$]/g, '')
  const isNegative = /^[-−(]|[-−)]$/.test(bare)
  const digits = bare.replace(/[-−+()]/g, '')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const behind = last < 0 ? 0 : digits.length - last - 1
  const isThousands = last >= 0 && behind === 3 && currencyDecimals(currency) !== 3
  const whole = last < 0 || isThousands ? digits : digits.slice(0, last)
  const rest = last < 0 || isThousands ? '' : digits.slice(last + 1)
  const decimal = whole.replace(/[.,]/g, '') + (rest === '' ? '' : `.${rest}`)
  return { isNegative, decimal }
}
