import type { Database } from './pool/pool.ts'

/**
 * The databases by whose data they hold; `table-owners.ts` says which table is in which. Today they are one: no
 * statement relies on it, transactions do (docs/decisions/0039-three-executors.md).
 */
export interface Databases {
  /** Persons, their sessions and secrets; merchants and who may act for them. */
  identity: Database
  /** What belongs to one shop. */
  shop(merchantId: string): Database
  /** Each database that holds shops, for work that is not of one: sweeps, erasure and export of a user's data. */
  everyShop: readonly Database[]
  /** Reads over the products of all shops. It writes only what it learns of them. */
  marketplace: Database
  /** Each database once, for the tables that all of them have. */
  each: readonly Database[]
}

/** Whose tables a job, a sweep or a sealed value is in. */
export type Owner = 'identity' | 'shops' | 'marketplace' | 'each'

export function databasesOf({ identity, everyShop, marketplace, each }: Databases, owner: Owner): readonly Database[] {
  return { identity: [identity], shops: everyShop, marketplace: [marketplace], each }[owner]
}

/** All in one. `open` is called for each owner, so that tests can tell by whom a statement is sent. */
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
