import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { readOpenSearch } from '#console/lib/search.ts'
import { shell } from '#console/shell/routes.tsx'

const staff = createRoute({
  getParentRoute: () => shell,
  path: '/staff',
  validateSearch: readOpenSearch,
  component: lazyPage(() => import('./staff-page.tsx'), 'StaffPage'),
})

export const staffRoutes = [staff] as const
