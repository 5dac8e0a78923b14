import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '#console/shell/routes.tsx'
import { readInventorySearch } from './search.ts'

const inventory = createRoute({
  getParentRoute: () => shell,
  path: '/inventory',
  validateSearch: readInventorySearch,
  component: lazyRouteComponent(() => import('./inventory-page.tsx'), 'InventoryPage'),
})

const stock = createRoute({
  getParentRoute: () => shell,
  path: '/inventory/$productId',
  component: lazyRouteComponent(() => import('./stock-page.tsx'), 'StockPage'),
})

export const inventoryRoutes = [inventory, stock] as const
