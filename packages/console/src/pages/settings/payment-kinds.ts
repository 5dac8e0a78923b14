import type { Schemas } from '@commerce-platform/client'

export const kindNames: Record<Schemas['ShopPaymentMethod']['kind'], string> = {
  card: 'Card',
  bank_transfer: 'Bank transfer',
  cash_on_delivery: 'Cash on delivery',
  on_account: 'On account',
  in_store: 'In the store',
}

export const missingTexts: Record<NonNullable<Schemas['ShopPaymentMethod']['missing']>[number], string> = {
  card_provider: 'This service takes no cards, so the method cannot be switched on.',
  stripe_account:
    'Your shop has no Stripe account yet: the operator of this service gets the money, and can add your account.',
}
