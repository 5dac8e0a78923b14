import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readOpenSearch } from '#console/lib/search.ts'
import { shell } from '#console/shell/routes.tsx'

const staff = createRoute({
  getParentRoute: () => shell,
  path: '/staff',
  validateSearch: readOpenSearch,
  component: lazyRouteComponent(() => import('./staff-page.tsx'), 'StaffPage'),
})

export const staffRoutes = [staff] as const
