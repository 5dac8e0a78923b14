import type { Module } from '#src/platform/module.ts'
import { repriceMethods } from './reprice-methods.ts'

export const shipping = {
  name: 'shipping',
  tables: ['shipping_methods'],
  sql: ['shipping.sql'],
  routes: async () => ({ staff: [(await import('./routes.ts')).shippingRoutes] }),
  reprice: repriceMethods,
  audit: ['shipping_method.created', 'shipping_method.updated', 'shipping_method.deleted'],
  tags: ['Shipping'],
} satisfies Module
