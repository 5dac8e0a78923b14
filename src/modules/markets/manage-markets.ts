import { lockSettings, setOffers } from '#src/modules/merchants/index.ts'
import { changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { isCountry } from '#src/platform/lib/countries.ts'
import { AppError, type FieldFault, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { readLocale } from '#src/platform/lib/locales.ts'
import { isChargeable, isCurrency, multipleOf, toMajor, toMinor } from '#src/platform/lib/money.ts'
import { deleteMarket, hasSoldElsewhere, selectContexts, selectMarket, selectMarkets, writeMarket } from './queries.ts'
import { type Market, maxMarkets } from './rules.ts'

export interface MarketInput {
  name: string
  countries: string[]
  currency?: string
  prices_include_tax?: boolean | null
  price_rounding?: number | null
  locales: string[]
  active?: boolean
  position?: number
}

/** The shop whose markets change, with the currency that this process knows. */
interface Shop {
  staff: Staff
  currency: string
  unitOf: UnitOf
}

/** Payments charge multiples of this many minor units of a currency. */
type UnitOf = (currency: string) => number

/**
 * Adds a market; the first one makes the shop's own beside it.
 * @throws AppError VALIDATION_ERROR, CONFLICT at the limit of the shop
 */
export function createMarket(db: Executor, shop: Shop, input: MarketInput): Promise<Market> {
  const { staff, unitOf } = shop
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    const settings = await lockSettings(transaction, merchantId)
    const currency = settings.currency ?? shop.currency
    const { markets } = await selectMarkets(transaction, merchantId)
    if (markets.length >= maxMarkets) throw new AppError('CONFLICT', `a shop has at most ${maxMarkets} markets`)
    const money = { currency, prices_include_tax: null, price_rounding_minor: null }
    const blank = { id: newId(), name: '', own: false, countries: [], ...money, locales: [], active: true, position: 0 }
    const market = readMarket(blank, input, { others: markets, unitOf })
    if (markets.length === 0) {
      const locales = [readLocale(settings.locale) ?? settings.locale]
      const own = { ...blank, id: newId(), own: true, name: 'Other countries', locales }
      await writeMarket(transaction, merchantId, own)
      await audit(transaction, staff, 'market.created', null, own)
      await setOffers(transaction, merchantId, { has_markets: true })
    }
    await writeMarket(transaction, merchantId, market)
    await audit(transaction, staff, 'market.created', null, market)
    await followPrices(transaction, merchantId)
    return market
  })
}

/** Changes the given fields. @throws AppError NOT_FOUND, VALIDATION_ERROR */
export function changeMarket(
  db: Executor,
  { staff, unitOf }: Pick<Shop, 'staff' | 'unitOf'>,
  id: string,
  input: Partial<MarketInput>,
): Promise<Market> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    await lockSettings(transaction, merchantId)
    const { markets } = await selectMarkets(transaction, merchantId)
    const before = markets.find((market) => market.id === id)
    if (before === undefined) throw notFound('market')
    const others = markets.filter((market) => market.id !== id)
    const market = readMarket(before, input, { others, unitOf })
    if (Object.keys(changesOf(before, market)).length === 0) return before
    await writeMarket(transaction, merchantId, market)
    await audit(transaction, staff, 'market.updated', before, market)
    await followPrices(transaction, merchantId)
    return market
  })
}

/** The shop's own goes with the last of the others. @throws AppError NOT_FOUND, CONFLICT for the shop's own */
export function removeMarket(db: Executor, staff: Staff, id: string): Promise<void> {
  const { merchantId } = staff
  return inTransaction(db, async (transaction) => {
    await lockSettings(transaction, merchantId)
    const { markets } = await selectMarkets(transaction, merchantId)
    const market = markets.find((one) => one.id === id)
    if (market === undefined) throw notFound('market')
    if (market.own) {
      throw new AppError('CONFLICT', 'the shop’s own market serves all other countries, and cannot be deleted')
    }
    const left = markets.filter((one) => one !== market)
    const gone = left.every(({ own }) => own) ? markets : [market]
    for (const one of gone) {
      await deleteMarket(transaction, merchantId, one.id)
      await audit(transaction, staff, 'market.deleted', one, null)
    }
    // Figures of orders in other currencies are read only where a shop has markets.
    if (gone.length > 1 && !(await hasSoldElsewhere(transaction, merchantId))) {
      await setOffers(transaction, merchantId, { has_markets: false })
    }
    await followPrices(transaction, merchantId)
  })
}

/** @throws AppError NOT_FOUND */
export async function readOwnMarket(db: Executor, merchantId: string, id: string): Promise<Market> {
  const market = await selectMarket(db, merchantId, id)
  if (market === undefined) throw notFound('market')
  return market
}

