import type { Database } from './pool/pool.ts'

/** The database; docs/decisions/0087-one-database.md says why shops are named anyway. */
export interface Databases {
  db: Database
  /** The database of one shop: `db`, until shops are spread over several. */
  shop(merchantId: string): Database
}
