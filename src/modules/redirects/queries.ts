import { sql } from 'kysely'
import { lockSettings } from '#src/modules/merchants/index.ts'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'

export interface RedirectRow {
  id: string
  path: string
  target: string
  permanent: boolean
  created_at: Date
}

export type NewRedirect = Omit<RedirectRow, 'created_at'> & { target_path: string | null }

const columns = sql`id, path, target, permanent, created_at`

/** Paths that begin so; `~` stands behind all characters of a canonical path. */
const begins = (prefix: string) => sql`path >= ${prefix} and path <= ${`${prefix}~`}`

export interface Listed {
  merchantId: string
  prefix: string
}

export async function selectRedirects(db: Executor, of: Listed, page: PageRequest): Promise<RedirectRow[]> {
  const behind = behindCursor(page, 'asc', ['path', 'text'])
  const { rows } = await sql<RedirectRow>`
    select ${columns} from redirects where merchant_id = ${of.merchantId} and ${begins(of.prefix)} and ${behind}
     order by path ${pageWindow(page)}`.execute(db)
  return rows
}

export function countRedirects(db: Executor, { merchantId, prefix }: Listed): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from redirects where merchant_id = ${merchantId} and ${begins(prefix)}`)
}

export async function selectRedirect(
  db: Executor,
  merchantId: string,
  path: string,
): Promise<Pick<RedirectRow, 'target' | 'permanent'> | undefined> {
  const { rows } = await sql<Pick<RedirectRow, 'target' | 'permanent'>>`
    select target, permanent from redirects where merchant_id = ${merchantId} and path = ${path}`.execute(db)
  return rows[0]
}

/** One change of a shop's redirects at a time, so that two make no loop together. Returns how many there are. */
export async function lockRedirects(transaction: Transaction, merchantId: string): Promise<number> {
  await lockSettings(transaction, merchantId)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from redirects where merchant_id = ${merchantId}`.execute(transaction)
  return rows[0]?.count ?? 0
}

/** Whether redirects lead from one path to another. */
export async function leadsTo(
  transaction: Transaction,
  merchantId: string,
  from: string,
  to: string,
): Promise<boolean> {
  const { rows } = await sql`
    with recursive way (path) as (
      select ${from}::text collate "C"
      union
      select redirects.target_path from way join redirects on merchant_id = ${merchantId} and redirects.path = way.path
       where redirects.target_path is not null
    )
    select from way where path = ${to}`.execute(transaction)
  return rows.length > 0
}

/** Writes redirects; one that is there leads to the new target. */
export async function writeRedirects(
  transaction: Transaction,
  merchantId: string,
  redirects: readonly NewRedirect[],
): Promise<void> {
  const all = <Key extends keyof NewRedirect>(key: Key) => redirects.map((redirect) => redirect[key])
  await sql`
    insert into redirects (merchant_id, id, path, target, target_path, permanent, created_at)
    select ${merchantId}::uuid, given.*, now()
      from unnest(${all('id')}::uuid[], ${all('path')}::text[], ${all('target')}::text[], ${all('target_path')}::text[],
                  ${all('permanent')}::boolean[]) given
    on conflict (merchant_id, path) do update
       set target = excluded.target, target_path = excluded.target_path, permanent = excluded.permanent`.execute(
    transaction,
  )
}

export async function selectById(db: Executor, merchantId: string, id: string): Promise<RedirectRow | undefined> {
  const { rows } = await sql<RedirectRow>`
    select ${columns} from redirects where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows[0]
}

export async function deleteRedirect(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<RedirectRow | undefined> {
  const { rows } = await sql<RedirectRow>`
    delete from redirects where merchant_id = ${merchantId} and id = ${id} returning ${columns}`.execute(transaction)
  return rows[0]
}

/** Takes away what leads on from a path, which is the address of something again. */
export async function deleteFrom(transaction: Transaction, merchantId: string, path: string): Promise<void> {
  await sql`delete from redirects where merchant_id = ${merchantId} and path = ${path}`.execute(transaction)
}

/** So many rows behind a path, in the order of paths. */
export async function selectSome(
  db: Executor,
  merchantId: string,
  behind: string,
  limit: number,
): Promise<(NewRedirect & { created_at: Date })[]> {
  const { rows } = await sql<NewRedirect & { created_at: Date }>`
    select ${columns}, target_path from redirects where merchant_id = ${merchantId} and path > ${behind}
     order by path limit ${sql.lit(limit)}`.execute(db)
  return rows
}
