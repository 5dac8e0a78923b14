import { followPrices } from '#src/modules/markets/index.ts'
import { lockSettings, selectKnownGroups } from '#src/modules/merchants/index.ts'
import { type AuditAction, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, type FieldFault, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { readMoment } from '#src/platform/lib/moment.ts'
import { currencyDecimals, inCurrency } from '#src/platform/lib/money.ts'
import type { CurrencyChange } from '#src/platform/module.ts'
import {
  countPriceLists,
  deletePriceList,
  type ListedPrice,
  type ListedProduct,
  moveLists,
  type PriceListFields,
  type PriceListRow,
  replacePrices,
  selectAmounts,
  selectKnownProducts,
  selectListedPrices,
  selectListedProducts,
  selectPriceList,
  writePriceList,
} from './list-queries.ts'
import type { PriceListInput } from './list-schemas.ts'
import { readPriceList } from './read-list.ts'
import { announceList } from './write-prices.ts'

/** Of one shop: each of its prices looks at all that apply. */
export const maxPriceLists = 200

/** The shop whose lists change, with the currency that this process knows. */
interface Shop {
  staff: Staff
  currency: string
  /** Payments charge multiples of this many minor units of a currency. */
  unitOf: (currency: string) => number
}

export interface WholeList {
  row: PriceListRow
  prices: ListedPrice[]
  products: ListedProduct[]
}

/** @throws AppError NOT_FOUND */
export async function findPriceList(db: Executor, merchantId: string, id: string): Promise<WholeList> {
  const row = await selectPriceList(db, merchantId, id)
  if (row === undefined) throw notFound('price list')
  const prices = await selectListedPrices(db, merchantId, id)
  return { row, prices, products: prices.length === 0 ? [] : await selectListedProducts(db, merchantId, id) }
}

/** @throws AppError VALIDATION_ERROR, CONFLICT at the limit of the shop */
export function createPriceList(db: Executor, shop: Shop, input: PriceListInput): Promise<WholeList> {
  return change(db, shop, async (transaction, currency) => {
    const { merchantId } = shop.staff
    if ((await countPriceLists(transaction, merchantId)) >= maxPriceLists)
      throw new AppError('CONFLICT', `a shop has at most ${maxPriceLists} price lists`)
    const id = newId()
    await write(transaction, shop, { id, currency, before: undefined, input })
    return findPriceList(transaction, merchantId, id)
  })
}

/** Changes the given fields; null clears. @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT (changed meanwhile) */
export function changePriceList(db: Executor, shop: Shop, id: string, input: PriceListInput): Promise<WholeList> {
  return change(db, shop, async (transaction, currency) => {
    const { merchantId } = shop.staff
    const before = await findPriceList(transaction, merchantId, id)
    refuseOlder(before.row, input.expected_updated_at)
    await announceList(transaction, merchantId, id)
    await write(transaction, shop, { id, currency, before, input })
    return findPriceList(transaction, merchantId, id)
  })
}

/** @throws AppError CONFLICT */
function refuseOlder({ updated_at }: PriceListRow, expected: string | undefined): void {
  if (expected === undefined || readMoment(expected)?.getTime() === updated_at.getTime()) return
  const details = { updated_at: updated_at.toISOString() }
  throw new AppError('CONFLICT', 'the price list has changed since; read it again', { details })
}

/** Orders keep their prices. @throws AppError NOT_FOUND */
export async function removePriceList(db: Executor, shop: Shop, id: string): Promise<void> {
  await change(db, shop, async (transaction) => {
    const { merchantId } = shop.staff
    const before = await findPriceList(transaction, merchantId, id)
    await announceList(transaction, merchantId, id)
    await deletePriceList(transaction, merchantId, id)
    await audit(transaction, shop.staff, 'price_list.deleted', before, null)
    return before
  })
}

/** One change of a shop's lists at a time: its limit and the flag in its settings stay right. */
function change(
  db: Executor,
  { staff: { merchantId }, currency: known }: Shop,
  work: (transaction: Transaction, currency: string) => Promise<WholeList>,
): Promise<WholeList> {
  return inTransaction(db, async (transaction) => {
    const { currency } = await lockSettings(transaction, merchantId)
    const list = await work(transaction, currency ?? known)
    await followPrices(transaction, merchantId)
    return list
  })
}

interface Written {
  id: string
  currency: string
  before: WholeList | undefined
  input: PriceListInput
}

async function write(transaction: Transaction, shop: Shop, { id, currency, before, input }: Written): Promise<void> {
  const { merchantId } = shop.staff
  const { fields, prices } = readPriceList(before, input, { currency, unitOf: shop.unitOf })
  const unit = shop.unitOf(fields.currency)
  await refuseUnknown(transaction, merchantId, fields, prices)
  await writePriceList(transaction, merchantId, id, { ...fields, namesProducts: prices.length > 0, unit })
  await replacePrices(transaction, merchantId, id, prices)
  await announceList(transaction, merchantId, id)
  const after = await findPriceList(transaction, merchantId, id)
  await audit(transaction, shop.staff, before ? 'price_list.updated' : 'price_list.created', before ?? null, after)
}

/** @throws AppError VALIDATION_ERROR */
async function refuseUnknown(
  transaction: Transaction,
  merchantId: string,
  { group_ids: groups }: PriceListFields,
  prices: readonly ListedPrice[],
): Promise<void> {
  const faults: FieldFault[] = []
  const known = groups === null ? [] : await selectKnownGroups(transaction, merchantId, groups)
  for (const [at, id] of (groups ?? []).entries()) {
    if (known.includes(id)) continue
    faults.push({ field: `customers.group_ids[${at}]`, message: 'is not the id of a customer group of the shop' })
  }
  const products = await selectKnownProducts(
    transaction,
    merchantId,
    prices.map(({ product_id }) => product_id),
  )
  for (const [at, { product_id, amount_minor }] of prices.entries()) {
    if (products.has(product_id)) continue
    const field = amount_minor === null ? `product_ids[${at}]` : `prices[${at}].product_id`
    faults.push({ field, message: 'is not the id of a product of the shop' })
  }
  if (faults.length > 0) throw invalid(...faults)
}

function audit(
  transaction: Transaction,
  staff: Staff,
  action: AuditAction,
  before: WholeList | null,
  after: WholeList | null,
): Promise<void> {
  const fieldsOf = (list: WholeList | null) => {
    if (list === null) return null
    const { id: _, created_at, updated_at, ...fields } = list.row
    return {
      ...fields,
      starts_at: fields.starts_at?.toISOString() ?? null,
      ends_at: fields.ends_at?.toISOString() ?? null,
    }
  }
  const changes = changesOf(fieldsOf(before), fieldsOf(after))
  const changed = before && after ? changedPrices(before.prices, after.prices) : 0
  if (changed > 0) changes['prices_changed'] = [null, changed]
  const targetId = (after ?? before)?.row.id ?? ''
  if (before && after && Object.keys(changes).length === 0) return Promise.resolve()
  return recordAudit(transaction, staff, [{ action, targetId, changes }])
}

/** How many are gone or new; another amount is both. */
function changedPrices(before: readonly ListedPrice[], after: readonly ListedPrice[]): number {
  const told = (prices: readonly ListedPrice[]) => new Set(prices.map((price) => Object.values(price).join(' ')))
  const [were, are] = [told(before), told(after)]
  return [...were].filter((one) => !are.has(one)).length + [...are].filter((one) => !were.has(one)).length
}

/**
 * Lists in the shop's currency follow it; their amounts keep their numbers.
 * @throws AppError VALIDATION_ERROR if one has more decimals than the new currency
 */
export async function repriceLists(transaction: Transaction, { merchantId, from, to }: CurrencyChange): Promise<void> {
  const amounts = await selectAmounts(transaction, merchantId, from)
  const moved = amounts.map(({ name, ...one }) => {
    const amount_minor = inCurrency(one.amount_minor, from, to)
    if (amount_minor !== undefined) return { ...one, amount_minor }
    const message = `has ${currencyDecimals(to)} decimals, and an amount of the price list ${name} has more`
    throw invalid({ field: 'currency', message })
  })
  await moveLists(transaction, merchantId, { from, to }, moved)
  await followPrices(transaction, merchantId)
}
