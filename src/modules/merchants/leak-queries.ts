import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'

export async function selectMerchantIds(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from merchants order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes the API keys of a merchant that are secrets; answers their ids. */
export async function deleteApiKeys(db: Executor, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from api_keys where merchant_id = ${merchantId} and kind <> 'publishable' returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes all invitations of a merchant; returns their ids. */
export async function deleteInvitations(db: Executor, merchantId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from invitations where merchant_id = ${merchantId} returning id`.execute(db)
  return rows.map(({ id }) => id)
}
