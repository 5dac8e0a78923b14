import type { Module } from '#src/platform/module.ts'
import { paymentsBackground } from './jobs.ts'
import { nextActions } from './next-actions.ts'

export const payments = {
  name: 'payments',
  tables: ['payments', 'payment_parts', 'payment_look_ups', 'test_provider_charges', 'test_provider_refunds'],
  feeds: { orders: 'the next action of a payment is deleted when its order is cancelled' },
  reads: ['orders', 'refunds'],
  sql: ['payments.sql'],
  routes: async () => ({
    public: [(await import('./routes.ts')).notificationRoutes],
  }),
  background: paymentsBackground,
  sealed: [nextActions],
  audit: ['payment.disputed'],
} satisfies Module
