import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Language } from '#src/platform/lib/languages.ts'
import type { OwnWords } from './own-words.ts'

/** Of one kind of mail; a language that is left out has ours. */
export type OwnTexts = Partial<Record<Language, OwnWords>>

export async function selectTexts(db: Executor, merchantId: string, kind: string): Promise<OwnTexts> {
  const { rows } = await sql<{ texts: OwnTexts }>`
    select texts from mail_texts where merchant_id = ${merchantId} and kind = ${kind}`.execute(db)
  return rows[0]?.texts ?? {}
}

/** The kinds of mails that a shop has put into its own words. */
export async function selectKinds(db: Executor, merchantId: string): Promise<Set<string>> {
  const { rows } = await sql<{ kind: string }>`
    select kind from mail_texts where merchant_id = ${merchantId}`.execute(db)
  return new Set(rows.map(({ kind }) => kind))
}

/** Writes the texts of one kind, and returns those before. */
export async function replaceTexts(
  transaction: Transaction,
  { merchantId, kind }: { merchantId: string; kind: string },
  texts: OwnTexts,
): Promise<OwnTexts> {
  const { rows } = await sql<{ texts: OwnTexts }>`
    select texts from mail_texts where merchant_id = ${merchantId} and kind = ${kind} for update`.execute(transaction)
  if (Object.keys(texts).length === 0)
    await sql`delete from mail_texts where merchant_id = ${merchantId} and kind = ${kind}`.execute(transaction)
  else
    await sql`
      insert into mail_texts (merchant_id, kind, texts) values (${merchantId}, ${kind}, ${JSON.stringify(texts)}::jsonb)
          on conflict (merchant_id, kind) do update set texts = excluded.texts, updated_at = now()
      `.execute(transaction)
  return rows[0]?.texts ?? {}
}
