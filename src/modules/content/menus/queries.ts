import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import { builtInMenus, type MenuItem } from './rules.ts'

export interface MenuRow {
  handle: string
  items: MenuItem[]
  version: number
  /** Null of one that every shop has, and nobody has written. */
  updated_at: Date | null
}

export interface WrittenMenu extends Pick<MenuRow, 'items' | 'version'> {
  isDeleted: boolean
}

/** An own menu that was deleted stays as a row without items: its version goes on once it is written again. */
const isThere = sql<boolean>`(items <> '[]' or handle = any (${[...builtInMenus]}::text[]))`

/** Menus that were written, by handle. */
export async function selectMenus(db: Executor, merchantId: string): Promise<MenuRow[]> {
  const { rows } = await sql<MenuRow>`
    select handle, items, version, updated_at from menus where merchant_id = ${merchantId} and ${isThere}
     order by handle`.execute(db)
  return rows
}

export async function selectMenu(db: Executor, merchantId: string, handle: string): Promise<WrittenMenu | undefined> {
  const { rows } = await sql<WrittenMenu>`
    select items, version, not ${isThere} as "isDeleted" from menus
     where merchant_id = ${merchantId} and handle = ${handle}`.execute(db)
  return rows[0]
}

/** One change of a shop's menus at a time. */
export async function lockMenus(transaction: Transaction, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`menus:${merchantId}`}, 0))`.execute(transaction)
}

export async function writeMenu(
  transaction: Transaction,
  merchantId: string,
  handle: string,
  items: readonly MenuItem[],
): Promise<number> {
  const json = JSON.stringify(items)
  const { rows } = await sql<{ version: number }>`
    insert into menus (merchant_id, handle, items, updated_at) values (${merchantId}, ${handle}, ${json}::jsonb, now())
    on conflict (merchant_id, handle) do update
       set items = excluded.items, version = menus.version + 1, updated_at = now()
    returning version`.execute(transaction)
  return rows[0]?.version ?? 0
}
