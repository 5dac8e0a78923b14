import { type FieldFault, invalid } from '#src/platform/lib/errors.ts'
import { readMoment } from '#src/platform/lib/moment.ts'
import { isCurrency, readPrice } from '#src/platform/lib/money.ts'
import type { ListedPrice, PriceListFields } from './list-queries.ts'
import type { PriceListInput } from './list-schemas.ts'

/** The list before a change. */
interface Before {
  row: PriceListFields
  prices: ListedPrice[]
}

/** The currency of the shop, and the minor units of a currency of which payments charge multiples. */
interface Money {
  currency: string
  unitOf: (currency: string) => number
}

/**
 * A list after a change, or a new one: with a percent for some products or all, or with amounts.
 * @throws AppError VALIDATION_ERROR
 */
export function readPriceList(
  before: Before | undefined,
  input: PriceListInput,
  { currency: own, unitOf }: Money,
): { fields: PriceListFields; prices: ListedPrice[] } {
  const faults: FieldFault[] = []
  const fault = (field: string, message: string) => void faults.push({ field, message })
  const moment = (field: 'starts_at' | 'ends_at') => {
    const text = input[field]
    if (text === undefined) return before?.row[field] ?? null
    const at = text === null ? null : readMoment(text)
    if (at === undefined) fault(field, 'must be a time from 1970 to 2999')
    return at ?? null
  }
  const name = input.name === undefined ? (before?.row.name ?? '') : input.name.trim()
  if (name === '') fault('name', 'must not be blank')
  const currency = input.currency ?? before?.row.currency ?? own
  if (!isCurrency(currency)) fault('currency', 'must be a currency code of ISO 4217')
  const [starts_at, ends_at] = [moment('starts_at'), moment('ends_at')]
  if (starts_at !== null && ends_at !== null && ends_at <= starts_at) fault('ends_at', 'must be after starts_at')
  const percent = input.percent === undefined ? (before?.row.percent ?? null) : input.percent
  if (percent === 0) fault('percent', 'must not be 0, which changes nothing')
  if (percent !== null && Math.round(percent * 100) !== Number((percent * 100).toFixed(6)))
    fault('percent', 'must have at most 2 decimals')
  const prices = percent === null ? amountsOf() : productsOf()
  const { customers } = input
  const fields: PriceListFields = {
    name,
    currency,
    starts_at,
    ends_at,
    priority: input.priority ?? before?.row.priority ?? 0,
    group_ids: customers === undefined ? (before?.row.group_ids ?? null) : idsOf(customers?.group_ids),
    percent,
  }
  if (faults.length > 0) throw invalid(...faults)
  return { fields, prices }

  function amountsOf(): ListedPrice[] {
    if ((input.product_ids ?? []).length > 0) fault('product_ids', 'belongs to a percent: send prices')
    const kept = (before?.prices ?? []).filter(({ amount_minor }) => amount_minor !== null)
    if (input.prices === undefined && kept.length > 0) {
      if (currency !== before?.row.currency) fault('prices', `is required: the amounts so far are no ${currency}`)
      return kept
    }
    const given = input.prices ?? []
    if (given.length === 0) fault('prices', 'is required, or percent instead')
    const seen = new Set<string>()
    return given.map(({ product_id: id, amount, min_quantity = 1 }, at) => {
      const product_id = id.toLowerCase()
      const key = `${product_id} ${min_quantity}`
      if (seen.has(key)) fault(`prices[${at}].min_quantity`, 'the product has an amount for this quantity already')
      seen.add(key)
      const read = readPrice(amount, currency, unitOf(currency))
      if ('fault' in read) fault(`prices[${at}].amount`, read.fault)
      return { product_id, min_quantity, amount_minor: 'fault' in read ? 0 : read.minor }
    })
  }

  function productsOf(): ListedPrice[] {
    if ((input.prices ?? []).length > 0) fault('prices', 'must not be sent with percent: send product_ids')
    const kept = (before?.prices ?? []).filter(({ amount_minor }) => amount_minor === null)
    if (input.product_ids === undefined) return kept
    const ids = idsOf(input.product_ids) ?? []
    return ids.map((product_id) => ({ product_id, min_quantity: 1, amount_minor: null }))
  }
}

function idsOf(ids: readonly string[] | undefined): string[] | null {
  return ids === undefined ? null : [...new Set(ids.map((id) => id.toLowerCase()))]
}
