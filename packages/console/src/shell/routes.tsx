import { createRootRoute, createRoute, Link, Outlet, redirect } from '@tanstack/react-router'
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

/** Days and times are those of the shop, so it is known before a page shows any. Without it a page says what is wrong. */
async function knowShop(): Promise<void> {
  if (queryClient.getQueryData(shopOptions.queryKey) !== undefined) return
  await queryClient.fetchQuery({ ...shopOptions, retry: false }).catch(() => {})
}

export function NotFound() {
  return (
    <main className="px-4 py-24 text-center">
      <h1 className="font-semibold">There is no such page</h1>
      <p className="mt-1 text-ink-2">The address is wrong, or what it named is gone.</p>
      <Link to="/" className={`${buttonClass()} mt-4`}>
        To the dashboard
      </Link>
    </main>
  )
}
