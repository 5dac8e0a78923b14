import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { shell } from '#console/shell/routes.tsx'
import { readDashboardSearch } from './search.ts'

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readDashboardSearch,
  component: lazyPage(() => import('./dashboard-page.tsx'), 'DashboardPage'),
})

export const dashboardRoutes = [dashboard] as const
