import type { Product } from './rows.ts'
import { audit, needed, now, put, rowTimes, type Shop, type Step } from './shop.ts'
import { meaningOf, sayIn, type TranslatedInto, translatedInto } from './translate-names.ts'
import { readDescription, sayDescription, translatePhrase } from './translate-texts.ts'

const hour = 3_600_000

interface Market {
  name: string
  own: boolean
  countries: string[]
  locales: string[]
}

const markets: readonly Market[] = [
  { name: 'Other countries', own: true, countries: [], locales: ['en'] },
  { name: 'Germany and Austria', own: false, countries: ['DE', 'AT'], locales: ['de'] },
]

/** Plans in which languages the shop is read, once it has collections. */
export function planMarkets(ends: number): Step[] {
  return [{ at: ends - 40 * hour, act: openMarkets }]
}

function openMarkets(shop: Shop): void {
  const { merchantId: merchant_id, currency } = shop
  for (const [position, fields] of markets.entries()) {
    const market = { ...fields, currency, active: true, position }
    const { id } = put(shop, 'markets', { merchant_id, id: shop.id(), ...market, ...rowTimes(shop) })
    audit(shop, 'manager', 'market.created', id, shop.service.changesOf<Record<string, unknown>>(null, market))
  }
  Object.assign(needed(shop.tables.get('merchant_settings')?.[0]), { has_markets: true })
  translateCatalog(shop)
}

interface Told {
  id: string
  name: string
  description: string | null
}

/** The part of the catalog whose words are known, and all collections. */
function translateCatalog(shop: Shop): void {
  const rowsOf = <Row extends Told>(table: string) => (shop.tables.get(table) ?? []) as Row[]
  const variants = Map.groupBy(shop.products.values(), ({ group_id }) => group_id)
  for (const one of rowsOf('collections'))
    write(shop, 'collection', one, (language) => ({
      name: translatePhrase(one.name, language),
      description: translatePhrase(one.description ?? '', language),
    }))
  const goods = [...rowsOf<Told & { varies_by?: string[] }>('product_groups'), ...(variants.get(null) ?? [])]
  for (const one of goods) {
    const meaning = meaningOf(one.name)
    if (meaning === undefined) continue
    const counted = readDescription(one.description ?? '')
    const varies = 'varies_by' in one ? (one.varies_by ?? []) : undefined
    write(shop, varies ? 'product_group' : 'product', one, (language) => ({
      name: sayIn(meaning, language),
      description: counted && sayDescription(counted, language),
      options: varies && optionsIn(varies, variants.get(one.id) ?? [], language),
    }))
  }
}

function write(shop: Shop, type: string, { id }: Told, textsIn: (language: TranslatedInto) => object): void {
  for (const locale of translatedInto)
    put(shop, 'translations', {
      merchant_id: shop.merchantId,
      type,
      subject_id: id,
      locale,
      texts: textsIn(locale),
      updated_at: now(shop),
    })
}

/** The names and values of a group's options. */
function optionsIn(varies: readonly string[], variants: readonly Product[], language: TranslatedInto): object {
  const said = (name: string) => {
    const values = [...new Set(variants.map(({ options }) => options[name] ?? ''))]
    return {
      name: translatePhrase(name, language),
      values: Object.fromEntries(values.map((value) => [value, translatePhrase(value, language) ?? value])),
    }
  }
  return Object.fromEntries(varies.map((name) => [name, said(name)]))
}
