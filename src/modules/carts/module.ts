import type { Module } from '#src/platform/module.ts'
import { cartEvents } from './event-schemas.ts'
import { exportCarts } from './export-carts.ts'
import { cartsBackground } from './jobs.ts'
import { deleteCartsOfUser } from './queries.ts'

export const carts = {
  name: 'carts',
  tables: ['carts', 'cart_items'],
  reads: ['customers', 'merchant_settings', 'products', 'product_groups', 'media', 'stock'],
  routes: async () => ({ shopper: [(await import('./routes.ts')).cartRoutes] }),
  background: cartsBackground,
  erase: deleteCartsOfUser,
  export: [exportCarts],
  events: cartEvents,
  tags: ['Carts'],
} satisfies Module
