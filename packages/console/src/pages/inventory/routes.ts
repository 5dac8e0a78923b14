import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { shell } from '#console/shell/routes.tsx'
import { readInventorySearch } from './search.ts'

const inventory = createRoute({
  getParentRoute: () => shell,
  path: '/inventory',
  validateSearch: readInventorySearch,
  component: lazyPage(() => import('./inventory-page.tsx'), 'InventoryPage'),
})

const stock = createRoute({
  getParentRoute: () => shell,
  path: '/inventory/$productId',
  component: lazyPage(() => import('./stock-page.tsx'), 'StockPage'),
})

export const inventoryRoutes = [inventory, stock] as const
