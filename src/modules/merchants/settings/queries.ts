import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { defaultOrderLimits, type OrderLimits } from './rules.ts'

/** What a merchant has set at its shop, and the defaults. */
export interface ShopSettings extends OrderLimits {
  require_two_factor: boolean
}

const { max_open_orders_per_user: maxOpen, max_quantity_per_line: maxQuantity } = defaultOrderLimits

export async function selectSettings(db: Executor, merchantId: string): Promise<ShopSettings> {
  const { rows } = await sql<ShopSettings>`
    select max_open_orders_per_user, max_quantity_per_line, require_two_factor
      from merchant_settings where merchant_id = ${merchantId}`.execute(db)
  return rows[0] ?? { ...defaultOrderLimits, require_two_factor: false }
}

/** The same, locked until the transaction ends. */
export async function lockSettings(transaction: Transaction, merchantId: string): Promise<ShopSettings> {
  const { rows } = await sql<ShopSettings>`
    insert into merchant_settings (merchant_id, max_open_orders_per_user, max_quantity_per_line)
    values (${merchantId}, ${maxOpen}, ${maxQuantity})
    on conflict (merchant_id) do update set merchant_id = excluded.merchant_id
    returning max_open_orders_per_user, max_quantity_per_line, require_two_factor`.execute(transaction)
  const [row] = rows
  if (row === undefined) throw new Error('the statement returns a row')
  return row
}

/** Writes what is given and leaves the rest. Call it after `lockSettings`. */
export async function updateSettings(
  transaction: Transaction,
  merchantId: string,
  change: Partial<ShopSettings>,
): Promise<ShopSettings> {
  const { max_open_orders_per_user: open = null, max_quantity_per_line: quantity = null } = change
  const twoFactor = change.require_two_factor ?? null
  const { rows } = await sql<ShopSettings>`
    update merchant_settings
       set max_open_orders_per_user = coalesce(${open}::int, max_open_orders_per_user),
           max_quantity_per_line = coalesce(${quantity}::int, max_quantity_per_line),
           require_two_factor = coalesce(${twoFactor}::boolean, require_two_factor)
     where merchant_id = ${merchantId}
    returning max_open_orders_per_user, max_quantity_per_line, require_two_factor`.execute(transaction)
  const [row] = rows
  if (row === undefined) throw new Error('the settings are locked')
  return row
}

export interface NamedMerchant {
  id: string
  name: string
  currency: string
}

export async function selectNamedMerchant(
  db: Executor,
  merchantId: string,
  { lock = false } = {},
): Promise<NamedMerchant | undefined> {
  const { rows } = await sql<NamedMerchant>`
    select id, name, currency from merchants where id = ${merchantId}
     ${lock ? sql`for no key update` : sql``}`.execute(db)
  return rows[0]
}

export async function updateName(transaction: Transaction, merchantId: string, name: string): Promise<void> {
  await sql`
    update merchants set name = ${name} where id = ${merchantId} and name <> ${name}`.execute(transaction)
}
