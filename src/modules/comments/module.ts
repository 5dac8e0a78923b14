import type { Module } from '#src/platform/module.ts'
import { mentioned } from './letters.ts'
import { eraseComments } from './queries.ts'

export const comments = {
  name: 'comments',
  tables: ['comments'],
  reads: ['orders', 'returns', 'products', 'customers', 'staff', 'users', 'api_keys'],
  routes: async () => ({ staff: [(await import('./routes.ts')).commentRoutes] }),
  mails: [mentioned],
  erase: eraseComments,
  audit: ['order.commented', 'customer.commented', 'return.commented', 'product.commented'],
  tags: ['Comments'],
  docs: ['comments'],
} satisfies Module
