import type { Module } from '#src/platform/module.ts'

export const checkout = {
  name: 'checkout',
  routes: async () => ({
    shopper: [(await import('./place/routes.ts')).placingRoutes],
    public: [(await import('./staff/quote-page-routes.ts')).quotePageRoutes],
    staff: [
      (await import('./staff/routes.ts')).staffOrderRoutes,
      (await import('./staff/draft-routes.ts')).draftRoutes,
      (await import('./edit/routes.ts')).editRoutes,
      (await import('./correct/routes.ts')).updateOrderRoutes,
    ],
  }),
  audit: [
    'order.created',
    'order.drafted',
    'order.draft_updated',
    'order.draft_cancelled',
    'order.edited',
    'order.corrected',
  ],
  docs: ['checkout', 'guest-checkout'],
} satisfies Module
