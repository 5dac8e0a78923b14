import { sql } from 'kysely'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Language } from '#src/platform/lib/languages.ts'
import { drawable } from '#src/platform/lib/texts/own-texts.ts'
import type { OwnTexts } from '#src/platform/lib/texts/spoken.ts'

/** The texts of one language that a shop has changed. */
export interface TextsRow {
  texts: Readonly<Record<string, string>>
  /** 0 until some are written. */
  version: number
  updated_at: Date | null
}

export async function selectTexts(db: Executor, merchantId: string, language: Language): Promise<TextsRow> {
  const { rows } = await sql<TextsRow>`
    select texts, version, updated_at from shop_texts
     where merchant_id = ${merchantId} and language = ${language}`.execute(db)
  return rows[0] ?? { texts: {}, version: 0, updated_at: null }
}

/** The texts of a shop in all languages, without those that this release cannot draw. */
export async function selectOwnTexts(db: Executor, merchantId: string): Promise<OwnTexts> {
  const { rows } = await sql<{ language: Language; texts: Record<string, string> }>`
    select language, texts from shop_texts where merchant_id = ${merchantId}`.execute(db)
  return drawable(Object.fromEntries(rows.map(({ language, texts }) => [language, texts])))
}

/** Writes the texts of one language. Call it while the settings are locked. */
export async function replaceTexts(
  transaction: Transaction,
  { merchantId, language }: { merchantId: string; language: Language },
  texts: Readonly<Record<string, string>>,
): Promise<TextsRow> {
  const { rows } = await sql<TextsRow>`
    insert into shop_texts (merchant_id, language, texts, updated_at)
    values (${merchantId}, ${language}, ${JSON.stringify(texts)}::jsonb, now())
        on conflict (merchant_id, language) do update
       set texts = excluded.texts, version = shop_texts.version + 1, updated_at = now()
    returning texts, version, updated_at`.execute(transaction)
  const [row] = rows
  if (row === undefined) throw new Error('the statement returns a row')
  return row
}

export async function hasAnyTexts(transaction: Transaction, merchantId: string): Promise<boolean> {
  const { rows } = await sql`
    select from shop_texts where merchant_id = ${merchantId} and texts <> '{}' limit 1`.execute(transaction)
  return rows.length > 0
}
