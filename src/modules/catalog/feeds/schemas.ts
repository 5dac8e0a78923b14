import { type Static, Type } from 'typebox'
import { StorefrontUrl } from '#src/modules/merchants/index.ts'
import { body, Nullable, named, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { type LinkConfig, publicUrl } from '#src/platform/mail/index.ts'
import type { FeedRow } from './queries.ts'

const address = (file: string) => `https://api.example.com/feeds/Q2F0YWxvZ09mVGhlU2hvcFdpdGhJdHNLZXlPZjI0Qnl0/${file}`

const feed = {
  id: Uuid,
  storefront_url: Nullable(Type.String({ description: 'Null: the address of the shop, else of this service.' })),
  google_url: Type.String({
    description: 'For Google Merchant Center: all products for sale, in RSS 2.0. Anybody with the address can read it.',
    examples: [address('google.xml')],
  }),
  meta_url: Type.String({
    description: 'For Meta and Pinterest: the same products as a CSV.',
    examples: [address('meta.csv')],
  }),
  sitemap_url: Type.String({
    description: 'For search engines: the index of the pages of products, of collections and of the shop’s own pages.',
    examples: [address('sitemap.xml')],
  }),
  created_at: Timestamp,
}

export const Feed = named('Feed', Type.Object(feed))

export const CountedFeed = named(
  'CountedFeed',
  Type.Object({
    ...feed,
    products: Type.Integer({ description: 'Current number of products and variants.' }),
    without_picture: Type.Integer({ description: 'Number of those without a picture, which Google does not show.' }),
  }),
)

export const CreateFeed = body('CreateFeed', { storefront_url: Type.Optional(StorefrontUrl) })

export function presentFeed({ id, key, storefront_url, created_at }: FeedRow, config: LinkConfig): Static<typeof Feed> {
  const folder = `${publicUrl(config)}/feeds/${key}`
  return {
    id,
    storefront_url,
    google_url: `${folder}/google.xml`,
    meta_url: `${folder}/meta.csv`,
    sitemap_url: `${folder}/sitemap.xml`,
    created_at: created_at.toISOString(),
  }
}
