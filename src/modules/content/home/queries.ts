import { sql } from 'kysely'
import type { PictureRow } from '#src/modules/media/index.ts'
import { picturesOfRow } from '#src/modules/media/shared-queries.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Section } from './rules.ts'

export interface HomeRow {
  sections: Section[]
  /** Ids of all pictures that it shows. */
  media: string[]
  pictures: PictureRow[] | null
  version: number
  updated_at: Date
}

export async function selectHome(db: Executor, merchantId: string): Promise<HomeRow | undefined> {
  const { rows } = await sql<HomeRow>`
    select sections, media, ${picturesOfRow('homes')} as pictures, version, updated_at from homes
     where merchant_id = ${merchantId}`.execute(db)
  return rows[0]
}

/** One change of a shop's home page at a time. */
export async function lockHome(transaction: Transaction, merchantId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`home:${merchantId}`}, 0))`.execute(transaction)
}

export async function writeHome(
  transaction: Transaction,
  merchantId: string,
  { sections, media }: Pick<HomeRow, 'sections' | 'media'>,
): Promise<void> {
  const json = JSON.stringify(sections)
  await sql`
    insert into homes (merchant_id, sections, media, updated_at)
    values (${merchantId}, ${json}::jsonb, ${media}::uuid[], now())
    on conflict (merchant_id) do update
       set sections = excluded.sections, media = excluded.media, version = homes.version + 1,
           updated_at = now()`.execute(transaction)
}
