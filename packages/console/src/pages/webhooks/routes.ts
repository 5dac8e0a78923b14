import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '#console/shell/routes.tsx'
import { readDeliveriesSearch } from './search.ts'

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
})

const newWebhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('./new-webhook-page.tsx'), 'NewWebhookPage'),
})

const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$webhookId',
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(() => import('./deliveries-page.tsx'), 'DeliveriesPage'),
})

const webhookSettings = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$webhookId/settings',
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'WebhookSettingsPage'),
})

const delivery = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$webhookId/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./delivery-page.tsx'), 'DeliveryPage'),
})

export const webhooksRoutes = [webhooks, newWebhook, webhook, webhookSettings, delivery] as const
