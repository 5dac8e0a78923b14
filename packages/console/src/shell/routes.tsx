import { createRootRoute, createRoute, Link, Outlet, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient, shopOptions } from '#console/data/queries.ts'
import { openSession } from '#console/data/session.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { Shell } from './shell.tsx'

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

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
export const noPage = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound })

/** Days and times are those of the shop, so it is known before a page shows any. Without it a page says what is wrong. */
async function knowShop(): Promise<void> {
  if (queryClient.getQueryData(shopOptions.queryKey) !== undefined) return
  await queryClient.fetchQuery({ ...shopOptions, retry: false }).catch(() => {})
}

export function NotFound() {
  useEffect(() => {
    document.title = 'No such page · Console'
  }, [])
  return (
    <div className="px-4 py-24 text-center">
      <h1 className="text-lg font-semibold">There is no such page</h1>
      <p className="mt-1 text-ink-2">The address is wrong, or what it named is gone.</p>
      <Link to="/" className={`${buttonClass()} mt-4`}>
        To the dashboard
      </Link>
    </div>
  )
}
