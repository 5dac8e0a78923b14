import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { usePermissions } from '#console/data/permissions.ts'
import { countsOptions, profileOptions, queryClient, shopOptions } from '#console/data/queries.ts'
import { useSession } from '#console/data/session.ts'
import { cx } from '#console/lib/class-names.ts'
import { countTotal } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { useVisits } from '#console/lib/way-back.ts'
import { Button } from '#console/ui/button.tsx'
import { badges } from './badges.ts'
import { Offline } from './offline.tsx'
import { type Place, places } from './places.ts'
import { useShortcuts } from './shortcuts.ts'

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })))
const Drawer = lazy(() => import('./drawer.tsx').then((module) => ({ default: module.Drawer })))
const Help = lazy(() => import('./help.tsx').then((module) => ({ default: module.Help })))

/** What nobody asked for: if its code cannot be loaded, it is left out, and the page stays. */
const leftOut = () => () => null
const TwoFactorsRequired = lazy(() =>
  import('./two-factors-required.tsx').then((module) => module.TwoFactorsRequired, leftOut).then(asDefault),
)
const AccountMenu = lazy<ComponentType<{ onHelp: () => void }>>(() =>
  import('./account-menu.tsx').then((module) => module.AccountMenu, leftOut).then(asDefault),
)
const Live = lazy(() => import('./live.tsx').then((module) => module.Live, leftOut).then(asDefault))

/** Asked for at once, and in nobody's way: the navigation is shown, and stays, without them. */
const placeIcons = import('./place-icon.tsx').then(
  (module) => ({ default: module.PlaceIcon }),
  () => ({ default: () => <span className="size-4" /> }),
)
const PlaceIcon = lazy<ComponentType<Pick<Place, 'to'>>>(() => placeIcons)

function asDefault<T>(component: T): { default: T } {
  return { default: component }
}

type Opened = 'palette' | 'help' | 'navigation' | undefined

/** What stands around every page. */
export function Shell() {
  const [opened, setOpened] = useState<Opened>()
  const openPalette = useCallback(() => setOpened('palette'), [])
  const openHelp = useCallback(() => setOpened('help'), [])
  const close = useCallback(() => setOpened(undefined), [])
  useShortcuts({ openPalette, openHelp })
  useVisits()
  const isSignedIn = useEndOfSession()
  // Who is asked to sign in again, whenever the session ends.
  useQuery({ ...profileOptions, enabled: isSignedIn })
  const path = useRouterState({ select: (state) => state.location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes what lies over the one before
  useEffect(close, [path])

  // Nothing asks for anything any more.
  if (!isSignedIn) return null
  const navigation = <Navigation onSearch={openPalette} onHelp={openHelp} />
  return (
    <div className="lg:grid lg:grid-cols-[216px_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only z-50 rounded bg-ink px-3 py-2 text-on-ink focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {t('Skip to the content')}
      </a>
      <aside className="sticky top-0 hidden h-dvh border-r border-line bg-paper-2 lg:block print:hidden">
        {navigation}
      </aside>
      <header className="flex h-12 items-center gap-1 border-b border-line bg-paper-2 px-2 lg:hidden print:hidden">
        <Button look="quiet" square aria-label={t('Open the navigation')} onClick={() => setOpened('navigation')}>
          <MenuIcon aria-hidden />
        </Button>
        <ShopName />
        <Button look="quiet" square aria-label={t('Search')} className="ml-auto" onClick={openPalette}>
          <Search aria-hidden />
        </Button>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 pb-16 outline-none">
        <Offline />
        <Suspense>
          <TwoFactorsRequired />
          <Live />
        </Suspense>
        <Outlet />
      </main>
      <Suspense>
        {opened === 'navigation' && <Drawer onClose={close}>{navigation}</Drawer>}
        {opened === 'palette' && <Palette onClose={close} />}
        {opened === 'help' && <Help onClose={close} />}
      </Suspense>
    </div>
  )
}

/** However the session ends, here or elsewhere: the sign-in leads back to this place. */
function useEndOfSession(): boolean {
  const isSignedIn = useSession() !== undefined
  const router = useRouter()
  useEffect(() => {
    if (isSignedIn) return
    queryClient.clear()
    const { href } = router.state.location
    void router.navigate({ to: '/sign-in', search: href === '/' ? {} : { next: href } })
  }, [isSignedIn, router])
  return isSignedIn
}

function ShopName() {
  const { data } = useQuery(shopOptions)
  return (
    <div className="flex min-w-0 items-center gap-2.5 px-1.5">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded bg-ink text-xs font-semibold text-on-ink"
      >
        {data?.name.charAt(0).toUpperCase()}
      </span>
      <span className="truncate font-semibold">{data?.name}</span>
    </div>
  )
}

function Navigation({ onSearch, onHelp }: { onSearch: () => void; onHelp: () => void }) {
  const permissions = usePermissions()
  return (
    <div className="flex h-full flex-col p-3">
      <div className="flex h-8 items-center">
        <ShopName />
      </div>
      <button
        type="button"
        onClick={onSearch}
        className="mt-3 flex h-8 items-center gap-2 rounded bg-paper px-2.5 text-ink-3 ring-1 ring-line ring-inset hover:text-ink"
      >
        <Search aria-hidden className="size-4" />
        {t('Find anything')}
        <kbd className="ml-auto font-sans text-xs">{isApple ? '⌘' : `${t('Ctrl')} `}K</kbd>
      </button>
      <nav aria-label={t('Pages')} className="mt-4 flex min-h-0 flex-1 flex-col gap-px overflow-y-auto">
        {places.map((place) => permissions.includes(place.permission) && <PlaceLink place={place} key={place.to} />)}
      </nav>
      <div className="min-h-12">
        <Suspense>
          <AccountMenu onHelp={onHelp} />
        </Suspense>
      </div>
    </div>
  )
}

/** A page, with how much waits there for somebody. */
function PlaceLink({ place: { to, label, key } }: { place: Place }) {
  const { data } = useQuery(countsOptions)
  const badge = data && badges[to]?.(data)
  const isShown = badge !== undefined && badge.amount.total > 0
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      aria-keyshortcuts={`g ${key}`}
      title={isShown ? badge.text : undefined}
      className="group flex h-8 shrink-0 items-center gap-2.5 rounded px-2 text-ink-2 hover:text-ink"
      activeProps={{ className: 'bg-paper-3 font-medium text-ink!' }}
    >
      <Suspense fallback={<span className="size-4" />}>
        <PlaceIcon to={to} />
      </Suspense>
      {label}
      {isShown && (
        <span
          aria-hidden
          className={cx('ml-auto text-xs font-normal tabular-nums', badge.isAlarm ? 'text-bad' : 'text-ink-3')}
        >
          {countTotal(badge.amount)}
        </span>
      )}
    </Link>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)
