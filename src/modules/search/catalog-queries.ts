import { sql } from 'kysely'

/** SQL for the number of active products. */
export const activeProducts = sql<number>`(select count(*)::int from products where status = 'active')`
