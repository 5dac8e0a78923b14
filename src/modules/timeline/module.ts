import type { Module } from '#src/platform/module.ts'

export const timeline = {
  name: 'timeline',
  reads: [
    'orders',
    'order_mails',
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
