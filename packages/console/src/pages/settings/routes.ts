import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { readOpenSearch } from '#console/lib/search.ts'
import { shell } from '#console/shell/routes.tsx'

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/settings/shop', replace: true })
  },
})

const shop = createRoute({
  getParentRoute: () => shell,
  path: '/settings/shop',
  component: lazyRouteComponent(() => import('./shop-page.tsx'), 'ShopPage'),
})

const shipping = createRoute({
  getParentRoute: () => shell,
  path: '/settings/shipping',
  validateSearch: readOpenSearch,
  component: lazyRouteComponent(() => import('./shipping-page.tsx'), 'ShippingPage'),
})

const taxes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/taxes',
  component: lazyRouteComponent(() => import('./taxes-page.tsx'), 'TaxesPage'),
})

export const settingsRoutes = [settings, shop, shipping, taxes] as const
