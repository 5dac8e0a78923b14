import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { shell } from '#console/shell/routes.tsx'
import { readProductsSearch } from './search.ts'

const products = createRoute({
  getParentRoute: () => shell,
  path: '/products',
  validateSearch: readProductsSearch,
  component: lazyPage(() => import('./products-page.tsx'), 'ProductsPage'),
})

const newProduct = createRoute({
  getParentRoute: () => shell,
  path: '/products/new',
  component: lazyPage(() => import('./new-product-page.tsx'), 'NewProductPage'),
})

const product = createRoute({
  getParentRoute: () => shell,
  path: '/products/$productId',
  component: lazyPage(() => import('./product-page.tsx'), 'ProductPage'),
})

const newGroup = createRoute({
  getParentRoute: () => shell,
  path: '/products/groups/new',
  component: lazyPage(() => import('./groups/new-group-page.tsx'), 'NewGroupPage'),
})

const group = createRoute({
  getParentRoute: () => shell,
  path: '/products/groups/$groupId',
  component: lazyPage(() => import('./groups/group-page.tsx'), 'GroupPage'),
})

const importProducts = createRoute({
  getParentRoute: () => shell,
  path: '/products/import',
  component: lazyPage(() => import('./import/import-page.tsx'), 'ImportPage'),
})

const importReport = createRoute({
  getParentRoute: () => shell,
  path: '/products/imports/$importId',
  component: lazyPage(() => import('./import/report-page.tsx'), 'ReportPage'),
})

export const productsRoutes = [products, newProduct, product, newGroup, group, importProducts, importReport] as const
