import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { root } from '#console/shell/routes.tsx'

export const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { next?: string } => {
    const { next } = search
    // Only places within the console.
    return typeof next === 'string' && /^\/(?!\/)/.test(next) ? { next } : {}
  },
  component: lazyPage(() => import('./sign-in-page.tsx'), 'SignInPage'),
})
