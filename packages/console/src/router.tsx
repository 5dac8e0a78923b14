import { createRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { MissingPage } from './lib/lazy-page.ts'
import { accountRoutes } from './pages/account/routes.ts'
import { collectionsRoutes } from './pages/collections/routes.ts'
import { customersRoutes } from './pages/customers/routes.ts'
import { dashboardRoutes } from './pages/dashboard/routes.ts'
import { eventsRoutes } from './pages/events/routes.ts'
import { giftCardsRoutes } from './pages/gift-cards/routes.ts'
import { inventoryRoutes } from './pages/inventory/routes.ts'
import { ordersRoutes } from './pages/orders/routes.ts'
import { productsRoutes } from './pages/products/routes.ts'
import { promotionsRoutes } from './pages/promotions/routes.ts'
import { reportsRoutes } from './pages/reports/routes.ts'
import { returnsRoutes } from './pages/returns/routes.ts'
import { settingsRoutes } from './pages/settings/routes.ts'
import { signIn } from './pages/sign-in/routes.ts'
import { staffRoutes } from './pages/staff/routes.ts'
import { webhooksRoutes } from './pages/webhooks/routes.ts'
import { noPage, root, shell } from './shell/routes.tsx'
import { Failure } from './ui/states.tsx'

/**
 * Every page, with the search parameters it understands. A page's code is loaded when it is first opened, or when the
 * pointer is over a link to it.
 */
const pages = [
  ...dashboardRoutes,
  ...reportsRoutes,
  ...ordersRoutes,
  ...returnsRoutes,
  ...productsRoutes,
  ...collectionsRoutes,
  ...promotionsRoutes,
  ...giftCardsRoutes,
  ...inventoryRoutes,
  ...customersRoutes,
  ...webhooksRoutes,
  ...eventsRoutes,
  ...staffRoutes,
  ...settingsRoutes,
  ...accountRoutes,
  noPage,
] as const

export const router = createRouter({
  routeTree: root.addChildren([signIn, shell.addChildren(pages)]),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Lists keep what they have shown; nothing flashes for a moment.
  defaultPendingMs: 200,
  defaultErrorComponent: Broken,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Code that could not be loaded stays so until the page is loaded anew; after an update it has another name. */
function Broken({ error, reset }: ErrorComponentProps) {
  const isCode = error instanceof TypeError && /import/i.test(error.message)
  useEffect(() => {
    if (!isCode) return
    addEventListener('online', loadAnew)
    if (error instanceof MissingPage) void loadAnewOnce(error.message)
    return () => removeEventListener('online', loadAnew)
  }, [isCode, error])
  return <Failure error={error} retry={isCode ? () => void loadAnew() : reset} />
}

/** Only if the service answers: else the browser shows a page of its own, which stays when the connection is back. */
async function loadAnew(): Promise<void> {
  if (await isReachable()) location.reload()
}

/** By itself, as after an update, but not over and over if the code is missing for good. */
async function loadAnewOnce(what: string): Promise<void> {
  const key = `loaded again: ${what}`
  if (sessionStorage.getItem(key) !== null || !(await isReachable())) return
  sessionStorage.setItem(key, 'yes')
  location.reload()
}

async function isReachable(): Promise<boolean> {
  const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => undefined)
  return answer?.ok === true
}
