import type { Module } from '#src/platform/module.ts'
import { repriceMethods } from './reprice-methods.ts'

export const paymentMethods = {
  name: 'payment-methods',
  tables: ['payment_methods'],
  reads: ['merchant_settings'],
  sql: ['payment-methods.sql'],
  routes: async () => {
    const { offeredRoutes, paymentMethodRoutes } = await import('./routes.ts')
    return { shopper: [offeredRoutes], staff: [paymentMethodRoutes] }
  },
  reprice: repriceMethods,
  audit: ['payment_method.created', 'payment_method.updated', 'payment_method.deleted'],
  docs: ['payment-methods'],
} satisfies Module
