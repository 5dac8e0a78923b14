import type { Module } from '#src/platform/module.ts'
import { repriceMarkets } from './queries.ts'

export const markets = {
  name: 'markets',
  tables: ['markets'],
  sql: ['markets.sql'],
  routes: async () => ({ staff: [(await import('./routes.ts')).marketRoutes] }),
  reprice: repriceMarkets,
  audit: ['market.created', 'market.updated', 'market.deleted'],
  tags: ['Markets'],
  docs: ['markets'],
} satisfies Module
