import type { Module } from '#src/platform/module.ts'
import { searchChecks } from './checks.ts'
import { searchBackground } from './jobs.ts'

export const search = {
  name: 'search',
  tables: ['search_words', 'search_word_changes'],
  feeds: { catalog: 'the dictionary of words follows every change, also an import of a million rows' },
  reads: ['merchants', 'listing_texts', 'listings', 'products', 'collection_cards', 'stock'],
  sql: ['documents.sql'],
  routes: async () => ({ user: [(await import('./routes.ts')).searchRoutes] }),
  background: searchBackground,
  checks: searchChecks,
} satisfies Module
