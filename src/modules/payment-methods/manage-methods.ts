import { lockSettings, selectKnownGroups, selectStripeAccount, setOffers } from '#src/modules/merchants/index.ts'
import type { PaymentProviders } from '#src/modules/payments/index.ts'
import { type AuditChanges, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { type Lack, lacksOf } from './list-offered.ts'
import { presentPrices } from './present-prices.ts'
import { deleteMethod, hasActiveMethod, insertMethod, selectMethod, updateMethod } from './queries.ts'
import { type MethodInput, readFields, refuseContradiction } from './read-fields.ts'
import type { PaymentKind, PaymentMethodRow } from './rules.ts'

/** Limit per merchant: each of its orders reads all methods. */
export const maxMethods = 50

/** A method, the currency of its amounts, and what it lacks. */
export interface PricedMethod {
  method: PaymentMethodRow
  currency: string
  missing: Lack[]
}

/** The shop whose methods change, with the currency that this process knows. */
interface Shop {
  staff: Staff
  currency: string
  providers: PaymentProviders
}

/** @throws AppError VALIDATION_ERROR, CONFLICT at the limit of the merchant */
export function createMethod(
  db: Executor,
  shop: Shop,
  { kind, ...input }: MethodInput & { kind: PaymentKind },
): Promise<PricedMethod> {
  return changeMethods(db, shop, async (transaction, currency) => {
    const fields = readFields(input, currency)
    await refuseUnknownGroups(transaction, shop, fields.groups)
    const hours = kind === 'card' ? null : defaultHours
    const method = { ...blank, keeps_stock_hours: hours, id: newId(), kind, name: input.name, ...fields }
    refuseContradiction(method)
    if (!(await insertMethod(transaction, shop.staff.merchantId, method, maxMethods))) {
      throw new AppError('CONFLICT', `a merchant has at most ${maxMethods} payment methods`)
    }
    await audit(transaction, shop, 'payment_method.created', auditedChanges(null, method, currency), method.id)
    return method
  })
}

/** Changes the given fields; null clears. @throws AppError NOT_FOUND, VALIDATION_ERROR */
export function changeMethod(db: Executor, shop: Shop, id: string, input: Partial<MethodInput>): Promise<PricedMethod> {
  return changeMethods(db, shop, async (transaction, currency) => {
    const { merchantId } = shop.staff
    const before = await selectMethod(transaction, merchantId, id)
    if (before === undefined) throw notFound('payment method')
    const method = { ...before, ...readFields(input, currency) }
    const added = method.groups.filter((id) => !before.groups.includes(id))
    await refuseUnknownGroups(transaction, shop, added)
    refuseContradiction(method)
    const changes = auditedChanges(before, method, currency)
    await updateMethod(transaction, merchantId, method)
    if (Object.keys(changes).length > 0) await audit(transaction, shop, 'payment_method.updated', changes, id)
    return method
  })
}

/** Orders keep a copy of it. @throws AppError NOT_FOUND */
export async function removeMethod(db: Executor, shop: Shop, id: string): Promise<void> {
  await changeMethods(db, shop, async (transaction, currency) => {
    const method = await deleteMethod(transaction, shop.staff.merchantId, id)
    if (method === undefined) throw notFound('payment method')
    await audit(transaction, shop, 'payment_method.deleted', auditedChanges(method, null, currency), id)
    return { ...method, active: false }
  })
}

/** @throws AppError VALIDATION_ERROR. A group that was deleted later stays: nobody is in it. */
async function refuseUnknownGroups(
  transaction: Transaction,
  { staff: { merchantId } }: Shop,
  ids: readonly string[] = [],
): Promise<void> {
  const existing = ids.length > 0 ? await selectKnownGroups(transaction, merchantId, ids) : []
  const unknown = ids.find((id) => !existing.includes(id))
  if (unknown !== undefined)
    throw invalid({ field: 'groups', message: `has ${unknown}: there is no such customer group` })
}

/** One change of a merchant's methods at a time, so that the limit and the flag in the settings stay correct. */
function changeMethods(
  db: Executor,
  { staff: { merchantId }, currency: shopCurrency, providers }: Shop,
  change: (transaction: Transaction, currency: string) => Promise<PaymentMethodRow>,
): Promise<PricedMethod> {
  return inTransaction(db, async (transaction) => {
    const { currency } = await lockSettings(transaction, merchantId)
    const method = await change(transaction, currency ?? shopCurrency)
    const missing = lacksOf(method, providers, await selectStripeAccount(transaction, merchantId))
    if (method.active && missing.includes('card_provider'))
      throw invalid({ field: 'active', message: 'must be false, because this service takes no cards' })
    const has = await hasActiveMethod(transaction, merchantId)
    await setOffers(transaction, merchantId, { has_payment_methods: has })
    return { method, currency: currency ?? shopCurrency, missing }
  })
}

/** As long as orders by staff. */
const defaultHours = 168

const blank = {
  groups: [],
  instructions: null,
  countries: null,
  min_minor: null,
  max_minor: null,
  fee_minor: null,
  fee_tax_class: null,
  prices: null,
  net_days: null,
  reference: 'order_number' as const,
  bank: null,
  send_before_paid: false,
  position: 0,
  active: true,
} satisfies Partial<PaymentMethodRow>

function audit(
  transaction: Transaction,
  { staff }: Shop,
  action: `payment_method.${'created' | 'updated' | 'deleted'}`,
  changes: AuditChanges,
  targetId: string,
): Promise<void> {
  return recordAudit(transaction, staff, [{ action, targetId, changes }])
}

/** With the account that the money goes to, but without its holder, who may be a person. */
function auditedChanges(
  before: PaymentMethodRow | null,
  after: PaymentMethodRow | null,
  currency: string,
): AuditChanges {
  const fieldsOf = (row: PaymentMethodRow | null) => {
    if (row === null) return null
    const { id: _, min_minor, max_minor, fee_minor, bank, prices, ...fields } = row
    const major = (minor: number | null) => (minor === null ? null : toMajor(minor, currency))
    const amounts = { min: major(min_minor), max: major(max_minor), fee: major(fee_minor) }
    const shown = prices && JSON.stringify(presentPrices(prices))
    return { ...fields, ...amounts, prices: shown, iban: bank?.iban ?? null }
  }
  return changesOf(fieldsOf(before), fieldsOf(after))
}
