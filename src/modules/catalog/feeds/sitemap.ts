import { shopPaths } from '#shop-paths'
import type { SitemapPage } from './queries.ts'
import { element } from './xml.ts'

/** Maximum addresses of a part (sitemaps.org). */
export const addressesOfPart = 50_000

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The index of the parts, which have the same host and folder. */
export function sitemapIndex(folder: string, addresses: number): string {
  const parts = Math.max(1, Math.ceil(addresses / addressesOfPart))
  const links = Array.from(
    { length: parts },
    (_, index) => `<sitemap>${element('loc', `${folder}/sitemap-${index + 1}.xml`)}</sitemap>\n`,
  )
  return `${declaration}<sitemapindex ${namespace}>\n${links.join('')}</sitemapindex>\n`
}

export const sitemapHead = `${declaration}<urlset ${namespace}>\n`
export const sitemapEnd = '</urlset>\n'

export function sitemapEntry({ slug, id, updated_at }: SitemapPage, storefront: string): string {
  const address = element('loc', storefront + shopPaths.product(slug ?? id))
  return `<url>${address}${element('lastmod', updated_at.toISOString())}</url>\n`
}
