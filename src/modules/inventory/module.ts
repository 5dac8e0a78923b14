import type { Module } from '#src/platform/module.ts'
import { stockChecks } from './checks.ts'
import { inventoryEvents } from './event-schemas.ts'
import { inventoryBackground } from './jobs.ts'

export const inventory = {
  name: 'inventory',
  tables: ['stock', 'stock_movements', 'low_stock'],
  feeds: { catalog: 'only products on sale are listed as low' },
  reads: [
    'listing_texts',
    'listings',
    'products',
    'product_groups',
    'media',
    'fulfillments',
    'order_items',
    'orders',
    'order_edits',
    'refunds',
    'unpaid_edits',
    'events',
  ],
  sql: ['availability.sql', 'reservations.sql'],
  routes: async () => ({ staff: [(await import('./routes.ts')).inventoryRoutes] }),
  background: inventoryBackground,
  checks: stockChecks,
  events: inventoryEvents,
  audit: ['stock.updated'],
  permissions: ['inventory.read', 'inventory.write'],
  tags: ['Inventory'],
} satisfies Module
