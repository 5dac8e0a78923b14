import type { Module } from '#src/platform/module.ts'
import { cartEvents } from './event-schemas.ts'
import { exportCarts } from './export-carts.ts'
import { cartsBackground } from './jobs.ts'
import { exportCartMails } from './mails/export-mails.ts'
import { cartMail } from './mails/own-words.ts'
import { eraseCartMails } from './mails/queries.ts'
import { deleteCartsOfUser } from './queries.ts'

export const carts = {
  name: 'carts',
  tables: ['carts', 'cart_items', 'cart_mails'],
  reads: ['customers', 'merchant_settings', 'products', 'product_groups', 'media', 'stock'],
  routes: async () => ({
    shopper: [(await import('./routes.ts')).cartRoutes],
    staff: [(await import('./mails/routes.ts')).cartMailRoutes],
  }),
  background: cartsBackground,
  shopMails: [cartMail],
  erase: async (transaction, userId) => {
    await deleteCartsOfUser(transaction, userId)
    await eraseCartMails(transaction, userId)
  },
  export: [exportCarts, exportCartMails],
  events: cartEvents,
  tags: ['Carts'],
} satisfies Module
