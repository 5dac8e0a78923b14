import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { shell } from '#console/shell/routes.tsx'

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyPage(() => import('./account-page.tsx'), 'AccountPage'),
})

export const accountRoutes = [account] as const
