import { lockSettings, setOffers } from '#src/modules/merchants/index.ts'
import { type AuditAction, type AuditChanges, changesOf, recordAudit } from '#src/platform/audit/index.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, type FieldFault, invalid, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { type Page, type PageRequest, toPage } from '#src/platform/lib/page.ts'
import {
  countPromotions,
  deletePromotion,
  hasPromotion,
  insertPromotion,
  lockPromotions,
  type PromotionFields,
  type PromotionFilter,
  type PromotionRow,
  selectPromotion,
  selectPromotions,
  selectUnknown,
  setCounter,
  updatePromotion,
} from './queries.ts'
import { readPromotion, setsEnd } from './read-fields.ts'
import type { Choice } from './rules.ts'
import type { PromotionInput } from './schemas.ts'

/** Of one merchant: each order reads all automatic ones. */
export const maxPromotions = 1_000

export interface Priced {
  promotion: PromotionRow
  currency: string
}

/** A page of a merchant's promotions, newest first. */
export async function listPromotions(
  db: Executor,
  merchantId: string,
  filter: PromotionFilter,
  request: PageRequest,
): Promise<Page<PromotionRow>> {
  const rows = await selectPromotions(db, merchantId, filter, request)
  const count = () => countPromotions(db, merchantId, filter)
  return toPage(rows, request, count, ({ created_at: at, id }) => [at.toISOString(), id])
}

/** @throws AppError NOT_FOUND */
export async function findPromotion(db: Executor, merchantId: string, id: string): Promise<PromotionRow> {
  const promotion = await selectPromotion(db, merchantId, id)
  if (promotion === undefined) throw notFound('promotion')
  return promotion
}

/** @throws AppError VALIDATION_ERROR, CONFLICT if its code is taken, or there are too many */
export function createPromotion(db: Executor, staff: Staff, input: PromotionInput, currency: string): Promise<Priced> {
  const { merchantId } = staff
  return changing(db, merchantId, currency, async (transaction, currency) => {
    const fields = readPromotion(null, input, currency)
    await refuseUnknown(transaction, merchantId, fields)
    if ((await countPromotions(transaction, merchantId)) >= maxPromotions)
      throw new AppError('CONFLICT', `a shop has at most ${maxPromotions} promotions`)
    const id = newId()
    await insertPromotion(transaction, merchantId, id, fields)
    await setCounter(transaction, merchantId, id)
    const promotion = await findPromotion(transaction, merchantId, id)
    refuseEnded(null, fields, promotion)
    await audit(transaction, staff, 'promotion.created', null, fields, id)
    return promotion
  })
}

/**
 * Fields that are left out stay; null clears them. Orders stay as they are.
 * @throws AppError NOT_FOUND, VALIDATION_ERROR, CONFLICT
 */
export function changePromotion(
  db: Executor,
  staff: Staff,
  id: string,
  { expected_version: expected, ...input }: PromotionInput & { expected_version?: number },
  currency: string,
): Promise<Priced> {
  const { merchantId } = staff
  return changing(db, merchantId, currency, async (transaction, currency) => {
    const before = await findPromotion(transaction, merchantId, id)
    const fields = readPromotion(before, input, currency)
    await refuseUnknown(transaction, merchantId, fields)
    if (JSON.stringify(fieldsOf(fields)) === JSON.stringify(fieldsOf(before))) return before
    if (expected !== undefined && expected !== before.version) {
      const details = { version: before.version, expected_version: expected }
      throw new AppError('CONFLICT', 'the promotion has changed since; read it again', { details })
    }
    await updatePromotion(transaction, merchantId, id, fields)
    await setCounter(transaction, merchantId, id)
    const promotion = await findPromotion(transaction, merchantId, id)
    refuseEnded(before, fields, promotion)
    await audit(transaction, staff, 'promotion.updated', before, fields, id)
    return promotion
  })
}

/** Its codes go with it; orders stay as they are. @throws AppError NOT_FOUND */
export async function removePromotion(db: Executor, staff: Staff, id: string): Promise<void> {
  await changing(db, staff.merchantId, '', async (transaction) => {
    const before = await findPromotion(transaction, staff.merchantId, id)
    await deletePromotion(transaction, staff.merchantId, id)
    await audit(transaction, staff, 'promotion.deleted', before, null, id)
    return before
  })
}

