import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { root } from '#console/shell/routes.tsx'

export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { next?: string } => {
    const { next } = search
    // Whether it is a place within the console is checked where it is used.
    return typeof next === 'string' ? { next } : {}
  },
  component: lazyPage(() => import('./sign-in-page.tsx'), 'SignInPage'),
})
