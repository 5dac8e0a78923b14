import { maxLookedUp } from '#src/modules/search/newest-queries.ts'
import { maxExactTotal } from '#src/platform/lib/totals.ts'
import { size } from './large-shop-people.ts'
import { type PlanNode, rowsRead, rowsSorted } from './plans.ts'
import { reportAllowances } from './report-allowances.ts'

/**
 * Maximum rows that a statement may read or sort in one step. A page has at most 100 items; a step that reads more
 * grows with the shop.
 */
const pageBound = 1_000

/** The count of a list reads as many index entries as its maximum total. */
export function boundOf(query: string): number {
  return /^\s*select count\(\*\)::int as counted from \(/.test(query) ? maxExactTotal + 1 : pageBound
}

/** Tables with more rows count as large. */
export const bound = pageBound

/** Tables that do not grow with the shop. */
export const smallTables: Record<string, string> = {
  unpaid_edits: 'paid orders that an edit made dearer, for seven days at most',
  refresh_answers: 'the refreshes of half a minute',
  schema_migrations: 'a row for each migration',
  figure_hours: 'a row for each hour of a merchant in which something happened',
  figure_days: 'a row for each day of a merchant in which something happened',
  figure_totals: 'a row for each merchant',
  sales_hours: 'a row for each hour of a merchant in which something taxed, shipped or refunded was paid',
  sales_days: 'a row for each such day of a merchant',
  sales_changes: 'folded every second',
  figure_changes: 'folded every second',
  visit_changes: 'folded every second',
  event_log_heads: 'a row for each merchant',
  event_numbering: 'one row',
  sweep_leases: 'one row a sweep',
  media_stores: 'a row for each folder or bucket',
  feeds: 'ten of a shop at most',
  pages: 'at most a thousand a shop',
  menus: 'some fifty of a shop at most',
  markets: 'fifty of a shop at most',
  listing_languages: 'forty of a shop at most',
  listing_word_changes: 'folded every second',
  homes: 'a row for each shop that has written its home page',
  mail_texts: 'a row for each kind of mail that a shop has put into its own words',
  shop_texts: 'a row for each language that a shop has put into its own words',
  related_progress: 'a row for each merchant',
  search_word_changes: 'folded every second',
  event_erasures: 'a row for each erased user whose events have deliveries to be made',
  merchant_settings: 'a row for each merchant',
  failing_receivers: 'a row for each subscription that fails at the moment',
  payment_look_ups: 'a row for each payment that failed without an outcome, for a day',
  bulk_jobs: 'a row for each change of many products',
  promotions: 'some hundreds a shop',
  price_lists: 'two hundred of a shop at most',
  price_contexts: 'a row for each rounding of the markets of a shop',
  price_changes: 'taken by a job',
  promotion_counters: 'a row for each promotion with a limit',
  promotion_use_changes: 'folded every second',
  promotion_use_hours: 'a row for each hour of a promotion in which it was used',
  promotion_use_days: 'a row for each such day of a promotion',
  promotion_use_totals: 'a row for each promotion',
  promotion_code_batches: 'a row for each time that codes are generated',
  collections: 'at most a thousand a shop',
  collection_changes: 'read every ten seconds',
  invoice_requests: 'numbered after some seconds',
  invoice_series: 'two rows for each merchant that issues invoices',
  customer_aliases: 'a row for each record of staff that became an account’s',
  unpaid_counts: 'a row for each user and each address with unpaid orders',
  notification_start: 'one row',
  notification_choices: 'a row for each member of the staff who has chosen',
  notification_digests: 'a row for each notice of a day, for those who want one mail a day',
  notified_products: 'a row for each product that is low now, found by its id',
  order_numbers: 'at most a thousand and a half wait at a shop',
  payment_methods: 'fifty of a shop at most',
  datev_settings: 'a row for each shop that has set its accounts',
  bank_statement_columns: 'a row for each form of CSV that a shop’s banks write',
  customer_groups: 'a hundred of a shop at most',
  postponed_expiries: 'a row for each order whose expiry fails at the moment',
}

/**
 * Statements that may read or sort more than the bound, with the reason. No allowance covers a sequential scan unless
 * it says so.
 */
interface Allowance {
  why: string
  /** Rows that one step may read, over all its loops, or sort. */
  rows: number
  /** Only requests whose address matches; all if it is not given. */
  request?: RegExp
  sequentialScan?: true
}

/** The shop has four fifths of all products. */
const shopProducts = size.products * 0.8
const text = /[?&]q=/
const priceBound = /[?&]m(in|ax)_price=/
const gathered = {
  why: 'products within price bounds, if they are no more than a list tells, are sorted',
  rows: maxExactTotal,
  request: priceBound,
}
const catalogSize: Allowance = {
  why: 'so many products are counted every five seconds, to weigh words',
  rows: maxExactTotal,
  request: text,
  sequentialScan: true,
}
/** Of all merchants together, as the table is small. */
const lowStock: Allowance = {
  why: 'products of which few are left are counted',
  rows: size.products / 20,
  sequentialScan: true,
}
const oneUser = { rows: size.orders / 4 + 10, why: 'the orders of one user, a quarter of all, are counted' }
const eachOrder = { rows: size.orders + 10, why: 'orders with such a total, or such a text, are counted' }
const eachMatch = { why: 'every product matches the common word; each is looked at once', request: text }
const lowByName: Allowance = {
  why: 'products of which few are left, sorted by another order',
  rows: size.products / 20,
  request: /[?&]sort=(name|sku).*low_stock=[0-5](&|$)|[?&]low_stock=[0-5].*sort=(name|sku)/,
}
const stockBound = { why: 'stock below a bound above that of low_stock', request: /[?&]low_stock=50/ }
const everySecret = { why: 'once an hour, by one process, all that is sealed is looked at for older keys' }
const eachUser = { why: 'every user matches the text; each is looked at once', rows: size.users + 10, request: text }

const eachSpender = {
  ...eachUser,
  why: 'sums, groups and consents of the customers are looked at once',
  request: /[?&](spent_min|tag|group_id|accepts_marketing|ordered_after)=/,
}
const firstActive = { why: 'drafts older than the first product for sale', rows: size.products / 10 }
const eachShop = { why: 'a process looks at each shop once, and then at those that have news', rows: 10_000 }

const byRules = { why: 'rules look at each product of the shop once', rows: shopProducts + 10 }

/** In two languages. */
const eachTranslatable = {
  why: 'each product of the shop is looked at once, with its languages',
  rows: 2 * shopProducts + 10,
}

const allowances: Record<string, Allowance[]> = {
  ...reportAllowances,
  'DELETE /user/profile reads order_drafts': [{ why: 'all drafts are of one user here', rows: size.many + 10 }],
  'DELETE /user/profile reads orders': [oneUser],
  'GET /admin/first-steps reads products': [firstActive],
  'PATCH /admin/first-steps reads products': [firstActive],
  'notifications.collect reads notification_cursors': [eachShop],
  'notifications.collect reads merchants': [eachShop],
  'GET /admin/translations reads products': [eachTranslatable],
  'GET /admin/translations reads translations': [eachTranslatable],
  'GET /admin/translations sorts': [eachTranslatable],
  'POST /admin/collections reads products': [byRules],
  'POST /admin/collections reads listings': [{ ...byRules, why: 'what it holds is counted' }],
  'POST /admin/collections reads collection_cards': [
    { why: 'one collection has all rows of the table here', rows: 10_000, sequentialScan: true },
  ],
  'POST /admin/collections/preview reads products': [byRules],
  'GET /admin/product-groups reads product_groups': [
    { why: 'those without variants stand in no index of words', rows: 2_000, request: text },
  ],
  'GET /admin/gift-cards reads stored_value_accounts': [
    {
      why: 'no card of the shop has this status or text; each is looked at once',
      rows: size.many + 1,
      sequentialScan: true,
    },
  ],
  'GET /admin/gift-cards reads stored_value_entries': [
    {
      why: 'a status is of the balance; that of each card is looked at once',
      rows: size.many + 1,
      sequentialScan: true,
    },
  ],
  'GET /admin/gift-cards/outstanding reads stored_value_accounts': [
    {
      why: 'each account of the shop is summed, when somebody closes a month',
      rows: size.many + 10,
      sequentialScan: true,
    },
  ],
  'GET /admin/gift-cards/outstanding sorts': [{ why: 'the same accounts, by kind', rows: size.many + 10 }],
  'GET /admin/gift-cards/outstanding reads stored_value_entries': [
    { why: 'its balance is that of its last entry', rows: size.many + 10, sequentialScan: true },
  ],
  'GET /catalog/products reads listings': [gathered],
  'GET /catalog/products sorts': [gathered],
  'GET /catalog/categories reads listings': [
    { why: 'products are counted by category, once in five seconds', rows: size.products },
  ],
  'GET /marketplace/search reads listings': [
    { why: 'each match is looked up for what no text has', rows: size.products, request: /[?&](brand|tag|sku)=/ },
    gathered,
    { why: 'facets count so many products', rows: maxExactTotal, request: /facets=/ },
  ],
  'GET /marketplace/search reads listing_texts': [
    { why: 'so many matches are counted, and sorted at once', rows: maxExactTotal + 1, request: text },
    { why: 'matches that price bounds leave out are looked at, too', rows: size.products, request: priceBound },
    catalogSize,
  ],
  'a search in a category reads listing_texts': [catalogSize],
  'GET /catalog/suggest reads listing_texts': [
    { why: 'so many of the newest are looked at', rows: maxLookedUp, request: text },
    catalogSize,
  ],
  'catalog.make-related reads merchants': [
    { why: 'each shop is asked for new orders by an index', rows: size.many + 20, sequentialScan: true },
  ],
  'GET /marketplace/search sorts': [
    gathered,
    { why: 'so many matches are sorted at once', rows: maxExactTotal + 1, request: text },
  ],
  'GET /admin/products/export reads products': [
    { why: 'a file of some products reads those of the shop in their order', rows: shopProducts },
  ],
  'GET /admin/products/export reads listing_texts': [{ ...eachMatch, rows: shopProducts }],
  'GET /admin/product-groups reads listing_texts': [{ ...eachMatch, rows: shopProducts }],
  'GET /feeds/{key}/sitemap.xml reads products': [{ why: 'its pages are counted', rows: shopProducts }],
  'GET /feeds/{key}/sitemap-{part}.xml reads products': [
    { why: 'variants behind the first of their group are left out', rows: 1_300 },
  ],
  'GET /admin/promotions/{id}/codes/export reads promotion_codes': [{ why: 'a batch, and one more', rows: 1_001 }],
  'GET /admin/promotions/{id}/codes/export reads promotion_uses': [{ why: 'of a batch, and one more', rows: 1_001 }],
  'GET /admin/feeds reads media': [{ why: 'products without a picture are counted', rows: shopProducts }],
  'GET /admin/feeds reads products': [{ why: 'products without a picture are counted', rows: shopProducts }],
  'GET /admin/inventory reads listings': [{ ...eachMatch, rows: shopProducts, request: /[?&](category|q)=/ }],
  'GET /admin/products reads listing_texts': [{ ...eachMatch, rows: shopProducts }],
  'GET /admin/products reads listings': [{ ...eachMatch, rows: shopProducts }],
  'GET /admin/products reads products': [{ ...eachMatch, rows: shopProducts }],
  'GET /admin/inventory reads listing_texts': [{ ...eachMatch, rows: shopProducts }],
  'GET /admin/inventory reads products': [
    { ...eachMatch, rows: shopProducts },
    { ...stockBound, rows: shopProducts },
    lowByName,
  ],
  'GET /admin/inventory reads low_stock': [lowByName],
  'GET /admin/inventory reads stock': [
    { ...eachMatch, rows: shopProducts },
    { ...stockBound, rows: shopProducts },
  ],
  'GET /admin/inventory sorts': [
    lowByName,
    { ...eachMatch, rows: shopProducts },
    { ...stockBound, rows: shopProducts },
  ],
  'GET /admin/users reads users': [eachUser],
  'GET /admin/users reads customers': [eachUser, eachSpender],
  'GET /admin/users reads customer_sales': [eachUser, eachSpender],
  'GET /admin/users sorts': [eachUser, eachSpender],
  'GET /admin/users/export reads users': [eachUser],
  'GET /admin/users/export reads customers': [eachUser, eachSpender],
  'GET /admin/users/export reads customer_sales': [eachUser, eachSpender],
  'GET /admin/users/export sorts': [eachUser, eachSpender],
  'GET /admin/customer-groups reads customer_group_members': [
    { why: 'the customers of each group are counted', rows: size.users + 10 },
  ],
  'PATCH /admin/inventory/{product_id} reads stock_movements': [
    { why: 'the movements since a count are summed', rows: size.many + 10 },
  ],
  'GET /admin/dashboard reads product_sales': [
    // The week of orders lies in two blocks of days or, at some hours, in three.
    { why: 'where all products sell alike, the best takes the sum of each, by block', rows: 3 * size.soldProducts },
  ],
  'GET /admin/dashboard reads low_stock': [lowStock],
  'GET /admin/counts reads low_stock': [lowStock],
  'GET /admin/gift-cards/outstanding of a small shop reads stored_value_accounts': [
    {
      why: 'one shop has all accounts but one here, so that its plan serves all',
      rows: size.many + 10,
      sequentialScan: true,
    },
  ],
  'GET /admin/counts of a small shop reads low_stock': [lowStock],
  'GET /admin/dashboard of a small shop reads low_stock': [lowStock],
  'GET /admin/dashboard reads delivery_queue': [{ why: 'what waits is counted', rows: size.many }],
  'GET /admin/webhooks/{webhook_id}/deliveries reads delivery_queue': [
    { why: 'what waits is looked at', rows: size.many, request: /status=(pending|delivering)/ },
  ],
  'GET /admin/webhooks/{webhook_id}/deliveries reads deliveries': [
    { why: 'what waits is looked at', rows: size.many, request: /status=(pending|delivering)/ },
  ],
  'GET /admin/webhooks/{webhook_id}/deliveries sorts': [
    { why: 'what waits is sorted', rows: size.many, request: /status=(pending|delivering)/ },
  ],
  'GET /admin/dashboard sorts': [{ why: 'the same sums', rows: size.soldProducts }],
  'GET /admin/orders reads orders': [
    { ...oneUser, request: /[?&]user_id=/ },
    { ...eachOrder, request: /[?&]m(in|ax)_total=/ },
    { ...eachOrder, request: text },
  ],
  'GET /admin/orders reads customers': [{ ...eachUser, sequentialScan: true }],
  'GET /admin/orders sorts': [
    { ...oneUser, request: /[?&]user_id=.*sort=total/ },
    { ...eachOrder, request: text },
  ],
  'GET /admin/orders/export reads orders': [
    { ...oneUser, request: /[?&]user_id=/ },
    { ...eachOrder, request: text },
  ],
  'GET /user/orders reads orders': [oneUser],
  'DELETE /admin/webhooks/{webhook_id} reads delivery_queue': [
    { why: 'it ends all that waits, and all of the queue is its own', rows: size.many, sequentialScan: true },
  ],
  'keys.reseal reads webhook_subscriptions': [{ ...everySecret, rows: size.many + 10 }],
  'keys.reseal reads two_factors': [{ ...everySecret, rows: size.users + 10 }],
  'keys.reseal reads idempotency_keys': [{ ...everySecret, rows: size.many + 10, sequentialScan: true }],
}

export function isAllowed(excess: string, step: PlanNode, request: string): boolean {
  const rows = Math.max(rowsRead(step), rowsSorted(step))
  return (allowances[excess] ?? []).some(
    (allowance) =>
      rows <= allowance.rows &&
      (allowance.request?.test(request) ?? true) &&
      (step['Node Type'] !== 'Seq Scan' || allowance.sequentialScan === true),
  )
}
