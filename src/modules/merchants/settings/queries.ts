import { sql } from 'kysely'
import type { PictureRow } from '#src/modules/media/index.ts'
import { picturesOf } from '#src/modules/media/shared-queries.ts'
import { violates } from '#src/platform/db/failover/sql-errors.ts'
import type { Executor, Transaction } from '#src/platform/db/transaction.ts'
import type { Carrier } from './carriers.ts'
import { lastNumbers } from './invoice-queries.ts'
import { type LastNumbers, withNextNumbers } from './invoice-settings.ts'
import { defaultSettings, type ShopSettings } from './rules.ts'

const names = Object.keys(defaultSettings) as (keyof ShopSettings)[]
const columns = sql.join(names.map((name) => sql.ref(name)))
/** The picture of the logo, if it is ready. */
const logoOf = picturesOf(sql.ref('merchant_settings.merchant_id'), sql`array[logo]`)
const { max_open_orders_per_user: maxOpen, max_quantity_per_line: maxQuantity } = defaultSettings

export async function selectSettings(db: Executor, merchantId: string): Promise<ShopSettings> {
  const { rows } = await sql<ShopSettings>`
    select ${columns} from merchant_settings where merchant_id = ${merchantId}`.execute(db)
  return rows[0] ?? defaultSettings
}

/** The carriers of a shop. */
export async function selectCarriers(db: Executor, merchantId: string): Promise<readonly Carrier[]> {
  const { rows } = await sql<{ carriers: readonly Carrier[] }>`
    select carriers from merchant_settings where merchant_id = ${merchantId}`.execute(db)
  return rows[0]?.carriers ?? []
}

/** What a shop's mails look like; undefined: as ours. */
export async function selectMailLook(
  db: Executor,
  merchantId: string,
): Promise<{ color: string | null; footer: string | null; pictures: PictureRow[] | null } | undefined> {
  const { rows } = await sql<{ color: string | null; footer: string | null; pictures: PictureRow[] | null }>`
    select mail_color as color, mail_footer as footer,
           case when mail_logo and logo is not null then ${logoOf} end as pictures
      from merchant_settings
     where merchant_id = ${merchantId} and (mail_color is not null or mail_footer is not null or mail_logo)
    `.execute(db)
  return rows[0]
}

/** The settings of a merchant, locked until the transaction ends. */
export async function lockSettings(transaction: Transaction, merchantId: string): Promise<ShopSettings> {
  const { rows } = await sql<ShopSettings>`
    insert into merchant_settings (merchant_id, max_open_orders_per_user, max_quantity_per_line)
    values (${merchantId}, ${maxOpen}, ${maxQuantity})
    on conflict (merchant_id) do update set merchant_id = excluded.merchant_id
    returning ${columns}`.execute(transaction)
  const [row] = rows
  if (row === undefined) throw new Error('the statement returns a row')
  return row
}

/** Writes the given settings and keeps the others. Call it after `lockSettings`. */
export async function updateSettings(
  transaction: Transaction,
  merchantId: string,
  change: Partial<ShopSettings>,
): Promise<void> {
  const given = names.filter((name) => change[name] !== undefined)
  if (given.length === 0) return
  await sql`
    update merchant_settings set ${sql.join(given.map((name) => sql`${sql.ref(name)} = ${storedValue(change[name])}`))}
     where merchant_id = ${merchantId}`.execute(transaction)
}

/** A list is stored as JSON; the driver would make an array of it. */
function storedValue(value: ShopSettings[keyof ShopSettings] | undefined): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/**
 * Changes the currency of a shop without orders, and returns whether it did. Call it after `lockSettings`. Waits for
 * concurrent inserts of orders and products and for a chunk of an import, with the locks of
 * src/modules/merchants/settings/currency.sql and of `beginChunk`.
 */
export async function updateCurrency(transaction: Transaction, merchantId: string, currency: string): Promise<boolean> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`import:${merchantId}`}, 0)),
           pg_advisory_xact_lock(hashtextextended('currency:' || ${merchantId}::uuid, 0))`.execute(transaction)
  const { rows } = await sql`
    update merchant_settings set currency = ${currency}
     where merchant_id = ${merchantId} and not exists (select from orders where merchant_id = ${merchantId})
    returning 1`.execute(transaction)
  return rows.length > 0
}

/** Whether a shop's currency has changed meanwhile. */
export async function hasOtherCurrency(
  transaction: Transaction,
  merchantId: string,
  currency: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from merchant_settings where merchant_id = ${merchantId} and currency <> ${currency}`.execute(transaction)
  return rows.length > 0
}

/** Sets the flags by which others look for what a shop has. Call it after `lockSettings`. */
export async function setOffers(
  transaction: Transaction,
  merchantId: string,
  offers:
    | { has_shipping_methods: boolean }
    | { has_payment_methods: boolean }
    | { has_tax_rates: boolean }
    | { has_promotions: boolean }
    | { has_markets: boolean }
    | { has_texts: boolean }
    | { has_prices: boolean },
): Promise<void> {
  await transaction.updateTable('merchant_settings').set(offers).where('merchant_id', '=', merchantId).execute()
}

export interface NamedMerchant {
  id: string
  name: string
  currency: string
  /** Null of one that an earlier release has made. */
  slug: string | null
}

export async function selectNamedMerchant(
  db: Executor,
  merchantId: string,
  { lock = false } = {},
): Promise<NamedMerchant | undefined> {
  const { rows } = await sql<NamedMerchant>`
    select id, name, currency, slug from merchants where id = ${merchantId}
     ${lock ? sql`for no key update` : sql``}`.execute(db)
  return rows[0]
}

export async function selectMerchantSettings(
  db: Executor,
  merchantId: string,
): Promise<{ merchant: NamedMerchant; settings: ShopSettings; pictures: PictureRow[] | null } | undefined> {
  type Found = {
    settings: ShopSettings | null
    pictures: PictureRow[] | null
    last: LastNumbers
    free: number | null
  }
  const { rows } = await sql<NamedMerchant & Found>`
    select id, name, currency, slug, ${lastNumbers(merchantId)} as last,
           (select min(number)::float8 from order_numbers where merchant_id = ${merchantId}) as free, (
           select to_json(setting)
             from (select ${columns} from merchant_settings where merchant_id = ${merchantId}) setting) as settings,
           (select ${logoOf} from merchant_settings where merchant_id = ${merchantId} and logo is not null) as pictures
      from merchants where id = ${merchantId}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  const { settings: set, pictures, last, free, ...merchant } = row
  const settings = set ?? defaultSettings
  const invoices = settings.invoices && withNextNumbers(settings.invoices, last)
  const { order_number: form } = settings
  const order_number = form && { ...form, next: free ?? form.next }
  return { merchant, settings: { ...settings, invoices, order_number }, pictures }
}

/** False if another merchant has the slug; the transaction is then to be rolled back. */
export async function updateSlug(transaction: Transaction, merchantId: string, slug: string): Promise<boolean> {
  try {
    await transaction.updateTable('merchants').set({ slug }).where('id', '=', merchantId).execute()
    return true
  } catch (error) {
    if (violates(error, 'merchants_slug_key')) return false
    throw error
  }
}

export async function updateName(transaction: Transaction, merchantId: string, name: string): Promise<void> {
  await sql`
    update merchants set name = ${name} where id = ${merchantId} and name <> ${name}`.execute(transaction)
}
