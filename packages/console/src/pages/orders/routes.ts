import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { readOpenSearch } from '#console/lib/search.ts'
import { shell } from '#console/shell/routes.tsx'
import { readOrdersSearch } from './search.ts'

const orders = createRoute({
  getParentRoute: () => shell,
  path: '/orders',
  validateSearch: readOrdersSearch,
  component: lazyPage(() => import('./orders-page.tsx'), 'OrdersPage'),
})

const newOrder = createRoute({
  getParentRoute: () => shell,
  path: '/orders/new',
  component: lazyPage(() => import('./new/new-order-page.tsx'), 'NewOrderPage'),
})

const order = createRoute({
  getParentRoute: () => shell,
  path: '/orders/$orderId',
  component: lazyPage(() => import('./order-page.tsx'), 'OrderPage'),
})

const draft = createRoute({
  getParentRoute: () => shell,
  path: '/orders/drafts/$orderId',
  component: lazyPage(() => import('./drafts/draft-page.tsx'), 'DraftPage'),
})

const bankStatement = createRoute({
  getParentRoute: () => shell,
  path: '/orders/bank-statement',
  validateSearch: readOpenSearch,
  component: lazyPage(() => import('./bank/bank-page.tsx'), 'BankPage'),
})

export const ordersRoutes = [orders, newOrder, order, draft, bankStatement] as const
