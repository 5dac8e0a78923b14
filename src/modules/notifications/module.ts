import type { Module } from '#src/platform/module.ts'
import type { Dependencies } from './dependencies.ts'
import { exportNotifications } from './export-own.ts'
import { notificationBackground } from './jobs.ts'
import { digested, notified } from './letters.ts'
import { eraseChoices } from './queries.ts'

export const notifications = {
  name: 'notifications',
  tables: [
    'notification_choices',
    'notification_start',
    'notification_cursors',
    'notified_products',
    'notification_digests',
  ],
  reads: [
    ...([
      'staff',
      'roles',
      'merchants',
      'merchant_settings',
      'events',
      'event_log_heads',
      'returns',
      'orders',
    ] as const),
    ...(['payments', 'audit_entries', 'webhook_subscriptions', 'product_imports'] as const),
  ],
  routes: async () => ({ staff: [(await import('./routes.ts')).notificationRoutes] }),
  background: notificationBackground,
  mails: [notified, digested],
  erase: eraseChoices,
  export: [exportNotifications],
  audit: ['notifications.updated'],
  tags: ['Notifications'],
  docs: ['notifications'],
} satisfies Module<Dependencies>
