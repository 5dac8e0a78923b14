import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { shell } from '#console/shell/routes.tsx'

const collections = createRoute({
  getParentRoute: () => shell,
  path: '/collections',
  component: lazyPage(() => import('./collections-page.tsx'), 'CollectionsPage'),
})

const newCollection = createRoute({
  getParentRoute: () => shell,
  path: '/collections/new',
  component: lazyPage(() => import('./new-collection-page.tsx'), 'NewCollectionPage'),
})

const collection = createRoute({
  getParentRoute: () => shell,
  path: '/collections/$collectionId',
  component: lazyPage(() => import('./collection-page.tsx'), 'CollectionPage'),
})

export const collectionsRoutes = [collections, newCollection, collection] as const
