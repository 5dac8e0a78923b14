/** Contents of the databases of the bench. They are built once and kept in `tools/bench/data/`. */
export interface DatasetSpec {
  name: string
  products: number
  merchants: number
  users: number
  orders: number
  /** Orders in the first shop only, or spread evenly over all. */
  shops: 'first' | 'all'
  /** With the tables of the plain yardstick. */
  plain?: true
  /** The products are variants, so many of a group. */
  variants?: number
}

const size = (name: string, products: number): DatasetSpec => ({
  name,
  products,
  merchants: 10,
  users: products / 5,
  orders: products,
  shops: 'first',
})

const spread = (name: string, merchants: number): DatasetSpec => ({
  name,
  products: 200_000,
  merchants,
  users: 20_000,
  orders: 200_000,
  shops: 'all',
  plain: true,
})

export const datasets = {
  /** Initial state of an import. */
  blank: { name: 'blank', products: 100, merchants: 10, users: 100, orders: 100, shops: 'first' },
  s10k: { ...size('s10k', 10_000), plain: true },
  s100k: size('s100k', 100_000),
  s1m: { ...size('s1m', 1_000_000), plain: true },
  /** Dataset shared with the peers: one shop, with little history. */
  peers: { ...size('peers', 10_000), merchants: 1, orders: 100, plain: true },
  /** As many cards as s10k. */
  g10k: { ...size('g10k', 200_000), users: 2_000, orders: 10_000, variants: 20 },
  m10: spread('m10', 10),
  m10k: spread('m10k', 10_000),
} satisfies Record<string, DatasetSpec>

export type DatasetName = keyof typeof datasets

/** Shoppers with a session each, whose tokens the load carries. So many that few have two orders at the same moment. */
export const signedInShoppers = 2_048

/** Shops whose owner has a session, so that prices change in all of them. */
export const signedInOwners = 100
