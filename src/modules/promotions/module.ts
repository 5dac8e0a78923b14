import type { Module } from '#src/platform/module.ts'
import { promotionChecks } from './checks.ts'
import { promotionsBackground } from './jobs.ts'
import { repricePromotions } from './reprice-promotions.ts'
import { eraseFromUses } from './use-queries.ts'

export const promotions = {
  name: 'promotions',
  tables: [
    'promotions',
    'promotion_codes',
    'promotion_code_batches',
    'promotion_counters',
    'promotion_uses',
    'promotion_use_changes',
    'promotion_use_hours',
    'promotion_use_days',
    'promotion_use_totals',
  ],
  feeds: { orders: 'whichever way an order is cancelled, its uses of promotions are given back' },
  reads: ['users', 'collection_cards', 'collections', 'product_groups', 'products', 'orders'],
  sql: ['promotions.sql'],
  routes: async () => ({
    staff: [(await import('./routes.ts')).promotionRoutes, (await import('./code-routes.ts')).promotionCodeRoutes],
  }),
  background: promotionsBackground,
  erase: eraseFromUses,
  reprice: repricePromotions,
  checks: promotionChecks,
  audit: [
    'promotion.created',
    'promotion.updated',
    'promotion.deleted',
    'promotion.exported',
    'promotion.codes_created',
    'promotion.code_revoked',
  ],
  permissions: ['promotions.read', 'promotions.write'],
  tags: ['Promotions'],
  docs: ['promotions'],
} satisfies Module