/** One change at a time, and none while an order uses promotions of the shop. */
function changing(
  db: Executor,
  merchantId: string,
  shopCurrency: string,
  change: (transaction: Transaction, currency: string) => Promise<PromotionRow>,
): Promise<Priced> {
  return inTransaction(db, async (transaction) => {
    const settings = await lockSettings(transaction, merchantId)
    await lockPromotions(transaction, merchantId)
    const currency = settings.currency ?? shopCurrency
    const promotion = await change(transaction, currency)
    await setOffers(transaction, merchantId, { has_promotions: await hasPromotion(transaction, merchantId) })
    return { promotion, currency }
  }).catch(refuseDuplicateCode)
}

function refuseDuplicateCode(error: unknown): never {
  if (violates(error, 'promotion_codes_pkey') || violates(error, 'promotion_codes_key'))
    throw new AppError('CONFLICT', 'another promotion of this shop has this code')
  throw error
}

/** The database's clock decides. @throws AppError VALIDATION_ERROR */
function refuseEnded(before: PromotionFields | null, fields: PromotionFields, { state }: PromotionRow): void {
  if (state === 'ended' && setsEnd(before, fields))
    throw invalid({ field: 'ends_at', message: 'must be in the future' })
}

/** @throws AppError VALIDATION_ERROR for ids that are not of the shop */
async function refuseUnknown(db: Executor, merchantId: string, fields: PromotionFields): Promise<void> {
  const { terms, applies_to } = fields
  const choices: [string, Choice | undefined][] = [
    ['applies_to', applies_to],
    ['applies_to.except', applies_to.except],
    ['buy.of', terms.buy?.of],
    ['buy.of.except', terms.buy?.of.except],
    ['get.of', terms.get?.of],
    ['get.of.except', terms.get?.of.except],
  ]
  const idsOf = (list: (typeof idLists)[number]) => choices.flatMap(([, choice]) => choice?.[list] ?? [])
  const named = {
    product_ids: idsOf('product_ids'),
    group_ids: idsOf('group_ids'),
    collection_ids: idsOf('collection_ids'),
  }
  if (Object.values(named).every((ids) => ids.length === 0)) return
  const unknown = await selectUnknown(db, merchantId, named)
  if (unknown.size === 0) return
  const faults = choices.flatMap(([at, choice]) =>
    idLists.flatMap((list) =>
      (choice?.[list] ?? []).flatMap((id, position): FieldFault[] =>
        unknown.has(id) ? [{ field: `${at}.${list}[${position}]`, message: 'is not an id of this shop' }] : [],
      ),
    ),
  )
  throw invalid(...faults.slice(0, 50))
}

const idLists = ['product_ids', 'group_ids', 'collection_ids'] as const

function fieldsOf(fields: PromotionFields): PromotionFields {
  const { name, code, kind, terms, applies_to, minimum, customers, usage_limit, per_customer_limit } = fields
  const { starts_at, ends_at, combines, priority, status, prices } = fields
  return {
    name,
    code,
    public: fields.public,
    kind,
    terms: sorted(terms),
    applies_to,
    minimum: sorted(minimum),
    customers: sorted(customers),
    usage_limit,
    per_customer_limit,
    starts_at,
    ends_at,
    combines,
    priority,
    status,
    prices: prices && sorted(Object.fromEntries(Object.entries(prices).map(([code, its]) => [code, sorted(its)]))),
  }
}

/** PostgreSQL keeps fields of jsonb in an order of its own. */
function sorted<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) as T
}

/** Without codes, and without addresses of customers. */
function audit(
  transaction: Transaction,
  staff: Staff,
  action: Extract<AuditAction, `promotion.${string}`>,
  before: PromotionFields | null,
  after: PromotionFields | null,
  targetId: string,
): Promise<void> {
  const shown = (fields: PromotionFields | null) => {
    if (fields === null) return null
    const { code, terms, applies_to, minimum, customers, starts_at, ends_at, prices, ...rest } = fieldsOf(fields)
    return {
      ...rest,
      is_automatic: code === null,
      terms: JSON.stringify(terms),
      applies_to: JSON.stringify(applies_to),
      minimum: JSON.stringify(minimum),
      prices: prices && JSON.stringify(prices),
      new_only: customers.new_only ?? false,
      for_customers: customers.emails?.length ?? null,
      starts_at: starts_at?.toISOString() ?? null,
      ends_at: ends_at?.toISOString() ?? null,
    }
  }
  const changes: AuditChanges = changesOf(shown(before), shown(after))
  return recordAudit(transaction, staff, [{ action, targetId, changes }])
}
