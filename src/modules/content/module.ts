import type { Module } from '#src/platform/module.ts'
import { listShownPaths } from './pages/sitemap.ts'

export const content = {
  name: 'content',
  tables: ['pages', 'menus', 'homes'],
  reads: ['media'],
  routes: async () => ({
    user: [
      (await import('./pages/public-routes.ts')).publicPageRoutes,
      (await import('./menus/public-routes.ts')).publicMenuRoutes,
      (await import('./home/public-routes.ts')).publicHomeRoutes,
    ],
    staff: [
      (await import('./pages/routes.ts')).pageRoutes,
      (await import('./menus/routes.ts')).menuRoutes,
      (await import('./home/routes.ts')).homeRoutes,
    ],
  }),
  sitemap: listShownPaths,
  audit: ['page.created', 'page.updated', 'page.deleted', 'menu.updated', 'home.updated'],
  permissions: ['content.read', 'content.write'],
  tags: ['Content'],
  docs: ['content'],
} satisfies Module
