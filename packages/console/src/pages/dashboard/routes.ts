import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '#console/shell/routes.tsx'
import { readDashboardSearch } from './search.ts'

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readDashboardSearch,
  component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
})

export const dashboardRoutes = [dashboard] as const
