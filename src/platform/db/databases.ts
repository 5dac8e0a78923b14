import type { Database } from './pool.ts'

/**
 * The databases by whose data they hold: of persons and of who may act for a shop, of one shop, and of all shops read
 * together. Today they are one; no statement and no transaction relies on it (docs/decisions/0039).
 */
export interface Databases {
  /** Users, their sessions and secrets; merchants and who works for them, invitations and API keys. */
  identity: Database
  /** What belongs to one shop. */
  shop(merchantId: string): Database
  /** Each database that holds shops, for work that is not of one: sweeps, erasure and export of a user's data. */
  everyShop: readonly Database[]
  /** Reads over the products of all shops. It writes only what it learns of them. */
  marketplace: Database
}

/** Whose tables a job, a sweep or a sealed value is in. */
export type Owner = 'identity' | 'shops' | 'marketplace' | 'each'

/** The databases that hold the tables of this owner, each once. */
export function databasesOf({ identity, everyShop, marketplace }: Databases, owner: Owner): Database[] {
  const found = {
    identity: [identity],
    shops: everyShop,
    marketplace: [marketplace],
    each: [identity, ...everyShop, marketplace],
  }
  return [...new Set(found[owner])]
}

/** All in one. */
export function inOneDatabase(db: Database): Databases {
  return { identity: db, shop: () => db, everyShop: [db], marketplace: db }
}
