import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { ShopSettings } from '../settings/rules.ts'
import { seatOf } from '../settings/seat.ts'
import { type StepId, type StepState, wantedPages } from './rules.ts'

export interface FirstStepsRow {
  /** What staff has said of a step. */
  states: Partial<Record<StepId, StepState>>
  /** The list as a whole is not wanted. */
  dismissed: boolean
  /** What the shop has already. */
  found: Record<StepId, boolean>
  /** Kinds of pages that its country asks for and that it has not published. */
  missingPages: string[]
}

type Read = Omit<FirstStepsRow, 'missingPages' | 'found'> &
  Pick<ShopSettings, 'invoices' | 'vat_number'> & {
    found: Record<Exclude<StepId, 'policies'>, boolean>
    kinds: string[]
  }

/**
 * What the shop has, each by one look-up. Name, currency and days have a value from the beginning, so that only staff
 * can say that they are right; a shop that has taken an order has found them right.
 */
export async function selectFirstSteps(db: Executor, merchantId: string): Promise<FirstStepsRow> {
  const mine = sql`merchant_id = ${merchantId}`
  const { rows } = await sql<Read>`
    select setting.invoices, setting.vat_number,
           array(select kind from pages where ${mine} and status = 'published' and kind is not null) as kinds,
           coalesce(setting.first_steps -> 'states', '{}') as states,
           coalesce((setting.first_steps -> 'dismissed')::boolean, false) as dismissed,
           json_build_object(
             'name', has_order, 'currency', has_order, 'days', has_order,
             'country', setting.invoices is not null or setting.vat_number is not null
                        or (select count(distinct country) = 1 from tax_rates where ${mine}),
             'seller_address', setting.invoices is not null,
             'tax', exists (select from tax_rates where ${mine}),
             'payment', setting.stripe_account is not null
                        or exists (select from payment_methods where ${mine} and active),
             'shipping', exists (select from shipping_methods where ${mine} and active),
             'products', exists (select from products where ${mine} and status = 'active'),
             'storefront', exists (select from api_keys where ${mine} and kind <> 'admin'),
             'test_order', has_order) as found
      from (select exists (select from orders where ${mine}) as has_order) one
      left join merchant_settings setting on setting.merchant_id = ${merchantId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the answer has a row')
  const { states, dismissed, found, kinds, ...settings } = row
  const missingPages = wantedPages(seatOf(settings)).filter((kind) => !kinds.includes(kind))
  return { states, dismissed, found: { ...found, policies: missingPages.length === 0 }, missingPages }
}

/** Writes what staff has said of steps, and of the list. The settings are locked. */
export async function updateFirstSteps(
  transaction: Transaction,
  merchantId: string,
  said: Pick<FirstStepsRow, 'states' | 'dismissed'>,
): Promise<void> {
  const json = JSON.stringify(said)
  await sql`
    update merchant_settings set first_steps = ${json}::jsonb where merchant_id = ${merchantId}`.execute(transaction)
}
