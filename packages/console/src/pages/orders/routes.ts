import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '#console/shell/routes.tsx'
import { readOrdersSearch } from './search.ts'

const orders = createRoute({
  getParentRoute: () => shell,
  path: '/orders',
  validateSearch: readOrdersSearch,
  component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage'),
})

const order = createRoute({
  getParentRoute: () => shell,
  path: '/orders/$orderId',
  component: lazyRouteComponent(() => import('./order-page.tsx'), 'OrderPage'),
})

export const ordersRoutes = [orders, order] as const
