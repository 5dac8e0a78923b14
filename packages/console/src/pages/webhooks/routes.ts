import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { shell } from '#console/shell/routes.tsx'
import { readDeliveriesSearch } from './search.ts'

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  component: lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

const newWebhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/new',
  component: lazyPage(() => import('./new-webhook-page.tsx'), 'NewWebhookPage'),
})

const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$webhookId',
  validateSearch: readDeliveriesSearch,
  component: lazyPage(() => import('./deliveries-page.tsx'), 'DeliveriesPage'),
})

const webhookSettings = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$webhookId/settings',
  component: lazyPage(() => import('./settings-page.tsx'), 'WebhookSettingsPage'),
})

const delivery = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$webhookId/deliveries/$deliveryId',
  component: lazyPage(() => import('./delivery-page.tsx'), 'DeliveryPage'),
})

export const webhooksRoutes = [webhooks, newWebhook, webhook, webhookSettings, delivery] as const
