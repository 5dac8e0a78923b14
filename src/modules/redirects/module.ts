import type { Module } from '#src/platform/module.ts'

export const redirects = {
  name: 'redirects',
  tables: ['redirects'],
  routes: async () => {
    const { redirectRoutes, foundRedirectRoutes } = await import('./routes.ts')
    return { user: [foundRedirectRoutes], staff: [redirectRoutes] }
  },
  audit: ['redirect.created', 'redirect.deleted', 'redirect.imported', 'redirect.exported'],
  tags: ['Redirects'],
  docs: ['redirects'],
} satisfies Module
