import type { Module } from '#src/platform/module.ts'
import { catalogChecks } from './checks.ts'
import { listCollectionPaths } from './collections/sitemap.ts'
import { catalogBackground } from './jobs.ts'
import { repriceLists } from './prices/manage-lists.ts'
import { productEvents } from './products/event-schemas.ts'
import { repriceProducts } from './products/reprice.ts'

export const catalog = {
  name: 'catalog',
  tables: [
    'products',
    'product_groups',
    'slugs',
    'listings',
    'listing_texts',
    'listing_languages',
    'listing_words',
    'listing_word_changes',
    'prices',
    'price_contexts',
    'price_lists',
    'price_list_prices',
    'price_changes',
    'feeds',
    'collections',
    'collection_cards',
    'collection_changes',
    'product_imports',
    'bulk_jobs',
    'related_cards',
    'related_progress',
    'translations',
  ],
  feeds: {
    inventory: 'a product is in stock as soon as one of its units is',
    markets: 'cards have prices in the currencies of markets',
    shipping: 'a method that is deleted has no translations',
    'payment-methods': 'a method that is deleted has no translations',
    promotions: 'a promotion that is deleted has no translations',
  },
  reads: ['media', 'merchants', 'stock', 'stock_movements', 'order_items', 'orders', 'cart_items'],
  sql: [
    'products/products.sql',
    'listing/cards.sql',
    'listing/languages.sql',
    'prices/prices.sql',
    'listing/listings.sql',
    'collections/collections.sql',
    'translations/translations.sql',
  ],
  routes: async () => ({
    public: [(await import('./feeds/public-routes.ts')).publicFeedRoutes],
    user: [(await import('./routes.ts')).catalogRoutes, (await import('./groups/routes.ts')).productGroupRoutes],
    staff: [
      (await import('./admin-routes.ts')).productAdminRoutes,
      (await import('./products/price-routes.ts')).priceRoutes,
      (await import('./groups/admin-routes.ts')).productGroupAdminRoutes,
      (await import('./import/routes.ts')).productFileRoutes,
      (await import('./bulk/routes.ts')).bulkRoutes,
      (await import('./collections/routes.ts')).collectionAdminRoutes,
      (await import('./feeds/routes.ts')).feedRoutes,
      (await import('./translations/routes.ts')).translationRoutes,
      (await import('./prices/routes.ts')).priceListRoutes,
    ],
  }),
  background: catalogBackground,
  reprice: async (transaction, change) => {
    await repriceProducts(transaction, change)
    await repriceLists(transaction, change)
  },
  sitemap: listCollectionPaths,
  checks: catalogChecks,
  events: productEvents,
  audit: [
    'product.created',
    'product.updated',
    'product.deleted',
    'product.archived',
    'product.exported',
    'feed.created',
    'feed.deleted',
    'product_group.created',
    'product_group.updated',
    'product_group.deleted',
    'collection.created',
    'collection.updated',
    'collection.deleted',
    'translation.updated',
    'price_list.created',
    'price_list.updated',
    'price_list.deleted',
  ],
  permissions: ['products.read', 'products.write'],
  tags: ['Catalog', 'Products', 'Product groups', 'Collections', 'Price lists'],
  docs: ['catalog', 'product-groups', 'price-lists'],
} satisfies Module
