import { sql } from 'kysely'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { CurrencyChange } from '#src/platform/module.ts'
import type { Market, PriceContext } from './rules.ts'

const columns = sql`
  id, name, own, countries, currency, prices_include_tax, price_rounding_minor, locales, active, position`

/** All markets of a shop, by position, with the language of its own texts, and those in which it is searched. */
export async function selectMarkets(
  db: Executor,
  merchantId: string,
): Promise<{ markets: Market[]; textLocale: string | undefined; searched: string[]; contexts: PriceContext[] }> {
  type Row = Market & { text_locale: string; searched: string[]; contexts: PriceContext[] | null }
  const { rows } = await sql<Row>`
    select ${columns}, locale_of_shop(${merchantId}) as text_locale, searched_languages(${merchantId}) as searched,
           contexts_of_shop(${merchantId}) as contexts
      from markets where merchant_id = ${merchantId} order by position, id`.execute(db)
  const markets = rows.map(({ text_locale, searched: _, contexts: __, ...market }) => withOwnText(market, text_locale))
  const [first] = rows
  return {
    markets,
    textLocale: first?.text_locale,
    searched: first?.searched ?? [],
    contexts: first?.contexts ?? [],
  }
}

/** Those of a shop that may have no markets, but price lists. */
export async function selectContexts(db: Executor, merchantId: string): Promise<PriceContext[]> {
  const { rows } = await sql<{ contexts: PriceContext[] | null }>`
    select contexts_of_shop(${merchantId}) as contexts`.execute(db)
  return rows[0]?.contexts ?? []
}

/** The shop's own market is read in the language of the shop's texts, also after that has changed. */
function withOwnText(market: Market, textLocale: string): Market {
  const { own, locales } = market
  return own && !locales.includes(textLocale) ? { ...market, locales: [textLocale, ...locales] } : market
}

/** A page of a shop's markets, by position. */
export async function listMarkets(db: Executor, merchantId: string, page: PageRequest): Promise<Market[]> {
  const behind = behindCursor(page, 'asc', ['position', 'int'], ['id', 'uuid'])
  const { rows } = await sql<Market>`
    select ${columns} from markets where merchant_id = ${merchantId} and ${behind}
     order by position, id ${pageWindow(page)}`.execute(db)
  return rows
}

export function countMarkets(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from markets where merchant_id = ${merchantId}`)
}

export async function selectMarket(db: Executor, merchantId: string, id: string): Promise<Market | undefined> {
  const { rows } = await sql<Market>`
    select ${columns} from markets where merchant_id = ${merchantId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Writes a market, new or changed. Call it while the settings are locked. */
export async function writeMarket(transaction: Transaction, merchantId: string, market: Market): Promise<void> {
  const { id, name, own, countries, currency, locales, active, position } = market
  const { prices_include_tax, price_rounding_minor } = market
  await sql`
    insert into markets (merchant_id, ${columns}, created_at, updated_at)
    values (${merchantId}, ${id}, ${name}, ${own}, ${countries}, ${currency}, ${prices_include_tax},
            ${price_rounding_minor}, ${locales}, ${active}, ${position}, now(), now())
    on conflict (merchant_id, id) do update
       set name = excluded.name, countries = excluded.countries, currency = excluded.currency,
           prices_include_tax = excluded.prices_include_tax, price_rounding_minor = excluded.price_rounding_minor,
           locales = excluded.locales, active = excluded.active, position = excluded.position,
           updated_at = now()`.execute(transaction)
}

export async function deleteMarket(transaction: Transaction, merchantId: string, id: string): Promise<void> {
  await sql`delete from markets where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
}

/** Markets in the shop's currency follow it. */
export async function repriceMarkets(
  transaction: Transaction,
  { merchantId, from, to }: CurrencyChange,
): Promise<void> {
  await sql`
    update markets set currency = ${to}, price_rounding_minor = null
     where merchant_id = ${merchantId} and (own or currency = ${from})`.execute(transaction)
}

/** Whether the shop has orders in a currency other than its own. Orders that are being placed are waited for. */
export async function hasSoldElsewhere(transaction: Transaction, merchantId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('currency:' || ${merchantId}::uuid, 0))`.execute(transaction)
  const { rows } = await sql<{ sold: boolean }>`
    select exists (select from other_currencies(${merchantId})) as sold`.execute(transaction)
  return rows[0]?.sold ?? false
}
