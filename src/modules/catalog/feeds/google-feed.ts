import { shopPaths } from '#shop-paths'
import { presentPictures } from '#src/modules/media/index.ts'
import { type Place, type TaxRateRow, taxOf } from '#src/modules/taxes/index.ts'
import { foldText } from '#src/platform/lib/folding.ts'
import { currencyDecimals, toMajor } from '#src/platform/lib/money.ts'
import type { UnitPricingValue } from '../products/field-schemas.ts'
import { reducedFrom } from '../products/reduction-rules.ts'
import type { FeedProduct } from './queries.ts'
import { beginning, element } from './xml.ts'

/**
 * Whether Google shows prices of a shop with tax: yes, except in the United States and Canada (Google Merchant Center,
 * "Price").
 */
export interface FeedPrices {
  included: boolean
  rates: readonly TaxRateRow[]
  /** The shop's own place, else the country of its first tax rate; undefined if nothing says it. */
  place: Place | undefined
}

const withoutTaxIn = new Set(['US', 'CA'])

export interface FeedShop {
  name: string
  /** Without a slash at its end. */
  storefront: string
  prices: FeedPrices
  /**
   * Whether a reduction may be announced from the usual price. Who sells into the European Economic Area announces it
   * from the lowest price of the 30 days before (Directive 98/6/EC article 6a).
   */
  announcesUsualPrices: boolean
}

/** Maximum lengths of texts (Google Merchant Center, "Product data specification"). */
const longest = { title: 150, description: 5_000, brand: 70, product_type: 750, option: 100, highlight: 150 }
/** Pictures besides the first. */
const maxMorePictures = 10
const maxHighlights = 10

/** The beginning of a feed: RSS 2.0 with the fields of Google. */
export function feedHead({ name, storefront }: FeedShop): string {
  const channel = [element('title', name), element('link', storefront), element('description', `Products of ${name}`)]
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n${channel.join('\n')}\n`
  )
}

export const feedEnd = '</channel>\n</rss>\n'

/** A product or a variant in Google's format. Omits fields without a value. */
export function feedItem(product: FeedProduct, shop: FeedShop): string {
  return `<item>${feedFields(product, shop)
    .map(([name, text]) => element(`g:${name}`, text))
    .join('')}</item>\n`
}

/** The fields of an item, of all feeds the same; those without a value are null. */
export function feedFields(product: FeedProduct, shop: FeedShop): [name: string, text: string | null | undefined][] {
  const { price_minor } = product
  const before = shop.announcesUsualPrices ? product.compare_at_minor : reducedFrom(product)
  const price = (minor: number) => priceText(minor, product, shop.prices)
  const [picture = product.image_url, ...more] = presentPictures(product.pictures).flatMap(({ url, video }) =>
    video === undefined ? [url] : [],
  )
  return [
    ['id', product.id],
    ['title', beginning(product.name, longest.title)],
    ['description', beginning(product.description ?? product.name, longest.description)],
    ['link', productLink(shop.storefront, product)],
    ['image_link', picture],
    ...more.slice(0, maxMorePictures).map((url): [string, string] => ['additional_image_link', url]),
    ['availability', product.available > 0 ? 'in_stock' : 'out_of_stock'],
    ['price', price(before ?? price_minor)],
    ['sale_price', before === null ? null : price(price_minor)],
    ['condition', 'new'],
    ['brand', product.brand && beginning(product.brand, longest.brand)],
    ['gtin', product.gtin],
    ['identifier_exists', product.gtin === null ? 'no' : null],
    ['item_group_id', product.group_id],
    ['product_type', product.category && beginning(product.category, longest.product_type)],
    ['unit_pricing_measure', product.unit_pricing && quantityOf(product.unit_pricing.measure)],
    ['unit_pricing_base_measure', product.unit_pricing && baseOf(product.unit_pricing.base)],
    ['shipping_weight', product.weight_grams && product.requires_shipping ? `${product.weight_grams} g` : null],
    ...Object.entries(product.options).flatMap(([name, value]): [string, string][] => {
      const field = fieldsOfOptions.get(foldText(name))
      return field === undefined ? [] : [[field, beginning(value, longest.option)]]
    }),
    ...highlightsOf(product.description).map((text): [string, string] => ['product_highlight', text]),
  ]
}

/** The items of lists in a description, two at least, as Google asks for (attribute `product_highlight`). */
function highlightsOf(description: string | null): string[] {
  const items = (description ?? '').split('\n').flatMap((line) => /^- (.+)$/.exec(line.trim())?.[1] ?? [])
  return items.length < 2 ? [] : items.slice(0, maxHighlights).map((text) => beginning(text, longest.highlight))
}

/** Google's names of units that are others than ours, with how many of ours they are. */
const unitsOfGoogle = new Map<string, readonly [unit: string, of: number]>([
  ['m3', ['cbm', 1]],
  ['m2', ['sqm', 1]],
  ['cm2', ['sqm', 10_000]],
  ['mm', ['cm', 10]],
])

/** Such as `750 ml`. */
function quantityOf({ value, unit }: UnitPricingValue['measure']): string {
  const [name, of] = unitsOfGoogle.get(unit) ?? [unit, 1]
  return `${value / of} ${name}`
}

/** Whole numbers alone are taken there: not 100 cm2, which is 0.01 sqm. */
function baseOf(base: UnitPricingValue['base']): string | null {
  const text = quantityOf(base)
  return /^\d+ /.test(text) ? text : null
}

/** Variant attributes of Google, by the option names that shops use. */
const fieldsOfOptions = new Map([
  ...['color', 'colour', 'farbe', 'couleur', 'colore', 'kleur'].map((name) => [name, 'color'] as const),
  ...['size', 'grosse', 'taille', 'talla', 'taglia', 'maat'].map((name) => [name, 'size'] as const),
  ...['material', 'pattern', 'gender'].map((name) => [name, name] as const),
])

/** URL of the product for shoppers. */
export function productLink(storefront: string, { slug, id, sku }: Pick<FeedProduct, 'slug' | 'id' | 'sku'>): string {
  return storefront + shopPaths.variant(slug ?? id, sku)
}

function priceText(minor: number, { tax_class, currency }: FeedProduct, prices: FeedPrices): string {
  const shown = shownMinor(minor, tax_class, prices)
  return `${toMajor(shown, currency).toFixed(currencyDecimals(currency))} ${currency}`
}

function shownMinor(minor: number, taxClass: string, { included, rates, place }: FeedPrices): number {
  if (place === undefined) return minor
  const hasTax = !withoutTaxIn.has(place.country)
  if (hasTax === included) return minor
  const tax = taxOf(rates, place, [{ taxClass, amountMinor: minor }], included).totalMinor
  return included ? minor - tax : minor + tax
}
