import {
  type DraftRow,
  deleteDraft,
  lockDraft,
  orderExists,
  type StaffOrderRow,
  selectDraft,
} from '#src/modules/orders/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { DraftInput } from './schemas.ts'
import { placeStaffOrder, type ReadStaffOrder, readStaffOrder, type StaffOrderServices } from './staff-order.ts'

export interface DraftToPlace {
  draft: DraftRow
  order: ReadStaffOrder
}

/** @throws AppError NOT_FOUND, INVALID_TRANSITION (it is placed), VALIDATION_ERROR */
export async function readDraftToPlace(
  deps: StaffOrderServices,
  db: Executor,
  staff: Staff,
  orderId: string,
  prices: 'draft' | 'today',
): Promise<DraftToPlace> {
  const key = { merchantId: staff.merchantId, orderId }
  const draft = await selectDraft(db, key)
  if (draft === undefined) throw await noDraft(db, key)
  const body = draft.body as DraftInput
  const order = await readStaffOrder(deps, staff, prices === 'today' ? body : withPricesOf(draft, body))
  const draftPrices = prices === 'draft' ? { keepsPrices: true, keptFee: feeOfDraft(draft) } : {}
  const by = { ...order.input.by, ...draftPrices }
  return { draft, order: { ...order, input: { ...order.input, by, id: orderId } } }
}

/**
 * Makes an order of the draft, with its id. Of two calls at once the second finds an order.
 * @throws AppError INVALID_TRANSITION, CONFLICT (changed meanwhile), and what `placeStaffOrder` throws
 */
export function placeDraft(db: Executor, staff: Staff, { draft, order }: DraftToPlace): Promise<StaffOrderRow> {
  const key = { merchantId: staff.merchantId, orderId: draft.id }
  return inTransaction(db, async (transaction) => {
    const now = await lockDraft(transaction, key)
    if (now === undefined) throw await noDraft(transaction, key)
    if (now.version !== draft.version)
      throw new AppError('CONFLICT', 'the draft is being changed; try again', { details: { version: now.version } })
    await deleteDraft(transaction, key)
    return placeStaffOrder(transaction, staff, order)
  })
}

async function noDraft(db: Executor, key: { merchantId: string; orderId: string }): Promise<AppError> {
  if (!(await orderExists(db, key))) return notFound('order')
  return new AppError('INVALID_TRANSITION', 'this draft is placed already')
}

/** What its way to pay costs, as it says. */
function feeOfDraft({ quote }: DraftRow): { amountMinor: number; taxClass: string } | null {
  // A draft of an earlier release has none.
  const { payment_fee_total_minor: amountMinor = 0, payment_terms: terms } = quote
  return amountMinor > 0 ? { amountMinor, taxClass: terms?.fee_tax_class ?? 'standard' } : null
}

/** The body with what the draft says that everything costs. PRICE_CHANGED if that does not make its total. */
function withPricesOf({ quote }: DraftRow, body: DraftInput): DraftInput {
  const { currency, items, shipping_method: method, discounts } = quote
  const major = (minor: number) => toMajor(minor, currency)
  const { discount_codes: _, discount: __, shipping_method_id: ___, ...rest } = body
  const reason = discounts
    ?.map(({ name }) => name)
    .join(', ')
    .slice(0, 200)
  return {
    ...rest,
    items: items
      .filter(({ custom }) => !custom)
      .map(({ product_id, quantity, price_minor }) => ({ product_id, quantity, price: major(price_minor) })),
    ...(method && { shipping_method: { name: method.name, price: major(quote.shipping_total_minor) } }),
    ...(quote.discount_total_minor > 0 && {
      discount: { amount: major(quote.discount_total_minor), reason: reason || 'Discount' },
    }),
    expected_total: major(quote.total_minor),
  }
}
