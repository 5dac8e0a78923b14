import { shopPaths } from '#shop-paths'
import type { SitemapPage } from './queries.ts'
import { element } from './xml.ts'

/** Maximum addresses of a part (sitemaps.org). */
export const addressesOfPart = 50_000

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** How many parts the pages of products take. */
export const partsOf = (addresses: number): number => Math.max(1, Math.ceil(addresses / addressesOfPart))

/** The index of the parts, which have the same host and folder. */
export function sitemapIndex(folder: string, parts: number): string {
  const links = Array.from(
    { length: parts },
    (_, index) => `<sitemap>${element('loc', `${folder}/sitemap-${index + 1}.xml`)}</sitemap>\n`,
  )
  return `${declaration}<sitemapindex ${namespace}>\n${links.join('')}</sitemapindex>\n`
}

export const sitemapHead = `${declaration}<urlset ${namespace}>\n`
export const sitemapEnd = '</urlset>\n'

export function sitemapEntry({ slug, id, updated_at: updatedAt }: SitemapPage, storefront: string): string {
  return pathEntry({ path: shopPaths.product(slug ?? id), updatedAt }, storefront)
}

export function pathEntry({ path, updatedAt }: { path: string; updatedAt: Date }, storefront: string): string {
  return `<url>${element('loc', storefront + path)}${element('lastmod', updatedAt.toISOString())}</url>\n`
}
