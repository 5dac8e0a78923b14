import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '#console/shell/routes.tsx'
import { readProductsSearch } from './search.ts'

const products = createRoute({
  getParentRoute: () => shell,
  path: '/products',
  validateSearch: readProductsSearch,
  component: lazyRouteComponent(() => import('./products-page.tsx'), 'ProductsPage'),
})

const newProduct = createRoute({
  getParentRoute: () => shell,
  path: '/products/new',
  component: lazyRouteComponent(() => import('./new-product-page.tsx'), 'NewProductPage'),
})

const product = createRoute({
  getParentRoute: () => shell,
  path: '/products/$productId',
  component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
})

export const productsRoutes = [products, newProduct, product] as const
