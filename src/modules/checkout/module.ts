import type { Module } from '#src/platform/module.ts'

export const checkout = {
  name: 'checkout',
  routes: async () => ({
    shopper: [(await import('./place/routes.ts')).placingRoutes],
    staff: [
      (await import('./staff/routes.ts')).staffOrderRoutes,
      (await import('./edit/routes.ts')).editRoutes,
      (await import('./correct/routes.ts')).updateOrderRoutes,
    ],
  }),
  audit: ['order.created', 'order.edited', 'order.corrected'],
  docs: ['checkout', 'guest-checkout'],
} satisfies Module
