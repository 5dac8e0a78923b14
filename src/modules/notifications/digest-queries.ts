import { sql } from 'kysely'
import type { Database } from '#src/platform/db/pool/pool.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import type { Notice } from './rules.ts'

export interface Addressee {
  merchant_id: string
  user_id: string
}

export async function insertDigested(
  transaction: Transaction,
  { merchant_id, user_id }: Addressee,
  id: string,
  notice: Notice,
): Promise<void> {
  await sql`
    insert into notification_digests (merchant_id, user_id, id, notice, created_at)
    values (${merchant_id}, ${user_id}, ${id}, ${JSON.stringify(notice)}::jsonb, now())`.execute(transaction)
}

/** People with something from before seven o'clock of today at the shop, which it is by now. */
export async function selectDueDigests(db: Database, limit: number): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select digest.merchant_id, digest.user_id
      from (select merchant_id, user_id, min(created_at) as oldest from notification_digests
             group by merchant_id, user_id) digest
      left join merchant_settings setting on setting.merchant_id = digest.merchant_id
     cross join lateral (
       select (date_trunc('day', now() at time zone coalesce(setting.timezone, 'UTC')) + interval '7 hours')
              at time zone coalesce(setting.timezone, 'UTC') as at) seven
     where seven.at <= now() and digest.oldest < seven.at
     limit ${limit}`.execute(db)
  return rows
}

export async function deleteDigest(
  transaction: Transaction,
  { merchant_id, user_id }: Addressee,
): Promise<{ merchant: string; notices: Notice[] }> {
  const { rows } = await sql<{ merchant: string; notice: Notice }>`
    with taken as (
      delete from notification_digests where merchant_id = ${merchant_id} and user_id = ${user_id}
      returning id, notice
    )
    select merchants.name as merchant, taken.notice from taken join merchants on merchants.id = ${merchant_id}
     order by taken.id`.execute(transaction)
  return { merchant: rows[0]?.merchant ?? '', notices: rows.map(({ notice }) => notice) }
}
