import type { DB } from '#src/platform/db/schema/schema.gen.ts'
import type { Module } from '#src/platform/module.ts'

export const timeline = {
  name: 'timeline',
  reads: [
    'orders',
    'order_mails' as string as keyof DB,
    'fulfillments',
    'payments',
    'refunds',
    'returns',
    'invoices',
    'comments',
    'audit_entries',
    'customers',
    'users',
    'staff',
    'api_keys',
  ],
  routes: async () => ({ staff: [(await import('./routes.ts')).timelineRoutes] }),
} satisfies Module
