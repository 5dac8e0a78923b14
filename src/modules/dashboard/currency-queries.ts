import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import type { Selling } from './currency-rules.ts'

/** Conditions that follow others. Shops that sell in one currency have none. */

/** On `orders`. Those of other currencies are found along an index of their own. */
export function soldIn(selling: Selling | undefined): RawBuilder<unknown> {
  if (selling === undefined) return sql``
  if (selling.which === 'own') return sql`and not orders.other_currency`
  if (selling.which === 'others') return sql`and orders.other_currency`
  return sql`and orders.other_currency and orders.currency = ${selling.currency}`
}

/** On a table whose rows have their order's currency. */
export function movedIn(
  table: 'refunds' | 'payments' | 'stored_value_accounts',
  selling: Selling | undefined,
): RawBuilder<unknown> {
  if (selling === undefined) return sql``
  const column = sql.ref(`${table}.currency`)
  return selling.which === 'others'
    ? sql`and ${column} <> ${selling.currency}`
    : sql`and ${column} = ${selling.currency}`
}

/** The currencies in which a shop has orders, besides its own. */
export async function selectOtherCurrencies(db: Executor, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from other_currencies(${merchantId}) as currency order by 1`.execute(db)
  return rows.map(({ currency }) => currency)
}
