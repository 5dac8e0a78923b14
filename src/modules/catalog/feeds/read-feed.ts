import { type MerchantDirectory, merchantName, selectSettings } from '#src/modules/merchants/index.ts'
import { selectShippingMethods, shippedTo } from '#src/modules/shipping/index.ts'
import { placeOfShop, selectTaxRates } from '#src/modules/taxes/index.ts'
import type { Databases } from '#src/platform/db/databases.ts'
import type { Reads } from '#src/platform/db/replicas/replica.ts'
import type { Executor } from '#src/platform/db/transaction.ts'
import { notFound } from '#src/platform/lib/errors.ts'
import { isInEconomicArea } from '#src/platform/lib/vat-numbers.ts'
import { type LinkConfig, publicUrl } from '#src/platform/mail/index.ts'
import type { ShopPages } from '#src/platform/module.ts'
import { merchantOfKey } from './feed-key.ts'
import { type FeedShop, feedEnd, feedHead, feedItem } from './google-feed.ts'
import { metaHead, metaLine } from './meta-feed.ts'
import {
  countSitemapPages,
  type FeedPosition,
  type FeedRow,
  selectFeedByKey,
  selectFeedProducts,
  selectPageBefore,
  selectSitemapPages,
} from './queries.ts'
import { addressesOfPart, partsOf, pathEntry, sitemapEnd, sitemapEntry, sitemapHead, sitemapIndex } from './sitemap.ts'

export interface FeedDependencies extends Pick<Databases, 'db' | 'shop'> {
  config: LinkConfig
  reads: Reads
  merchants: MerchantDirectory
  shopPages: readonly ShopPages[]
}

/** A feed that a key has opened. */
export interface OpenFeed {
  feed: FeedRow
  merchantId: string
}

/** Products per statement: with the longest texts 2 MB of XML. */
const batchSize = 200
const pagesOfBatch = 1_000

/** @throws AppError NOT_FOUND */
export async function openFeed(deps: FeedDependencies, key: string): Promise<OpenFeed> {
  const merchantId = merchantOfKey(key)
  if (merchantId === undefined || (await deps.merchants.find(merchantId)) === undefined) throw notFound('feed')
  const feed = await selectFeedByKey(deps.shop(merchantId), merchantId, key)
  if (feed === undefined) throw notFound('feed')
  return { feed, merchantId }
}

/** All products for sale, in Google's format. Batches are read at the pace of the client. */
export async function readGoogleFeed(deps: FeedDependencies, open: OpenFeed): Promise<AsyncGenerator<string>> {
  return googleFeed(await feedShop(deps, open), reader(deps, open), open.merchantId)
}

/** The same products as a catalogue of Meta and Pinterest. */
export async function readMetaFeed(deps: FeedDependencies, open: OpenFeed): Promise<AsyncGenerator<string>> {
  return metaFeed(await feedShop(deps, open), reader(deps, open), open.merchantId)
}

async function* metaFeed(shop: FeedShop, read: Read, merchantId: string): AsyncGenerator<string> {
  yield metaHead
  const products = batches((after) => read((db) => selectFeedProducts(db, merchantId, after, batchSize)))
  for await (const batch of products) yield batch.map((product) => metaLine(product, shop)).join('')
}

async function* googleFeed(shop: FeedShop, read: Read, merchantId: string): AsyncGenerator<string> {
  yield feedHead(shop)
  const products = batches((after) => read((db) => selectFeedProducts(db, merchantId, after, batchSize)))
  for await (const batch of products) yield batch.map((product) => feedItem(product, shop)).join('')
  yield feedEnd
}

/** The index of a shop’s pages: those of products, and a last part with collections and its own pages. */
export async function readSitemapIndex(deps: FeedDependencies, open: OpenFeed): Promise<string> {
  const products = partsOf(await reader(deps, open)((db) => countSitemapPages(db, open.merchantId)))
  const others = await otherPages(deps, open)
  const { storefront } = await feedShop(deps, open)
  return sitemapIndex(`${storefront}/feeds/${open.feed.key}`, others.length > 0 ? products + 1 : products)
}

