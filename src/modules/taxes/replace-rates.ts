import { lockSettings, setOffers } from '#src/modules/merchants/index.ts'
import { type AuditChanges, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { isCountry } from '#src/platform/lib/countries.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { isRate } from '#src/platform/lib/money.ts'
import { patternFault, readPostalPattern } from '#src/platform/lib/postal-patterns.ts'
import { placeOf, type TaxRateRow } from './place-rules.ts'
import { replaceTaxRates, selectTaxRates } from './queries.ts'

export type TaxRateInput = Omit<TaxRateRow, 'region' | 'postal_codes' | 'compound'> &
  Partial<Pick<TaxRateRow, 'region' | 'postal_codes'> & { compound: boolean }>

/** Orders keep the tax they were placed with. @throws AppError VALIDATION_ERROR, with the rows at fault */
export async function replaceRates(
  db: Executor,
  staff: Staff,
  input: readonly TaxRateInput[],
): Promise<readonly TaxRateRow[]> {
  const { merchantId } = staff
  const rates = input.map(readRate)
  const faults = faultsOf(rates, input)
  if (faults.length > 0) throw invalid(...faults)
  await inTransaction(db, async (transaction) => {
    await lockSettings(transaction, merchantId)
    const changes = changesBetween(await selectTaxRates(transaction, merchantId), rates)
    await replaceTaxRates(transaction, merchantId, rates)
    await setOffers(transaction, merchantId, { has_tax_rates: rates.length > 0 })
    if (Object.keys(changes).length === 0) return
    await recordAudit(transaction, staff, [{ action: 'tax_rates.updated', targetId: merchantId, changes }])
  })
  return rates
}

function readRate(input: TaxRateInput): TaxRateRow {
  const { country, region = null, postal_codes = null, tax_class, name, rate, compound = false } = input
  const patterns = postal_codes?.flatMap((text) => readPostalPattern(text, country) ?? []) ?? []
  return {
    country,
    region: region?.trim() ?? null,
    postal_codes: patterns.length > 0 ? [...new Set(patterns)].sort() : null,
    tax_class,
    name: name.trim(),
    rate,
    compound,
  }
}

function faultsOf(rates: readonly TaxRateRow[], input: readonly TaxRateInput[]): FieldFault[] {
  const faults: FieldFault[] = []
  const rowOf = new Map<string, number>()
  rates.forEach((rate, row) => {
    const fault = (field: string, message: string) => faults.push({ field: `rates[${row}]${field}`, message })
    if (!isCountry(rate.country)) fault('.country', 'must be a country code of ISO 3166-1 alpha-2')
    if (rate.region === '') fault('.region', 'must not be blank; null is the whole country')
    if (rate.name === '') fault('.name', 'must not be blank')
    if (!isRate(rate.rate)) fault('.rate', 'must have at most 4 decimals')
    for (const [index, text] of input[row]?.postal_codes?.entries() ?? []) {
      if (readPostalPattern(text, rate.country) !== undefined) continue
      fault(`.postal_codes[${index}]`, patternFault)
    }
    const tax = taxKeyOf(rate)
    const first = rowOf.get(tax)
    if (first === undefined) rowOf.set(tax, row)
    else fault('', `has the same place, class and name as rates[${first}]`)
  })
  return faults
}

/** Unique key of a row: a tax of a class at a place. */
function taxKeyOf(rate: TaxRateRow): string {
  return `${placeOf(rate)} ${rate.name.normalize('NFKC').toLowerCase()}`
}

/** An entry of the audit log names no more rows than these. */
const maxChanges = 100

/** The number of rows, and by place the name and rate. */
function changesBetween(before: readonly TaxRateRow[], after: readonly TaxRateRow[]): AuditChanges {
  const textOf = (rates: readonly TaxRateRow[]) =>
    new Map([...Map.groupBy(rates, placeOf)].map(([place, rows]) => [place, { row: rows[0], text: textOfRows(rows) }]))
  const [was, is] = [textOf(before), textOf(after)]
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (place) => was.get(place)?.text !== is.get(place)?.text,
  )
  if (changed.length === 0) return {}
  return {
    rows: [before.length, after.length],
    ...Object.fromEntries(
      changed
        .slice(0, maxChanges)
        .map((place) => [
          titleOf((is.get(place) ?? was.get(place))?.row),
          [was.get(place)?.text ?? null, is.get(place)?.text ?? null],
        ]),
    ),
  }
}

/** `GST 5 %`; of several taxes `GST 5 %, QST 9.975 % compound`. */
function textOfRows(rows: readonly TaxRateRow[]): string {
  return rows.map(({ name, rate, compound }) => `${name} ${rate} %${compound ? ' compound' : ''}`).join(', ')
}

function titleOf(row: TaxRateRow | undefined): string {
  return [row?.country, row?.region, row?.postal_codes?.join(), row?.tax_class].filter((part) => part != null).join(' ')
}
