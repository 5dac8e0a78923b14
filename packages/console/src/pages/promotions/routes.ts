import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { readOpenSearch } from '#console/lib/search.ts'
import { shell } from '#console/shell/routes.tsx'
import { readPromotionsSearch } from './search.ts'

const promotions = createRoute({
  getParentRoute: () => shell,
  path: '/promotions',
  validateSearch: readPromotionsSearch,
  component: lazyPage(() => import('./promotions-page.tsx'), 'PromotionsPage'),
})

const newPromotion = createRoute({
  getParentRoute: () => shell,
  path: '/promotions/new',
  component: lazyPage(() => import('./new-promotion-page.tsx'), 'NewPromotionPage'),
})

const promotion = createRoute({
  getParentRoute: () => shell,
  path: '/promotions/$promotionId',
  component: lazyPage(() => import('./promotion-page.tsx'), 'PromotionPage'),
})

const codes = createRoute({
  getParentRoute: () => shell,
  path: '/promotions/$promotionId/codes',
  validateSearch: readOpenSearch,
  component: lazyPage(() => import('./codes-page.tsx'), 'CodesPage'),
})

export const promotionsRoutes = [promotions, newPromotion, promotion, codes] as const