async function otherPages(deps: FeedDependencies, open: OpenFeed): ReturnType<ShopPages> {
  const lists = await reader(
    deps,
    open,
  )(async (db) => {
    const found: Awaited<ReturnType<ShopPages>>[] = []
    for (const list of deps.shopPages) found.push(await list(db, open.merchantId))
    return found
  })
  return lists.flat().slice(0, addressesOfPart)
}

/**
 * A part of it, by its number.
 * @throws AppError NOT_FOUND if the sitemap has fewer parts
 */
export async function readSitemapPart(
  deps: FeedDependencies,
  open: OpenFeed,
  part: number,
): Promise<AsyncGenerator<string>> {
  const { merchantId } = open
  const read = reader(deps, open)
  const before = (part - 1) * addressesOfPart
  if (part > 1 && part === 1 + partsOf(await read((db) => countSitemapPages(db, merchantId)))) {
    const others = await otherPages(deps, open)
    if (others.length === 0) throw notFound('part of the sitemap')
    return otherPart(others, (await feedShop(deps, open)).storefront)
  }
  const start = before === 0 ? undefined : await read((db) => selectPageBefore(db, merchantId, before))
  if (before > 0 && start === undefined) throw notFound('part of the sitemap')
  const { storefront } = await feedShop(deps, open)
  return sitemapPart(start, read, { merchantId, storefront })
}

async function* otherPart(pages: Awaited<ReturnType<ShopPages>>, storefront: string): AsyncGenerator<string> {
  yield sitemapHead + pages.map((page) => pathEntry(page, storefront)).join('') + sitemapEnd
}

async function* sitemapPart(
  start: FeedPosition | undefined,
  read: Read,
  { merchantId, storefront }: { merchantId: string; storefront: string },
): AsyncGenerator<string> {
  yield sitemapHead
  let left = addressesOfPart
  const pages = batches((after) => read((db) => selectSitemapPages(db, merchantId, after, pagesOfBatch)), start)
  for await (const batch of pages) {
    yield batch.map((page) => sitemapEntry(page, storefront)).join('')
    left -= batch.length
    if (left <= 0) break
  }
  yield sitemapEnd
}

type Read = <T>(read: (db: Executor) => Promise<T>) => Promise<T>

function reader({ reads, shop }: FeedDependencies, { feed, merchantId }: OpenFeed): Read {
  return (read) => reads.run(feed.id, shop(merchantId), read)
}

async function* batches<Row extends FeedPosition>(
  read: (after: FeedPosition | undefined) => Promise<Row[]>,
  start?: FeedPosition,
): AsyncGenerator<Row[]> {
  let after = start
  for (;;) {
    const rows = await read(after)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    after = { id: last.id }
  }
}

async function feedShop(deps: FeedDependencies, { feed, merchantId }: OpenFeed): Promise<FeedShop> {
  const { settings, methods, rates } = await reader(deps, { feed, merchantId })(async (db) => ({
    settings: await selectSettings(db, merchantId),
    methods: await selectShippingMethods(db, merchantId),
    rates: await selectTaxRates(db, merchantId),
  }))
  const [first] = rates
  return {
    name: await merchantName(deps.db, merchantId),
    storefront: storefrontOf(deps.config, feed, settings),
    prices: {
      included: settings.prices_include_tax,
      rates,
      place:
        placeOfShop(settings.invoices?.seller_address, rates) ?? (first && { country: first.country, region: null }),
    },
    announcesUsualPrices: !shippedTo(methods, settings.shipping_required).some(isInEconomicArea),
  }
}

/** Base of links: the feed's setting, else the shop's, else this service. */
export function storefrontOf(
  config: LinkConfig,
  feed: Pick<FeedRow, 'storefront_url'>,
  settings: { storefront_url: string | null },
): string {
  return feed.storefront_url ?? settings.storefront_url ?? publicUrl(config)
}
