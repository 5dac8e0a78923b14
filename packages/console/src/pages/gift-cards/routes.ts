import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '#console/lib/lazy-page.ts'
import { shell } from '#console/shell/routes.tsx'
import { readGiftCardsSearch } from './search.ts'

const giftCards = createRoute({
  getParentRoute: () => shell,
  path: '/gift-cards',
  validateSearch: readGiftCardsSearch,
  component: lazyPage(() => import('./gift-cards-page.tsx'), 'GiftCardsPage'),
})

const giftCard = createRoute({
  getParentRoute: () => shell,
  path: '/gift-cards/$giftCardId',
  component: lazyPage(() => import('./gift-card-page.tsx'), 'GiftCardPage'),
})

export const giftCardsRoutes = [giftCards, giftCard] as const
