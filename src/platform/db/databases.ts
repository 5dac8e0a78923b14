import type { Database } from './pool/pool.ts'

/** The database; docs/decisions/0087-one-database.md says why shops are asked for all the same. */
export interface Databases {
  db: Database
  /** Where what belongs to one shop is: `db`, until shops are spread over several. */
  shop(merchantId: string): Database
}
