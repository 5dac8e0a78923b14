import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '#console/shell/routes.tsx'
import { readCustomersSearch } from './search.ts'

const customers = createRoute({
  getParentRoute: () => shell,
  path: '/customers',
  validateSearch: readCustomersSearch,
  component: lazyRouteComponent(() => import('./customers-page.tsx'), 'CustomersPage'),
})

const customer = createRoute({
  getParentRoute: () => shell,
  path: '/customers/$customerId',
  component: lazyRouteComponent(() => import('./customer-page.tsx'), 'CustomerPage'),
})

export const customersRoutes = [customers, customer] as const
