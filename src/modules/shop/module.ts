import type { Module } from '#src/platform/module.ts'

export const shop = {
  name: 'shop',
  routes: async () => ({ user: [(await import('./routes.ts')).shopRoutes] }),
} satisfies Module
