import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '#console/shell/routes.tsx'
import { readEventsSearch } from './search.ts'

const events = createRoute({
  getParentRoute: () => shell,
  path: '/events',
  validateSearch: readEventsSearch,
  component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
})

const event = createRoute({
  getParentRoute: () => shell,
  path: '/events/$eventId',
  component: lazyRouteComponent(() => import('./event-page.tsx'), 'EventPage'),
})

export const eventsRoutes = [events, event] as const
