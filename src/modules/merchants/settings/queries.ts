import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { defaultOrderLimits, type OrderLimits } from './rules.ts'

/** A merchant with its settings: those it has set, and the defaults. */
export interface SettingsRow extends OrderLimits {
  id: string
  name: string
  currency: string
  require_two_factor: boolean
}

export interface SettingsChange extends Partial<OrderLimits> {
  name?: string
  require_two_factor?: boolean
}

const { max_open_orders_per_user: maxOpen, max_quantity_per_line: maxQuantity } = defaultOrderLimits

export async function selectSettings(
  db: Executor,
  merchantId: string,
  { lock = false } = {},
): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select merchants.id, merchants.name, merchants.currency,
           coalesce(max_open_orders_per_user, ${maxOpen}::int) as max_open_orders_per_user,
           coalesce(max_quantity_per_line, ${maxQuantity}::int) as max_quantity_per_line,
           coalesce(require_two_factor, false) as require_two_factor
      from merchants left join merchant_settings on merchant_settings.merchant_id = merchants.id
     where merchants.id = ${merchantId} ${lock ? sql`for no key update of merchants` : sql``}`.execute(db)
  return rows[0]
}

/** Writes what is given and leaves the rest. */
export async function updateSettings(
  transaction: Transaction,
  merchantId: string,
  change: SettingsChange,
): Promise<void> {
  const { name = null, max_open_orders_per_user: open = null, max_quantity_per_line: quantity = null } = change
  const twoFactor = change.require_two_factor ?? null
  await sql`
    with renamed as (
      update merchants set name = ${name} where id = ${merchantId} and name <> ${name}
    )
    insert into merchant_settings as setting
           (merchant_id, max_open_orders_per_user, max_quantity_per_line, require_two_factor)
    values (${merchantId}, coalesce(${open}::int, ${maxOpen}::int), coalesce(${quantity}::int, ${maxQuantity}::int),
            coalesce(${twoFactor}::boolean, false))
    on conflict (merchant_id) do update
      set max_open_orders_per_user = coalesce(${open}::int, setting.max_open_orders_per_user),
          max_quantity_per_line = coalesce(${quantity}::int, setting.max_quantity_per_line),
          require_two_factor = coalesce(${twoFactor}::boolean, setting.require_two_factor)`.execute(transaction)
}