/**
 * Requests look for prices of contexts (`price_contexts`, which triggers make) only while the shop has some. Call it
 * after `lockSettings`, behind what makes them.
 */
export async function followPrices(transaction: Transaction, merchantId: string): Promise<void> {
  await setOffers(transaction, merchantId, { has_prices: (await selectContexts(transaction, merchantId)).length > 0 })
}

/** A market with the fields of a body. @throws AppError VALIDATION_ERROR */
function readMarket(
  before: Market,
  input: Partial<MarketInput>,
  { others, unitOf }: Pick<Shop, 'unitOf'> & { others: readonly Market[] },
): Market {
  const { name, countries, currency = before.currency, locales, active, position } = input
  const faults: FieldFault[] = []
  if (name?.trim() === '') faults.push({ field: 'name', message: 'must not be blank' })
  if (!isCurrency(currency)) faults.push({ field: 'currency', message: 'must be a currency code of ISO 4217' })
  else if (before.own && currency !== before.currency) {
    const message = `must be ${before.currency}, the currency of the shop: this is its own market`
    faults.push({ field: 'currency', message })
  }
  if (before.own && input.prices_include_tax != null) {
    const message = 'must be null: the settings of the shop say it of the shop’s own market'
    faults.push({ field: 'prices_include_tax', message })
  }
  const rounding = faults.length === 0 ? roundingOf(before, { ...input, currency }, unitOf(currency)) : null
  if (typeof rounding === 'string') faults.push({ field: 'price_rounding', message: rounding })
  if (before.own && countries !== undefined && countries.length > 0) {
    const message = 'must be empty: the shop’s own market serves the countries that no other names'
    faults.push({ field: 'countries', message })
  } else countries?.forEach((code, at) => void faults.push(...countryFaults(code, `countries[${at}]`, others)))
  if (!before.own && countries?.length === 0) faults.push({ field: 'countries', message: 'must name a country' })
  if (before.own && active === false) {
    faults.push({ field: 'active', message: 'must be true: the shop’s own market cannot be switched off' })
  }
  const read = locales?.map((locale, at) => {
    const tag = readLocale(locale)
    if (tag === undefined) faults.push({ field: `locales[${at}]`, message: 'must be a language of BCP 47, such as de' })
    return tag ?? locale
  })
  if (faults.length > 0) throw invalid(...faults)
  return {
    ...before,
    ...(name !== undefined && { name: name.trim() }),
    ...(countries !== undefined && { countries: [...new Set(countries)] }),
    currency,
    ...(input.prices_include_tax !== undefined && { prices_include_tax: input.prices_include_tax }),
    price_rounding_minor: typeof rounding === 'number' ? rounding : null,
    ...(read !== undefined && { locales: [...new Set(read)] }),
    ...(active !== undefined && { active }),
    ...(position !== undefined && { position }),
  }
}

/** In minor units, null for none; or what is wrong with it. Where payments charge multiples, it is at least those. */
function roundingOf(
  before: Market,
  { currency, price_rounding: given }: Partial<MarketInput> & { currency: string },
  unit: number,
): number | null | string {
  const none = unit > 1 ? unit : null
  if (given === undefined) return currency === before.currency ? (before.price_rounding_minor ?? none) : none
  if (given === null) return none
  const minor = toMinor(given, currency)
  if (minor === undefined || minor < 1 || minor > 1_000_000) {
    return `must be an amount in ${currency}, such as ${toMajor(5 * unit, currency)}`
  }
  return isChargeable(minor, unit) ? minor : `must be ${multipleOf(unit, currency)}, as payments charge nothing else`
}

function countryFaults(code: string, field: string, others: readonly Market[]): FieldFault[] {
  if (!isCountry(code)) return [{ field, message: 'must be a country code of ISO 3166-1 alpha-2' }]
  const other = others.find(({ countries }) => countries.includes(code))
  return other ? [{ field, message: `is in the market ${other.name} already` }] : []
}

function audit(
  transaction: Transaction,
  staff: Staff,
  action: `market.${'created' | 'updated' | 'deleted'}`,
  before: Market | null,
  after: Market | null,
): Promise<void> {
  const fieldsOf = (market: Market | null) => {
    if (market === null) return null
    const { id: _, price_rounding_minor: minor, ...fields } = market
    return { ...fields, price_rounding: minor === null ? null : toMajor(minor, fields.currency) }
  }
  const targetId = (after ?? before)?.id ?? ''
  return recordAudit(transaction, staff, [{ action, targetId, changes: changesOf(fieldsOf(before), fieldsOf(after)) }])
}
