import pg from 'pg'
import type { Operation } from '#test/support/operations.ts'
import type { Caller, World } from './world.ts'

/**
 * Ids that answers have shown, and to whom. After the run the database says whose rows they are: while it runs, the
 * shops A and B write all the time.
 */
export interface Sightings {
  note(operation: Operation, caller: Caller, sent: string, answer: string, number: number): void
  /** What was shown to somebody whose it is not. */
  trespasses(databaseUrl: string): Promise<{ fault: string; number: number }[]>
}

interface Sighting {
  operation: string
  /** Staff and keys of storefronts may see what is their shop's; everybody what is their own. */
  shopId: string | undefined
  userId: string | undefined
  number: number
}

const id = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\bevt_[0-9a-f]{32}\b/g
/** Users are known to many shops; what is for sale, and how it is sent, is every shopper's to see. */
const notSecret: Record<string, RegExp> = {
  products: /^(?!staff)/,
  product_groups: /^(?!staff)/,
  collections: /^(?!staff)/,
  media: /^(?!staff)/,
  shipping_methods: /^(?!staff)/,
  merchants: /./,
  users: /./,
}

export function createSightings(world: World): Sightings {
  const seen = new Map<string, Map<string, Sighting>>()
  return {
    note({ name, scope }, { kind, group, userId }, sent, answer, number) {
      if (scope === 'open' || scope === 'device') return
      const isOfShop = scope === 'staff' || kind === 'publishable' || kind === 'storefront'
      const shopId = isOfShop ? world.shops[group].id : undefined
      for (const [text] of answer.matchAll(id)) {
        if (sent.includes(text)) continue
        const key = text.startsWith('evt_') ? uuidOf(text.slice(4)) : text
        const viewers = seen.get(key) ?? new Map<string, Sighting>()
        seen.set(key, viewers)
        const viewer = shopId ?? userId ?? ''
        if (!viewers.has(viewer)) viewers.set(viewer, { operation: name, shopId, userId, number })
      }
    },
    async trespasses(databaseUrl) {
      const found: { fault: string; number: number }[] = []
      for (const { table, id, merchant_id, user_ids } of await ownersOf(databaseUrl, [...seen.keys()])) {
        for (const { operation, shopId, userId, number } of seen.get(id)?.values() ?? []) {
          if (notSecret[table]?.test(shopId === undefined ? 'user' : 'staff')) continue
          const isTheirs = shopId === undefined ? user_ids.includes(userId ?? '') : merchant_id === shopId
          if (!isTheirs)
            found.push({ fault: `${operation} shows a row of ${table} to somebody whose it is not`, number })
        }
      }
      return found
    },
  }
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

interface Owner {
  table: string
  id: string
  merchant_id: string | null
  /** Whose it is, who did it, whose order it belongs to. */
  user_ids: string[]
}

/** Rows with these ids in every table that has an owner. */
async function ownersOf(databaseUrl: string, ids: readonly string[]): Promise<Owner[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string; owners: string[] }>(`
      select relname as name, array_agg(attname::text) as owners from pg_class
        join pg_attribute on attrelid = pg_class.oid and attname in ('merchant_id', 'user_id', 'actor_id', 'order_id')
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
         and exists (select from pg_attribute a where a.attrelid = pg_class.oid and attname = 'id'
                        and atttypid = 'uuid'::regtype)
       group by relname`)
    const found: Owner[] = []
    for (const { name, owners } of tables) {
      const column = (owner: string) => (owners.includes(owner) ? owner : 'null::uuid')
      // What belongs to an order belongs to who placed it.
      const buyer = `(select orders.user_id from orders where orders.id = ${column('order_id')})`
      const users = `array_remove(array[${column('user_id')}, ${column('actor_id')}, ${buyer}], null)`
      const { rows } = await client.query<Owner>(
        `select '${name}' as table, id, ${column('merchant_id')} as merchant_id, ${users} as user_ids
           from ${name} where id = any ($1::uuid[])`,
        [ids],
      )
      found.push(...rows)
    }
    return found
  } finally {
    await client.end()
  }
}
