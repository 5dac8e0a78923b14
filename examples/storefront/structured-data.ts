import { type Card, type Group, shopPaths } from './api.ts'
import type { Offer } from './product.ts'
import type { View } from './view.ts'

/** A product for search engines, in the words of schema.org: a ProductGroup with its variants, or a Product. */
export function productData(
  view: View,
  { card, group, path }: { card: Card; group: Group | undefined; path: string },
): object {
  const address = view.origin + view.href(path)
  const shared = {
    name: group?.name ?? card.name,
    ...((group?.description ?? card.description) && { description: group?.description ?? card.description }),
    ...(card.brand && { brand: { '@type': 'Brand', name: card.brand } }),
    ...(card.category && { category: card.category }),
    url: address,
  }
  if (!group) {
    return { '@context': 'https://schema.org', '@type': 'Product', ...shared, ...ownData(view, card, card, card.slug) }
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    ...shared,
    productGroupID: group.id,
    variesBy: group.varies_by.map((name) => propertyNames[name.toLowerCase()] ?? name),
    hasVariant: group.variants.slice(0, 100).map((variant) => ({
      '@type': 'Product',
      name: variant.name,
      ...optionData(variant.options as Record<string, string>),
      ...ownData(view, variant, variant, group.slug),
    })),
  }
}

const propertyNames: Record<string, string> = {
  size: 'https://schema.org/size',
  größe: 'https://schema.org/size',
  colour: 'https://schema.org/color',
  color: 'https://schema.org/color',
  farbe: 'https://schema.org/color',
  material: 'https://schema.org/material',
  pattern: 'https://schema.org/pattern',
}

function optionData(options: Record<string, string>): object {
  const entries = Object.entries(options)
  const recognized = entries.flatMap(([name, value]) => {
    const property = propertyNames[name.toLowerCase()]
    return property ? [[property.slice('https://schema.org/'.length), value]] : []
  })
  const others = entries.filter(([name]) => !propertyNames[name.toLowerCase()])
  return {
    ...Object.fromEntries(recognized),
    ...(others.length > 0 && {
      additionalProperty: others.map(([name, value]) => ({ '@type': 'PropertyValue', name, value })),
    }),
  }
}

function ownData(view: View, offer: Offer, { media }: Pick<Card, 'media'>, slug: string): object {
  const days = view.shop.return_days
  const pictures = media.flatMap(({ url, video }) => (video ? [] : [url]))
  return {
    sku: offer.sku,
    ...(offer.gtin && { gtin: offer.gtin }),
    ...(pictures.length > 0 ? { image: pictures } : offer.image_url && { image: [offer.image_url] }),
    offers: {
      '@type': 'Offer',
      url: view.origin + view.href(shopPaths.variant(slug, offer.sku)),
      price: offer.price,
      priceCurrency: offer.currency,
      itemCondition: 'https://schema.org/NewCondition',
      availability: `https://schema.org/${offer.available > 0 ? 'InStock' : 'OutOfStock'}`,
      ...shippingData(view.shop, offer),
      ...(days !== null && {
        hasMerchantReturnPolicy: {
          '@type': 'MerchantReturnPolicy',
          applicableCountry: firstCountries(view.shop),
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          merchantReturnDays: days,
        },
      }),
    },
  }
}

/** What it costs to send one of it: an entry for the countries of each price, without a price where none is known. */
function shippingData(shop: View['shop'], { price, weight_grams: grams, requires_shipping: isSent }: Offer): object {
  const rateTo = (country: string) => {
    // An older service has none.
    const rates = (shop.shipping_methods ?? [])
      .filter(({ countries }) => countries === null || countries.includes(country))
      .filter(
        ({ min_weight_grams: min, max_weight_grams: max }) =>
          (grams ?? 0) >= (min ?? 0) && (grams ?? 0) <= (max ?? Infinity),
      )
      .map(({ price: rate, free_from: free }) => (free !== null && price >= free ? 0 : rate))
    return rates.length > 0 ? Math.min(...rates) : undefined
  }
  const byRate = Map.groupBy(isSent ? firstCountries(shop) : [], rateTo)
  if (byRate.size === 0) return {}
  return {
    shippingDetails: [...byRate].map(([value, countries]) => ({
      '@type': 'OfferShippingDetails',
      ...(value !== undefined && { shippingRate: { '@type': 'MonetaryAmount', value, currency: shop.currency } }),
      shippingDestination: countries.map((addressCountry) => ({ '@type': 'DefinedRegion', addressCountry })),
    })),
  }
}

/** At most 50 countries are taken (Google, "Merchant listing structured data"): the shop's own comes first. */
function firstCountries({ country, countries }: View['shop']): string[] {
  const others = countries.filter((one) => one !== country)
  return (country !== null && others.length < countries.length ? [country, ...others] : others).slice(0, 50)
}
