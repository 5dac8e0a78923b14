import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { shell } from '#console/shell/routes.tsx'
import { readCustomersSearch } from './search.ts'

const customers = createRoute({
  getParentRoute: () => shell,
  path: '/customers',
  validateSearch: readCustomersSearch,
  component: lazyPage(() => import('./customers-page.tsx'), 'CustomersPage'),
})

const groups = createRoute({
  getParentRoute: () => shell,
  path: '/customers/groups',
  component: lazyPage(() => import('./groups/groups-page.tsx'), 'GroupsPage'),
})

const importCustomers = createRoute({
  getParentRoute: () => shell,
  path: '/customers/import',
  component: lazyPage(() => import('./import/import-page.tsx'), 'ImportPage'),
})

const customer = createRoute({
  getParentRoute: () => shell,
  path: '/customers/$customerId',
  component: lazyPage(() => import('./customer-page.tsx'), 'CustomerPage'),
})

export const customersRoutes = [customers, groups, importCustomers, customer] as const
