import { sql } from 'kysely'
import { newId } from '#src/platform/lib/ids.ts'
import { toMinor } from '#src/platform/lib/money.ts'
import { regionKey } from '#src/platform/lib/regions.ts'
import type { TestApp } from './app.ts'

/** Settings, shipping methods and tax rates of a shop, as rows. */

type Service = Pick<TestApp, 'deps'>

interface Shop {
  id: string
  currency: string
}

interface Settings {
  prices_include_tax?: boolean
  shipping_required?: boolean
  has_shipping_methods?: boolean
  has_tax_rates?: boolean
  shipping_tax?: 'goods' | 'class' | null
  vat_number?: string | null
}

export async function setSelling({ deps }: Service, shop: { id: string }, settings: Settings): Promise<void> {
  await deps.db
    .insertInto('merchant_settings')
    .values({ merchant_id: shop.id, ...settings })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(settings))
    .execute()
}

export interface MethodOptions {
  name?: string
  description?: string | null
  countries?: string[] | null
  price?: number
  freeFrom?: number | null
  minWeight?: number | null
  maxWeight?: number | null
  active?: boolean
}

/** Returns its id. */
export async function makeShippingMethod(service: Service, shop: Shop, options: MethodOptions = {}): Promise<string> {
  const id = newId()
  const minor = (amount: number) => toMinor(amount, shop.currency) as number
  const { name = 'Standard', description = null, countries = null, price = 3, freeFrom = null } = options
  const { minWeight = null, maxWeight = null, active = true } = options
  await service.deps.db
    .insertInto('shipping_methods')
    .values({
      merchant_id: shop.id,
      id,
      name,
      description,
      countries,
      position: 0,
      active,
      price_minor: minor(price),
      free_from_minor: freeFrom === null ? null : minor(freeFrom),
      min_weight_grams: minWeight,
      max_weight_grams: maxWeight,
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .execute()
  await setSelling(service, shop, { has_shipping_methods: true })
  return id
}

export interface RateOptions {
  country?: string
  region?: string | null
  taxClass?: string
  name?: string
  rate: number
  postalCodes?: string[] | null
  compound?: boolean
}

/** Replaces the table of rates. */
export async function setTaxRates(service: Service, shop: Shop, rates: readonly RateOptions[]): Promise<void> {
  const { db } = service.deps
  await db.deleteFrom('tax_rates').where('merchant_id', '=', shop.id).execute()
  const rows = rates.map(
    ({ country = 'GB', region = null, taxClass = 'standard', name = 'VAT', rate, ...more }, index) => ({
      merchant_id: shop.id,
      position: index,
      country,
      region,
      region_key: regionKey(country, region),
      tax_class: taxClass,
      name,
      rate,
      postal_codes: more.postalCodes ?? null,
      compound: more.compound ?? false,
    }),
  )
  if (rows.length > 0) await db.insertInto('tax_rates').values(rows).execute()
  await setSelling(service, shop, { has_tax_rates: rows.length > 0 })
}

export const london = {
  name: 'Ada Lovelace',
  line1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
}
export const berlin = { name: 'Ada Lovelace', line1: 'Unter den Linden 1', city: 'Berlin', country: 'DE' }

/** An address in the user's book; returns its id. */
export async function makeAddress({ deps }: Service, user: { id: string }): Promise<string> {
  const id = newId()
  await deps.db
    .insertInto('addresses')
    .values({
      user_id: user.id,
      id,
      ...berlin,
      postal_code: '10117',
      created_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .execute()
  return id
}
