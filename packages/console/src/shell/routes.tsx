import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router'
import { queryClient, shopOptions } from '#console/data/queries.ts'
import { openSession } from '#console/data/session.ts'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { Shell } from './shell.tsx'

export const root = createRootRoute({ component: Outlet })

/** What every page of a shop stands in: for those who are signed in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    if ((await openSession()) !== undefined) return knowShop()
    const search = location.href === '/' ? {} : { next: location.href }
    throw redirect({ to: '/sign-in', search })
  },
  component: Shell,
})

/** An address that names no page stands in the shell, so that nobody is lost. */
export const noPage = createRoute({
  getParentRoute: () => shell,
  path: '$',
  component: lazyPage(() => import('./not-found.tsx'), 'NotFound'),
})

/** Days and times are those of the shop, so it is known before a page shows any. Without it a page says what is wrong. */
async function knowShop(): Promise<void> {
  if (queryClient.getQueryData(shopOptions.queryKey) !== undefined) return
  await queryClient.fetchQuery({ ...shopOptions, retry: false }).catch(() => {})
}
