import type { Module } from '#src/platform/module.ts'
import { clearMailedTo } from './account-queries.ts'
import { storedValueChecks } from './checks.ts'
import { exportStoreCredit } from './export-store-credit.ts'
import { storedValueBackground } from './jobs.ts'
import { giftCardCodes } from './mail-gift-card.ts'
import { boughtMail, giftCardMail } from './own-words.ts'

export const storedValue = {
  name: 'stored-value',
  tables: ['stored_value_accounts', 'stored_value_entries'],
  reads: ['users', 'merchant_settings', 'payment_parts', 'payments', 'order_items', 'orders'],
  routes: async () => ({
    shopper: [(await import('./shopper-routes.ts')).valueRoutes],
    staff: [(await import('./routes.ts')).giftCardRoutes],
  }),
  background: storedValueBackground,
  shopMails: [giftCardMail, boughtMail],
  sealed: [giftCardCodes],
  erase: clearMailedTo,
  export: [exportStoreCredit],
  checks: storedValueChecks,
  audit: ['gift_card.created', 'gift_card.adjusted', 'gift_card.disabled', 'gift_card.resent', 'store_credit.adjusted'],
  permissions: ['gift_cards.read', 'gift_cards.write'],
  tags: ['Gift cards'],
  docs: ['gift-cards'],
} satisfies Module
