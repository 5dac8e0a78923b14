import { lockSettings, setOffers } from '#src/modules/merchants/index.ts'
import { type AuditChanges, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { readByCurrency } from '#src/platform/lib/amounts-by-currency.ts'
import { isCountry } from '#src/platform/lib/countries.ts'
import { AppError, type FieldFault, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { readPrice, toMajor } from '#src/platform/lib/money.ts'
import { patternFault, readPostalPattern } from '#src/platform/lib/postal-patterns.ts'
import { presentPrices } from './present-prices.ts'
import { deleteMethod, hasActiveMethod, insertMethod, selectMethod, updateMethod } from './queries.ts'
import type { ShippingMethodRow } from './rules.ts'

/** Limit per merchant: each of its orders reads all methods. */
export const maxMethods = 200

export interface MethodInput {
  name: string
  description?: string | null
  countries?: string[] | null
  regions?: string[] | null
  postal_codes?: string[] | null
  price: number
  free_from?: number | null
  prices?: { currency: string; price: number; free_from?: number | null }[] | null
  min_weight_grams?: number | null
  max_weight_grams?: number | null
  position?: number
  active?: boolean
}

/** A method, and the currency of its amounts. */
export interface PricedMethod {
  method: ShippingMethodRow
  currency: string
}

/** The shop whose methods change, with the currency that this process knows. */
interface Shop {
  staff: Staff
  currency: string
  /** Payments charge multiples of this many minor units of a currency. */
  unitOf: (currency: string) => number
}

/** @throws AppError VALIDATION_ERROR, CONFLICT at the limit of the merchant */
export function createMethod(db: Executor, shop: Shop, input: MethodInput): Promise<PricedMethod> {
  return changeMethods(db, shop, async (transaction, currency) => {
    const method = readPlaces({ ...blank, id: newId(), ...readFields(input, currency, shop.unitOf) })
    refuseNoWeight(method)
    if (!(await insertMethod(transaction, shop.staff.merchantId, method, maxMethods))) {
      throw new AppError('CONFLICT', `a merchant has at most ${maxMethods} shipping methods`)
    }
    await audit(transaction, shop, 'shipping_method.created', auditedChanges(null, method, currency), method.id)
    return method
  })
}

/** Changes the given fields; null clears. @throws AppError NOT_FOUND, VALIDATION_ERROR */
export function changeMethod(db: Executor, shop: Shop, id: string, input: Partial<MethodInput>): Promise<PricedMethod> {
  return changeMethods(db, shop, async (transaction, currency) => {
    const { merchantId } = shop.staff
    const before = await selectMethod(transaction, merchantId, id)
    if (before === undefined) throw notFound('shipping method')
    const method = readPlaces({ ...before, ...readFields(input, currency, shop.unitOf) })
    refuseNoWeight(method)
    const changes = auditedChanges(before, method, currency)
    if (Object.keys(changes).length === 0) return method
    await updateMethod(transaction, merchantId, method)
    await audit(transaction, shop, 'shipping_method.updated', changes, id)
    return method
  })
}

/** Orders keep a copy of it. @throws AppError NOT_FOUND */
export async function removeMethod(db: Executor, shop: Shop, id: string): Promise<void> {
  await changeMethods(db, shop, async (transaction, currency) => {
    const method = await deleteMethod(transaction, shop.staff.merchantId, id)
    if (method === undefined) throw notFound('shipping method')
    await audit(transaction, shop, 'shipping_method.deleted', auditedChanges(method, null, currency), id)
    return method
  })
}

/** One change of a merchant's methods at a time, so that the limit and the flag in the settings stay correct. */
function changeMethods(
  db: Executor,
  { staff: { merchantId }, currency: shopCurrency }: Shop,
  change: (transaction: Transaction, currency: string) => Promise<ShippingMethodRow>,
): Promise<PricedMethod> {
  return inTransaction(db, async (transaction) => {
    const { currency } = await lockSettings(transaction, merchantId)
    const method = await change(transaction, currency ?? shopCurrency)
    const has = await hasActiveMethod(transaction, merchantId)
    await setOffers(transaction, merchantId, { has_shipping_methods: has })
    return { method, currency: currency ?? shopCurrency }
  })
}

const blank = {
  description: null,
  countries: null,
  regions: null,
  postal_codes: null,
  free_from_minor: null,
  prices: null,
  min_weight_grams: null,
  max_weight_grams: null,
  position: 0,
  active: true,
}

type Fields = Omit<ShippingMethodRow, 'id'>

function readFields(
  input: MethodInput,
  currency: string,
  unitOf: Shop['unitOf'],
): Partial<Fields> & Pick<Fields, 'name' | 'price_minor'>
function readFields(input: Partial<MethodInput>, currency: string, unitOf: Shop['unitOf']): Partial<Fields>
function readFields(input: Partial<MethodInput>, own: string, unitOf: Shop['unitOf']): Partial<Fields> {
  const { name, description, countries, price, free_from, prices, ...rest } = input
  const faults: FieldFault[] = []
  const minor = (field: string, amount: number, multipleOf: number, currency = own) => {
    const read = readPrice(amount, currency, multipleOf)
    if ('minor' in read) return read.minor
    faults.push({ field, message: read.fault })
    return 0
  }
  if (name?.trim() === '') faults.push({ field: 'name', message: 'must not be blank' })
  countries?.forEach((code, at) => {
    if (!isCountry(code))
      faults.push({ field: `countries[${at}]`, message: 'must be a country code of ISO 3166-1 alpha-2' })
  })
  const fields = {
    ...rest,
    ...(name !== undefined && { name: name.trim() }),
    ...(description !== undefined && { description: description?.trim() || null }),
    ...(countries !== undefined && { countries: countries && [...new Set(countries)] }),
    ...(price !== undefined && { price_minor: minor('price', price, unitOf(own)) }),
    ...(free_from !== undefined && { free_from_minor: free_from === null ? null : minor('free_from', free_from, 1) }),
    ...(prices !== undefined && {
      prices: readByCurrency(prices, own, faults, ({ currency, price, free_from: from = null }, field) => ({
        price_minor: minor(field('price'), price, unitOf(currency), currency),
        free_from_minor: from === null ? null : minor(field('free_from'), from, 1, currency),
      })),
    }),
  }
  if (faults.length > 0) throw invalid(...faults)
  return fields
}

/** Regions and postal codes in their stored form; they need exactly one country. @throws AppError VALIDATION_ERROR */
function readPlaces(method: ShippingMethodRow): ShippingMethodRow {
  const { countries, regions, postal_codes: patterns } = method
  const [country, ...others] = countries ?? []
  const faults: FieldFault[] = []
  const isOne = country !== undefined && others.length === 0
  for (const field of ['regions', 'postal_codes'] as const)
    if (method[field] !== null && !isOne)
      faults.push({ field, message: 'may be set only with one country, such as countries ["US"]' })
  regions?.forEach((name, at) => {
    if (name.trim() === '') faults.push({ field: `regions[${at}]`, message: 'must not be blank' })
  })
  patterns?.forEach((text, at) => {
    if (isOne && readPostalPattern(text, country) === undefined)
      faults.push({ field: `postal_codes[${at}]`, message: patternFault })
  })
  if (faults.length > 0) throw invalid(...faults)
  return {
    ...method,
    regions: regions && [...new Set(regions.map((name) => name.trim()))],
    postal_codes:
      patterns && [...new Set(patterns.flatMap((text) => readPostalPattern(text, country ?? '') ?? []))].sort(),
  }
}

/** @throws AppError VALIDATION_ERROR */
function refuseNoWeight({ min_weight_grams: min, max_weight_grams: max }: ShippingMethodRow): void {
  if (min !== null && max !== null && max < min)
    throw invalid({ field: 'max_weight_grams', message: 'must be at least min_weight_grams' })
}

function audit(
  transaction: Transaction,
  { staff }: Shop,
  action: `shipping_method.${'created' | 'updated' | 'deleted'}`,
  changes: AuditChanges,
  targetId: string,
): Promise<void> {
  return recordAudit(transaction, staff, [{ action, targetId, changes }])
}

function auditedChanges(
  before: ShippingMethodRow | null,
  after: ShippingMethodRow | null,
  currency: string,
): AuditChanges {
  const fieldsOf = (row: ShippingMethodRow | null) => {
    if (row === null) return null
    const { id: _, price_minor, free_from_minor, prices, ...fields } = row
    const free_from = free_from_minor === null ? null : toMajor(free_from_minor, currency)
    const shown = prices && JSON.stringify(presentPrices(prices))
    return { ...fields, price: toMajor(price_minor, currency), free_from, prices: shown }
  }
  return changesOf(fieldsOf(before), fieldsOf(after))
}
