import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  Link,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { openSession } from './data/session.ts'
import { readCustomersSearch } from './pages/customers/search.ts'
import { readDashboardSearch } from './pages/dashboard/search.ts'
import { readInventorySearch } from './pages/inventory/search.ts'
import { readOrdersSearch } from './pages/orders/search.ts'
import { readProductsSearch } from './pages/products/search.ts'
import { readDeliveriesSearch } from './pages/webhooks/search.ts'
import { Shell } from './shell/shell.tsx'
import { buttonClass } from './ui/button.tsx'
import { Failure } from './ui/states.tsx'

/**
 * Every page with the search parameters it understands. A page's code is loaded when it is first opened, or when the
 * pointer is over a link to it.
 */
const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { next?: string } => {
    const { next } = search
    // Only places within the console.
    return typeof next === 'string' && /^\/(?!\/)/.test(next) ? { next } : {}
  },
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if ((await openSession()) !== undefined) return
    const search = location.href === '/' ? {} : { next: location.href }
    throw redirect({ to: '/sign-in', search })
  },
  component: Shell,
})

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readDashboardSearch,
  component: lazyRouteComponent(() => import('./pages/dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const orders = createRoute({
  getParentRoute: () => shell,
  path: '/orders',
  validateSearch: readOrdersSearch,
  component: lazyRouteComponent(() => import('./pages/orders/orders-page.tsx'), 'OrdersPage'),
})

const order = createRoute({
  getParentRoute: () => shell,
  path: '/orders/$orderId',
  component: lazyRouteComponent(() => import('./pages/orders/order-page.tsx'), 'OrderPage'),
})

const products = createRoute({
  getParentRoute: () => shell,
  path: '/products',
  validateSearch: readProductsSearch,
  component: lazyRouteComponent(() => import('./pages/products/products-page.tsx'), 'ProductsPage'),
})

const newProduct = createRoute({
  getParentRoute: () => shell,
  path: '/products/new',
  component: lazyRouteComponent(() => import('./pages/products/new-product-page.tsx'), 'NewProductPage'),
})

const product = createRoute({
  getParentRoute: () => shell,
  path: '/products/$productId',
  component: lazyRouteComponent(() => import('./pages/products/product-page.tsx'), 'ProductPage'),
})

const inventory = createRoute({
  getParentRoute: () => shell,
  path: '/inventory',
  validateSearch: readInventorySearch,
  component: lazyRouteComponent(() => import('./pages/inventory/inventory-page.tsx'), 'InventoryPage'),
})

const stock = createRoute({
  getParentRoute: () => shell,
  path: '/inventory/$productId',
  component: lazyRouteComponent(() => import('./pages/inventory/stock-page.tsx'), 'StockPage'),
})

const customers = createRoute({
  getParentRoute: () => shell,
  path: '/customers',
  validateSearch: readCustomersSearch,
  component: lazyRouteComponent(() => import('./pages/customers/customers-page.tsx'), 'CustomersPage'),
})

const customer = createRoute({
  getParentRoute: () => shell,
  path: '/customers/$customerId',
  component: lazyRouteComponent(() => import('./pages/customers/customer-page.tsx'), 'CustomerPage'),
})

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
})

const newWebhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('./pages/webhooks/new-webhook-page.tsx'), 'NewWebhookPage'),
})

const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$webhookId',
  validateSearch: readDeliveriesSearch,
  component: lazyRouteComponent(() => import('./pages/webhooks/deliveries-page.tsx'), 'DeliveriesPage'),
})

const webhookSettings = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$webhookId/settings',
  component: lazyRouteComponent(() => import('./pages/webhooks/settings-page.tsx'), 'WebhookSettingsPage'),
})

const delivery = createRoute({
  getParentRoute: () => shell,
  path: '/webhooks/$webhookId/deliveries/$deliveryId',
  component: lazyRouteComponent(() => import('./pages/webhooks/delivery-page.tsx'), 'DeliveryPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    shell.addChildren([
      ...[dashboard, orders, order],
      ...[products, newProduct, product],
      ...[inventory, stock, customers, customer],
      ...[webhooks, newWebhook, webhook, webhookSettings, delivery],
    ]),
  ]),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Lists keep what they have shown; nothing flashes for a moment.
  defaultPendingMs: 200,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

function Broken({ error, reset }: ErrorComponentProps) {
  return <Failure error={error} retry={reset} />
}

function NotFound() {
  return (
    <main className="px-4 py-24 text-center">
      <h1 className="font-semibold">There is no such page</h1>
      <p className="mt-1 text-ink-2">The address is wrong, or what it named is gone.</p>
      <Link to="/" className={`${buttonClass()} mt-4`}>
        To the dashboard
      </Link>
    </main>
  )
}
