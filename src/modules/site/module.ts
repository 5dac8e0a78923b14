import type { Module } from '#src/platform/module.ts'

export const site = {
  name: 'site',
  routes: async () => ({
    public: [
      (await import('./start/routes.ts')).startRoutes,
      (await import('./console/routes.ts')).consoleRoutes,
      (await import('./contract/routes.ts')).contractRoutes,
      (await import('./guide/routes.ts')).guideRoutes,
    ],
    pages: [(await import('./account/page-routes.ts')).accountPageRoutes],
  }),
} satisfies Module
