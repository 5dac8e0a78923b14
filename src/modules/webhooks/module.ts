import type { Module } from '#src/platform/module.ts'
import { deliveryChecks } from './deliveries/checks.ts'
import { eventChecks } from './event-log/checks.ts'
import { eraseFromEvents } from './event-log/erase-events.ts'
import { webhooksBackground } from './jobs.ts'
import { webhookLetters } from './letters.ts'
import { writeEvents } from './outbox/write-events.ts'
import { webhookSecrets } from './subscriptions/reseal-secrets.ts'

export const webhooks = {
  name: 'webhooks',
  tables: [
    'webhook_subscriptions',
    'failing_receivers',
    'events',
    'event_erasures',
    'event_log_heads',
    'event_numbering',
    'deliveries',
    'delivery_attempts',
    'delivery_queue',
  ],
  reads: ['customer_aliases'],
  sql: ['event-log/events.sql', 'engine/leases.sql', 'deliveries/outcomes.sql'],
  routes: async () => ({
    staff: [
      (await import('./subscriptions/routes.ts')).webhookRoutes,
      (await import('./deliveries/routes.ts')).deliveryRoutes,
      (await import('./event-log/routes.ts')).eventRoutes,
    ],
  }),
  outbox: writeEvents,
  background: webhooksBackground,
  sealed: [webhookSecrets],
  mails: webhookLetters,
  erase: eraseFromEvents,
  checks: [...eventChecks, ...deliveryChecks],
  audit: ['webhook.created', 'webhook.updated', 'webhook.deleted', 'webhook.secret_rotated'],
  permissions: ['webhooks.read', 'webhooks.write'],
  tags: ['Webhooks', 'Events'],
  docs: ['webhooks'],
} satisfies Module
