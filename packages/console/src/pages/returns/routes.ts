import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { shell } from '#console/shell/routes.tsx'
import { readReturnsSearch } from './search.ts'

const returns = createRoute({
  getParentRoute: () => shell,
  path: '/returns',
  validateSearch: readReturnsSearch,
  component: lazyPage(() => import('./returns-page.tsx'), 'ReturnsPage'),
})

export const returnsRoutes = [returns] as const
