import { sql } from 'kysely'
import { type KeptMarket, noMarket } from '#src/modules/markets/index.ts'
import { behindCursor, countUpToMaximum, pageWindow } from '#src/platform/db/statements/paging.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { PageRequest } from '#src/platform/lib/page.ts'
import type { PaymentMethodRow } from './rules.ts'

const columns = sql`
  id, kind, name, instructions, countries, groups, min_minor, max_minor, fee_minor, fee_tax_class, keeps_stock_hours,
  net_days, reference, bank, send_before_paid, position, active, prices`

/** For whom methods are read. */
export type Reader = Pick<KeptMarket, 'market_id' | 'locale'>

type Translated = PaymentMethodRow & { texts?: { name?: string; instructions?: string } | null }

/** Their texts for a reader, if they have a language. */
const textsFor = (merchantId: string, { market_id, locale }: Reader) =>
  locale === null
    ? sql``
    : sql`, texts_in(${merchantId}, 'payment_method', id,
                     (select text_locales(${merchantId}, ${market_id}, ${locale}))) as texts`

function inLanguage({ texts, ...method }: Translated): PaymentMethodRow {
  return {
    ...method,
    name: texts?.name ?? method.name,
    instructions: texts?.instructions ?? method.instructions,
  }
}

/** The active methods of a merchant, by position, with texts in the language of a reader, if one is given. */
export async function selectPaymentMethods(
  db: Executor,
  merchantId: string,
  reader: Reader = noMarket,
): Promise<PaymentMethodRow[]> {
  const { rows } = await sql<Translated>`
    select ${columns}${textsFor(merchantId, reader)} from payment_methods
     where merchant_id = ${merchantId} and active
     order by position, id`.execute(db)
  return rows.map(inLanguage)
}

/** The active methods of a merchant, by position, and its account at the provider of cards. */
export async function selectOwnMethods(
  db: Executor,
  merchantId: string,
  reader: Reader = noMarket,
): Promise<{ account: string | null; methods: PaymentMethodRow[] }> {
  const { rows } = await sql<Translated & { account: string | null; id: string | null }>`
    select setting.stripe_account as account, ${columns}${textsFor(merchantId, reader)}
      from (values (1)) one
      left join merchant_settings setting on setting.merchant_id = ${merchantId}
      left join payment_methods method
        on setting.has_payment_methods and method.merchant_id = ${merchantId} and method.active
     order by position, id`.execute(db)
  const methods = rows.flatMap(({ account: _, ...method }) => (method.id === null ? [] : [inLanguage(method)]))
  return { account: rows[0]?.account ?? null, methods }
}

/** The currency of the methods' own amounts. */
export async function selectShopCurrency(db: Executor, merchantId: string): Promise<string> {
  const { rows } = await sql<{ currency: string }>`select currency_of_shop(${merchantId}) as currency`.execute(db)
  return rows[0]?.currency ?? ''
}

/** All methods of a merchant, inactive ones too. Call it while the settings are locked. */
export async function selectAllMethods(transaction: Transaction, merchantId: string): Promise<PaymentMethodRow[]> {
  const { rows } = await sql<PaymentMethodRow>`
    select ${columns} from payment_methods where merchant_id = ${merchantId} order by id`.execute(transaction)
  return rows
}

/** A page of a merchant's methods, by position. */
export async function listMethods(db: Executor, merchantId: string, page: PageRequest): Promise<PaymentMethodRow[]> {
  const behind = behindCursor(page, 'asc', ['position', 'int'], ['id', 'uuid'])
  const { rows } = await sql<PaymentMethodRow>`
    select ${columns} from payment_methods where merchant_id = ${merchantId} and ${behind}
     order by position, id ${pageWindow(page)}`.execute(db)
  return rows
}

export function countMethods(db: Executor, merchantId: string): Promise<number> {
  return countUpToMaximum(db, sql`select 1 from payment_methods where merchant_id = ${merchantId}`)
}

/** False, and nothing written, if the merchant has `max` already. Call it while the settings are locked. */
export async function insertMethod(
  transaction: Transaction,
  merchantId: string,
  method: PaymentMethodRow,
  max: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_methods (merchant_id, ${columns}, created_at, updated_at)
    select ${merchantId}::uuid, ${method.id}::uuid, ${method.kind}::text, ${method.name}::text,
           ${method.instructions}::text, ${method.countries}::text[], ${method.groups}::uuid[],
           ${method.min_minor}::bigint,
           ${method.max_minor}::bigint, ${method.fee_minor}::bigint, ${method.fee_tax_class}::text,
           ${method.keeps_stock_hours}::int, ${method.net_days}::int,
           ${method.reference}::text, ${asJson(method.bank)}::jsonb, ${method.send_before_paid}::boolean,
           ${method.position}::int, ${method.active}::boolean, ${asJson(method.prices)}::jsonb, now(), now()
     where (select count(*) from payment_methods where merchant_id = ${merchantId}) < ${max}::int
    returning 1`.execute(transaction)
  return rows.length > 0
}

export async function selectMethod(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<PaymentMethodRow | undefined> {
  const { rows } = await sql<PaymentMethodRow>`
    select ${columns} from payment_methods where merchant_id = ${merchantId} and id = ${id}`.execute(transaction)
  return rows[0]
}

export async function updateMethod(
  transaction: Transaction,
  merchantId: string,
  { id, bank, prices, ...fields }: PaymentMethodRow,
): Promise<void> {
  await transaction
    .updateTable('payment_methods')
    .set({ ...fields, bank: asJson(bank), prices: asJson(prices), updated_at: sql`now()` })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a method and returns it. */
export async function deleteMethod(
  transaction: Transaction,
  merchantId: string,
  id: string,
): Promise<PaymentMethodRow | undefined> {
  const { rows } = await sql<PaymentMethodRow>`
    delete from payment_methods where merchant_id = ${merchantId} and id = ${id} returning ${columns}`.execute(
    transaction,
  )
  return rows[0]
}

export async function hasActiveMethod(transaction: Transaction, merchantId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from payment_methods where merchant_id = ${merchantId} and active) as has`.execute(
    transaction,
  )
  return rows[0]?.has === true
}

const asJson = (value: PaymentMethodRow['bank' | 'prices']) => value && JSON.stringify(value)
