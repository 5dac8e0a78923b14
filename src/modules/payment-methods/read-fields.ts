import { standardClass } from '#src/modules/taxes/index.ts'
import { readByCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import { isCountry } from '#src/platform/lib/countries.ts'
import { readBic, readIban } from '#src/platform/lib/creditor-reference.ts'
import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { readPrice } from '#src/platform/lib/money.ts'
import type { Bank, PaymentMethodRow, ReferenceKind } from './rules.ts'

export interface MethodInput {
  name: string
  instructions?: string | null
  countries?: string[] | null
  groups?: string[]
  min?: number | null
  max?: number | null
  fee?: { amount: number; tax_class?: string } | null
  keeps_stock_hours?: number | null
  net_days?: number | null
  reference?: ReferenceKind
  position?: number
  active?: boolean
  send_before_paid?: boolean
  prices?: { currency: string; min?: number | null; max?: number | null; fee?: { amount: number } | null }[] | null
  bank?: { holder: string; iban: string; bic?: string | null } | null
}

/** The given fields as they are stored. @throws AppError VALIDATION_ERROR */
export function readFields(input: Partial<MethodInput>, own: string): Partial<PaymentMethodRow> {
  const { name, instructions, countries, min, max, fee, bank, groups, prices, ...rest } = input
  const faults: FieldFault[] = []
  const minor = (field: string, amount: number | null, currency = own) => {
    if (amount === null) return null
    const read = readPrice(amount, currency, 1)
    if ('minor' in read) return read.minor
    faults.push({ field, message: read.fault })
    return null
  }
  if (name?.trim() === '') faults.push({ field: 'name', message: 'must not be blank' })
  countries?.forEach((code, at) => {
    if (!isCountry(code))
      faults.push({ field: `countries[${at}]`, message: 'must be a country code of ISO 3166-1 alpha-2' })
  })
  const fields = {
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(instructions !== undefined && { instructions: instructions?.trim() || null }),
    ...(countries !== undefined && { countries: countries && [...new Set(countries)] }),
    ...(groups !== undefined && { groups: [...new Set(groups.map((id) => id.toLowerCase()))] }),
    ...(min !== undefined && { min_minor: minor('min', min) }),
    ...(max !== undefined && { max_minor: minor('max', max) }),
    ...(fee !== undefined && {
      // A fee of 0 is none.
      fee_minor: (fee && minor('fee.amount', fee.amount)) || null,
      fee_tax_class: fee && fee.amount > 0 ? (fee.tax_class ?? standardClass) : null,
    }),
    ...(prices !== undefined && {
      prices: readByCurrency(prices, own, faults, ({ currency, ...amounts }, field) => {
        const { min = null, max = null, fee = null } = amounts
        if (min !== null && max !== null && max < min)
          faults.push({ field: field('max'), message: 'must be at least min' })
        return {
          min_minor: minor(field('min'), min, currency),
          max_minor: minor(field('max'), max, currency),
          fee_minor: minor(field('fee.amount'), fee?.amount ?? null, currency) || null,
        }
      }),
    }),
    ...(bank !== undefined && { bank: bank && readBank(bank, faults) }),
  }
  if (faults.length > 0) throw invalid(...faults)
  return fields
}

function readBank({ holder, iban, bic = null }: NonNullable<MethodInput['bank']>, faults: FieldFault[]): Bank {
  const read = { holder: holder.trim(), iban: readIban(iban), bic: bic === null ? null : readBic(bic) }
  if (read.holder === '') faults.push({ field: 'bank.holder', message: 'must not be blank' })
  if (read.iban === undefined)
    faults.push({
      field: 'bank.iban',
      message: 'is not an IBAN: its check digits do not fit; check it for typing errors',
    })
  if (read.bic === undefined)
    faults.push({ field: 'bank.bic', message: 'must be a BIC of 8 or 11 characters, such as BYLADEM1001' })
  return { holder: read.holder, iban: read.iban ?? '', bic: read.bic ?? null }
}

/** @throws AppError VALIDATION_ERROR for fields that do not go together */
export function refuseContradiction({
  kind,
  bank,
  min_minor,
  max_minor,
  send_before_paid,
  ...row
}: PaymentMethodRow): void {
  const faults: FieldFault[] = []
  if (kind === 'bank_transfer' && bank === null)
    faults.push({ field: 'bank', message: 'is required for a bank transfer' })
  if (kind !== 'bank_transfer' && bank !== null)
    faults.push({ field: 'bank', message: 'may be set only for a bank transfer' })
  if (kind === 'card' && send_before_paid)
    faults.push({ field: 'send_before_paid', message: 'must be false: a card is charged at once' })
  if (row.fee_minor === null && Object.values(row.prices ?? {}).some(({ fee_minor }) => fee_minor !== null))
    faults.push({ field: 'prices', message: 'may have a fee only if the method has one in the currency of the shop' })
  if (min_minor !== null && max_minor !== null && max_minor < min_minor)
    faults.push({ field: 'max', message: 'must be at least min' })
  if (faults.length > 0) throw invalid(...faults)
}
