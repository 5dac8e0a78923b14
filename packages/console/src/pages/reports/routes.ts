import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { shell } from '#console/shell/routes.tsx'
import { readReportsSearch } from './search.ts'

const reports = createRoute({
  getParentRoute: () => shell,
  path: '/reports',
  validateSearch: readReportsSearch,
  component: lazyPage(() => import('./reports-page.tsx'), 'ReportsPage'),
})

export const reportsRoutes = [reports] as const
