import { sql } from 'kysely'
import type { Executor } from '#src/platform/db/transaction.ts'
import { grown } from './large-shop-people.ts'
import { isAllowed } from './plan-allowances.ts'
import type { Allow } from './plan-watch.ts'
import { rowsRead, rowsSorted } from './plans.ts'

/** By plans of empty tables, or of a small shop, these read each row of a table, or of the one, but once at most. */
const once: Record<string, string> = {
  'GET /feeds/{key}/sitemap.xml': 'its pages are counted',
  'GET /feeds/{key}/sitemap-{part}.xml': 'variants behind the first of their group are left out',
  'GET /catalog/products': 'cards of all shops with a brand',
  'GET /catalog/suggest': 'words like the typed one',
  'GET /marketplace/search': 'words like the typed one',
  'GET /admin/orders reads promotion_uses': 'orders with a promotion, whose uses are few or many',
  'GET /admin/users': 'a text in the addresses of orders',
  'GET /admin/users/export': 'a text in the addresses of orders',
  'GET /admin/orders/export': 'a text in the addresses of orders',
  'GET /admin/dashboard': 'orders of a part of a day',
  'GET /admin/counts': 'orders whose payment failed',
  'GET /admin/payments/statement/{id}': 'orders that its credits paid',
  'GET /admin/products': 'cards of a group with a tag',
  'GET /admin/products/export': 'stock of what has the words',
}

/** The dictionary is read for each word that nobody knows. */
const maxWords = 8

/** What reads of a shop of the size `grown` may read: a page, or, where it is named, each row once. */
export async function readsOnce(db: Executor): Promise<Allow> {
  const { rows } = await sql<{ words: number }>`select count(*)::int as words from search_words`.execute(db)
  const words = (rows[0]?.words ?? 0) * maxWords
  return (excess, step, request) => {
    if (isAllowed(excess, step, request)) return true
    const [name = '', table] = excess.replace(/ sorts$/, '').split(' reads ')
    const max = table === 'search_words' ? words : grown.products
    return (name in once || excess in once) && Math.max(rowsRead(step), rowsSorted(step)) <= max
  }
}
