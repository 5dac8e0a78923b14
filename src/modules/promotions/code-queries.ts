import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRange } from '#src/platform/lib/page.ts'
import { codeKey } from './code-rules.ts'
import { keyOfCode } from './offer-queries.ts'

export interface CodeBatchRow {
  id: string
  promotion_id: string
  prefix: string
  wanted: number
  made: number
  created_at: Date
}

export interface CodeRow {
  code: string
  revoked_at: Date | null
  /** The order that uses it. */
  order_id: string | null
  created_at: Date
}

/** Its promotion is not automatic from now on. */
export async function insertBatch(
  transaction: Transaction,
  merchantId: string,
  { id, promotion_id, prefix, wanted }: Omit<CodeBatchRow, 'made' | 'created_at'>,
): Promise<CodeBatchRow> {
  await sql`
    update promotions set has_codes = true where merchant_id = ${merchantId} and id = ${promotion_id}`.execute(
    transaction,
  )
  const { rows } = await sql<CodeBatchRow>`
    insert into promotion_code_batches (merchant_id, id, promotion_id, prefix, wanted, created_at)
    values (${merchantId}, ${id}, ${promotion_id}, ${prefix}, ${wanted}, now())
    returning id, promotion_id, prefix, wanted, made, created_at`.execute(transaction)
  return rows[0] as CodeBatchRow
}

/** Codes of all batches of a promotion, those to be made, too. */
export async function countRequestedCodes(
  transaction: Transaction,
  merchantId: string,
  promotionId: string,
): Promise<number> {
  const { rows } = await sql<{ wanted: number }>`
    select coalesce(sum(wanted), 0)::int as wanted from promotion_code_batches
     where merchant_id = ${merchantId} and promotion_id = ${promotionId}`.execute(transaction)
  return rows[0]?.wanted ?? 0
}

/** Locks a batch, so that processes that run it take turns. */
export async function lockBatch(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<CodeBatchRow | undefined> {
  const { rows } = await sql<CodeBatchRow>`
    select id, promotion_id, prefix, wanted, made, created_at from promotion_code_batches
     where merchant_id = ${merchantId} and id = ${id} for no key update`.execute(transaction)
  return rows[0]
}

/** Inserts the codes that the shop does not have yet, and counts them. */
export async function insertCodes(
  transaction: Transaction,
  merchantId: string,
  { id, promotion_id }: CodeBatchRow,
  codes: readonly string[],
): Promise<void> {
  await sql`
    with inserted as (
      insert into promotion_codes (merchant_id, code, promotion_id, generated, created_at)
      select ${merchantId}, code, ${promotion_id}, true, now() from unnest(${codes}::text[]) code
      on conflict do nothing
      returning 1
    )
    update promotion_code_batches set made = made + (select count(*) from inserted)
     where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

interface CodeList {
  merchantId: string
  promotionId: string
}

/** Generated codes of a promotion, in their order. */
export async function selectCodes(
  db: Executor,
  { merchantId, promotionId }: CodeList,
  page: PageRange,
): Promise<CodeRow[]> {
  const behind = behindCursor(page, 'asc', ['code', 'text'])
  const { rows } = await sql<CodeRow>`
    select code, revoked_at, created_at,
           (select order_id from promotion_uses used
             where used.merchant_id = ${merchantId} and used.code = given.code and not used.released) as order_id
      from promotion_codes given
     where merchant_id = ${merchantId} and promotion_id = ${promotionId} and generated and ${behind}
     order by code ${pageWindow(page)}`.execute(db)
  return rows
}

export function countCodes(db: Executor, { merchantId, promotionId }: CodeList): Promise<number> {
  return countUpToMaximum(
    db,
    sql`select 1 from promotion_codes
         where merchant_id = ${merchantId} and promotion_id = ${promotionId} and generated`,
  )
}

/** Orders that have the code keep it. False if the promotion has no such code. */
export async function revokeCode(
  transaction: Transaction,
  { merchantId, promotionId }: CodeList,
  code: string,
): Promise<'revoked' | 'unchanged' | undefined> {
  const { rows } = await sql<{ was_revoked: boolean }>`
    with found as (
      select code, revoked_at is not null as was_revoked from promotion_codes
       where merchant_id = ${merchantId} and promotion_id = ${promotionId} and generated
         and (code = ${code} or not exact and ${keyOfCode} = ${codeKey(code)})
       order by code = ${code} desc limit 1
         for no key update
    ), changed as (
      update promotion_codes set revoked_at = now() from found
       where merchant_id = ${merchantId} and promotion_codes.code = found.code and not was_revoked
    )
    select was_revoked from found`.execute(transaction)
  const [found] = rows
  return found && (found.was_revoked ? 'unchanged' : 'revoked')
}
