import type { Module } from '#src/platform/module.ts'
import { exportActions } from './export-actions.ts'
import { auditBackground } from './jobs.ts'

export const audit = {
  name: 'audit',
  tables: ['audit_entries'],
  reads: [
    'users',
    'api_keys',
    'customers',
    'invitations',
    'merchants',
    'shipping_methods',
    'payment_methods',
    'customer_groups',
    'collections',
    'product_groups',
    'products',
    'payments',
    'orders',
    'webhook_subscriptions',
  ],
  sql: ['audit-log.sql'],
  routes: async () => ({ staff: [(await import('./routes.ts')).auditRoutes] }),
  background: auditBackground,
  export: [exportActions],
  permissions: ['audit.read'],
  tags: ['Audit log'],
  docs: ['audit-log'],
} satisfies Module
