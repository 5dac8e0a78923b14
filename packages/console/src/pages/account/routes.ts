import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '#console/shell/routes.tsx'

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})

export const accountRoutes = [account] as const
