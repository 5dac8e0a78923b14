import type { Module } from '#src/platform/module.ts'
import { taxesBackground } from './jobs.ts'

export const taxes = {
  name: 'taxes',
  tables: ['tax_rates', 'vat_checks'],
  routes: async () => ({ staff: [(await import('./routes.ts')).taxRoutes] }),
  background: taxesBackground,
  audit: ['tax_rates.updated'],
  tags: ['Tax'],
} satisfies Module
