import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { shell } from '#console/shell/routes.tsx'
import { readEventsSearch } from './search.ts'

const events = createRoute({
  getParentRoute: () => shell,
  path: '/events',
  validateSearch: readEventsSearch,
  component: lazyPage(() => import('./events-page.tsx'), 'EventsPage'),
})

const event = createRoute({
  getParentRoute: () => shell,
  path: '/events/$eventId',
  component: lazyPage(() => import('./event-page.tsx'), 'EventPage'),
})

export const eventsRoutes = [events, event] as const
