import type { Module } from '#src/platform/module.ts'
import { mediaChecks } from './checks.ts'
import { mediaBackground } from './jobs.ts'

export const media = {
  name: 'media',
  tables: ['media', 'media_stores'],
  reads: ['products', 'product_groups', 'collections', 'merchant_settings', 'pages', 'homes', 'translations'],
  sql: ['media.sql'],
  routes: async () => ({
    public: [(await import('./file-routes.ts')).mediaFileRoutes],
    staff: [(await import('./routes.ts')).mediaRoutes],
  }),
  background: mediaBackground,
  checks: mediaChecks,
  audit: ['media.created', 'media.updated', 'media.deleted'],
  tags: ['Pictures'],
  docs: ['pictures'],
} satisfies Module
