import type { Database } from './pool/pool.ts'

/**
 * The databases by owner of their data; `table-owners.ts` assigns the tables. Today all are one database: transactions
 * rely on that, statements do not (docs/decisions/0039-three-executors.md).
 */
export interface Databases {
  /** Persons, their sessions and secrets; merchants and who may act for them. */
  identity: Database
  /** Data of one shop. */
  shop(merchantId: string): Database
  /** Every database of shops, for work across shops: sweeps, erasure and export of a user's data. */
  everyShop: readonly Database[]
  /** Reads over the products of all shops. It writes only data derived from them. */
  marketplace: Database
  /** Each database once, for the tables that all of them have. */
  each: readonly Database[]
}

/** Owner of the tables of a job, a sweep or an encrypted value. */
export type Owner = 'identity' | 'shops' | 'marketplace' | 'each'

export function databasesOf({ identity, everyShop, marketplace, each }: Databases, owner: Owner): readonly Database[] {
  return { identity: [identity], shops: everyShop, marketplace: [marketplace], each }[owner]
}

/** All in one database. `open` is called per owner, so that tests can tell the owner of a statement. */
export function inOneDatabase(open: (owner: Owner) => Database): Databases {
  const shops = open('shops')
  return {
    identity: open('identity'),
    shop: () => shops,
    everyShop: [shops],
    marketplace: open('marketplace'),
    each: [open('each')],
  }
}
