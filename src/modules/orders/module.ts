import type { Module } from '#src/platform/module.ts'
import { orderChecks } from './checks.ts'
import { orderEvents } from './event-schemas.ts'
import { eraseGifts } from './gift-queries.ts'
import { ordersBackground } from './jobs.ts'
import { eraseDrafts } from './list/draft-queries.ts'
import { exportOrders, exportPayments } from './list/export-own.ts'
import { orderMails } from './mails/own-words.ts'
import { eraseMails } from './mails/sent-mail-queries.ts'

export const orders = {
  name: 'orders',
  tables: ['orders', 'order_items', 'fulfillments', 'order_drafts', 'order_mails', 'payment_reminders'],
  reads: [
    'users',
    'customers',
    'merchant_settings',
    'merchants',
    'products',
    'product_groups',
    'media',
    'stock',
    'promotion_uses',
    'refunds',
    'event_numbering',
    'events',
  ],
  sql: ['orders.sql', 'open-orders.sql', 'change/rest-of-order.sql', 'mails/order-mails.sql'],
  routes: async () => ({
    links: [(await import('./look-up/routes.ts')).lookUpRoutes],
    shopper: [(await import('./list/routes.ts')).ownOrderRoutes],
    staff: [
      (await import('./list/routes.ts')).merchantOrderRoutes,
      (await import('./list/export-routes.ts')).orderExportRoutes,
      (await import('./fulfil/routes.ts')).fulfillmentRoutes,
    ],
  }),
  background: ordersBackground,
  shopMails: orderMails,
  erase: async (transaction, userId, email) => {
    await eraseGifts(transaction, userId, email)
    await eraseDrafts(transaction, userId)
    await eraseMails(transaction, userId)
  },
  export: [exportOrders, exportPayments],
  checks: orderChecks,
  events: orderEvents,
  audit: ['order.exported', 'order.fulfilled', 'order.fulfillment_updated'],
  permissions: ['orders.read', 'orders.write', 'orders.fulfil'],
  tags: ['Orders'],
  docs: ['orders', 'fulfilment'],
} satisfies Module
