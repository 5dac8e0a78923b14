import { Type } from 'typebox'
import { Uuid } from '#src/platform/http/envelope.ts'
import type { Module } from '#src/platform/module.ts'
import { returnChecks } from './checks.ts'
import { exportReturns } from './export-own.ts'
import { returnsBackground } from './jobs.ts'
import { eraseNotes } from './lapse-queries.ts'
import { returnMails } from './own-words.ts'
import { ReturnStatus } from './schemas.ts'

export const returns = {
  name: 'returns',
  tables: ['returns', 'return_items'],
  reads: ['users', 'customers', 'merchant_settings', 'products', 'fulfillments', 'order_items', 'orders', 'refunds'],
  sql: ['returns.sql'],
  routes: async () => ({
    links: [(await import('./link-routes.ts')).orderLinkRoutes, (await import('./page-routes.ts')).registerOrderPage],
    shopper: [(await import('./routes.ts')).returnRoutes],
    staff: [(await import('./admin-routes.ts')).returnAdminRoutes],
  }),
  background: returnsBackground,
  shopMails: returnMails,
  erase: eraseNotes,
  export: [exportReturns],
  checks: returnChecks,
  eventFields: {
    'order.updated': {
      return: Type.Optional(
        Type.Object({ id: Uuid, status: ReturnStatus }, { description: 'With the changes `return_…`: which return.' }),
      ),
    },
  },
  audit: ['return.created', 'return.updated', 'return.refunded'],
  tags: ['Returns'],
  docs: ['returns'],
} satisfies Module
