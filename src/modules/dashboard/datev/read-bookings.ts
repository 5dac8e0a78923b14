import type { Executor } from '#src/platform/db/transaction.ts'
import type { Merchant } from '#src/platform/http/auth/authentication-services.ts'
import { addDays } from '#src/platform/lib/days.ts'
import { AppError, invalid } from '#src/platform/lib/errors.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { readSelling } from '../currency-rules.ts'
import { type ReportRange, readReportRange } from '../reports/rules.ts'
import { type Booking, encode, headOf, lineOf, maxBookings } from './format.ts'
import { type Booked, type BookingRow, selectBookings, selectSettings, sumBookings } from './queries.ts'
import {
  type Accounts,
  accountsOf,
  contraAccount,
  type DatevSettings,
  defaultSettings,
  documentOf,
  fiscalYearOf,
  kindOf,
  textOf,
} from './rules.ts'

/** Runs one read, which may begin again on another server. */
type Read = <T>(read: (db: Executor) => Promise<T>) => Promise<T>

/** Rows of an answer; a file has all. */
const maxRows = 1_000

interface Query {
  from?: string | undefined
  to?: string | undefined
}

/** What turns rows into bookings. */
interface Books {
  settings: DatevSettings
  accounts: Accounts
  seat: string | null
  madeAt: string
}

export async function openBooks(db: Executor, merchantId: string): Promise<Books> {
  const { settings, seat, made_at: madeAt } = await selectSettings(db, merchantId)
  const allSettings = { ...defaultSettings, ...settings }
  return { settings: allSettings, accounts: accountsOf(allSettings), seat, madeAt }
}

/**
 * Days of one fiscal year: dates of bookings have no year.
 * @throws AppError VALIDATION_ERROR
 */
export function readDays(query: Query, now: Date, zone: string, { settings }: Books): ReportRange {
  const range = readReportRange(query, 'day', now, zone)
  const last = addDays(range.endDay, -1)
  const year = fiscalYearOf(last, settings.fiscal_year_start)
  if (range.firstDay >= year) return range
  if (query.from === undefined) return readReportRange({ ...query, from: year }, 'day', now, zone)
  throw invalid({ field: 'from', message: `must be in the same fiscal year as to: it begins on ${year}` })
}

type Shown = Booking & Pick<BookingRow, 'kind' | 'order_id' | 'country' | 'rate' | 'tax_minor'>

/** The customers’ account on one side, the other account on the other. */
function bookingOf(row: BookingRow, date: string, { accounts, seat }: Books): Shown {
  const { account, tax_key } = contraAccount(row, accounts, seat)
  const isDebit = (row.kind === 'sale' || row.kind === 'repayment') === row.minor > 0
  const kind = row.part === 'taxed' ? kindOf(row, seat) : 'domestic'
  const country = row.country === 'GR' ? 'EL' : row.country
  return {
    kind: row.kind,
    order_id: row.order_id,
    country: row.country,
    rate: row.rate,
    date,
    document: documentOf(row.invoice_number ?? row.order_number),
    text: textOf(row, row.order_number),
    amount_minor: Math.abs(row.minor),
    tax_minor: row.minor > 0 ? row.tax_minor : -row.tax_minor,
    side: isDebit ? 'debit' : 'credit',
    account: accounts.debtors,
    contra_account: account,
    tax_key,
    destination: kind === 'reverse_charge' ? (row.vat_number ?? country) : kind === 'oss' ? country : null,
    destination_rate: kind === 'oss' ? row.rate : null,
  }
}

/** Orders in the shop's own currency; those in others are counted. */
export async function readBookings(
  db: Executor,
  { id, currency, hasMarkets }: Merchant & { hasMarkets: boolean },
  range: ReportRange,
  books: Books,
) {
  const booked = { merchantId: id, selling: readSelling(undefined, currency, hasMarkets) }
  const rows = await selectBookings(db, booked, range, maxRows)
  const { bookings, ...sums } = await sumBookings(db, booked, range)
  const others = { merchantId: id, selling: { which: 'others', currency } } as const
  const leftOut = hasMarkets ? (await sumBookings(db, others, range)).bookings : 0
  const major = (minor: number) => toMajor(minor, currency)
  return {
    report: 'datev',
    from: range.firstDay,
    to: addDays(range.endDay, -1),
    timezone: range.zone,
    currency,
    rows: rows.map((row) => {
      const shown = bookingOf(row, range.days[row.day] ?? range.firstDay, books)
      const { amount_minor, tax_minor, destination_rate: _, ...rest } = shown
      return { ...rest, amount: major(amount_minor), tax: major(tax_minor) }
    }),
    total_rows: bookings,
    other_currencies: leftOut,
    totals: {
      sales: major(sums.sales_minor),
      sales_tax: major(sums.sales_tax_minor),
      refunds: major(sums.refunds_minor),
      refunds_tax: major(sums.refunds_tax_minor),
      gift_cards: major(sums.gift_cards_minor),
      payments: major(sums.payments_minor),
      repayments: major(sums.repayments_minor),
    },
  }
}

/**
 * The lines of a file, a day at a time.
 * @throws AppError CONFLICT, VALIDATION_ERROR
 */
export async function exportBookings(
  read: Read,
  { id, currency, hasMarkets }: Merchant & { hasMarkets: boolean },
  range: ReportRange,
  books: Books,
): Promise<AsyncGenerator<Buffer>> {
  const booked = { merchantId: id, selling: readSelling(undefined, currency, hasMarkets) }
  const { settings, madeAt } = books
  const { advisor_number: advisor, client_number: client } = settings
  const refuse = (field: string, message: string) => new AppError('CONFLICT', message, { details: { field } })
  if (currency !== 'EUR') throw refuse('currency', `DATEV takes bookings in EUR; this shop sells in ${currency}`)
  if (advisor === null) throw refuse('advisor_number', 'enter the advisor number of your tax advisor first')
  if (client === null) throw refuse('client_number', 'enter the client number of your tax advisor first')
  const { bookings } = await read((db) => sumBookings(db, booked, range))
  if (bookings > maxBookings) {
    const message = `must leave at most ${maxBookings} bookings: ask for fewer days`
    throw invalid({ field: 'from', message })
  }
  const to = addDays(range.endDay, -1)
  const fiscalYear = fiscalYearOf(to, settings.fiscal_year_start)
  const ofFile = { madeAt, advisor, client, fiscalYear, from: range.firstDay, to }
  return lines(
    read,
    booked,
    range,
    books,
    headOf({ ...ofFile, accountLength: settings.account_length, chart: settings.chart }),
  )
}

async function* lines(read: Read, booked: Booked, range: ReportRange, books: Books, head: string) {
  yield encode(head)
  for (const [index, day] of range.days.entries()) {
    const [from, next] = [range.starts[index], range.starts[index + 1] ?? range.to]
    if (from === undefined) return
    const ofDay = { ...range, from, to: next, starts: [from], days: [day] }
    const rows = await read((db) => selectBookings(db, booked, ofDay, maxBookings))
    if (rows.length > 0) yield encode(rows.map((row) => lineOf(bookingOf(row, day, books))).join(''))
  }
}
