import { createRoute, redirect } from '@tanstack/react-router'
import { may, openSession } from '#console/data/session.ts'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { firstPlace } from '#console/shell/places.ts'
import { shell } from '#console/shell/routes.tsx'
import { readDashboardSearch } from './search.ts'

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: readDashboardSearch,
  beforeLoad: async () => {
    const session = await openSession()
    if (session === undefined || may('dashboard.read')) return
    throw redirect({ to: firstPlace(session.permissions), replace: true })
  },
  component: lazyPage(() => import('./dashboard-page.tsx'), 'DashboardPage'),
})

export const dashboardRoutes = [dashboard] as const
