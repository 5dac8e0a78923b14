import type { Module } from '#src/platform/module.ts'
import { settlementChecks } from './checks.ts'
import { settlementBackground } from './jobs.ts'
import { paymentEvents } from './pay/event-schemas.ts'
import { payMail } from './pay-link/mail-payment-link.ts'

export const settlement = {
  name: 'settlement',
  tables: ['refunds', 'refund_parts', 'payment_links', 'order_edits', 'unpaid_edits', 'postponed_expiries'],
  reads: [
    'users',
    'merchant_settings',
    'merchants',
    'payment_parts',
    'payments',
    'stored_value_accounts',
    'orders',
    'order_items',
  ],
  sql: ['refund/refund-parts.sql'],
  routes: async () => ({
    public: [(await import('./pay-link/page-routes.ts')).payPageRoutes],
    links: [(await import('./pay/routes.ts')).linkedPaymentRoutes],
    shopper: [(await import('./change/routes.ts')).cancelRoutes, (await import('./pay/routes.ts')).paymentRoutes],
    staff: [
      (await import('./pay-link/routes.ts')).paymentLinkRoutes,
      (await import('./pay/routes.ts')).adminPaymentRoutes,
      (await import('./refund/routes.ts')).refundRoutes,
    ],
  }),
  background: settlementBackground,
  shopMails: [payMail],
  checks: settlementChecks,
  events: paymentEvents,
  audit: [
    'order.updated',
    'order.payment_link_created',
    'payment.recorded',
    'payment.refund_started',
    'payment.refunded',
    'payment.refund_failed',
  ],
  permissions: ['orders.refund'],
  tags: ['Payments'],
} satisfies Module
