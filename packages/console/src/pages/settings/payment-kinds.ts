import type { Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'

export const kindNames: Record<Schemas['ShopPaymentMethod']['kind'], string> = {
  card: t('Card'),
  bank_transfer: t('Bank transfer'),
  cash_on_delivery: t('Cash on delivery'),
  on_account: t('On account'),
  in_store: t('In the store'),
}

export const missingTexts: Record<NonNullable<Schemas['ShopPaymentMethod']['missing']>[number], string> = {
  card_provider: t('This service takes no cards, so the method cannot be switched on.'),
  stripe_account: t(
    'Your shop has no Stripe account yet: the operator of this service gets the money, and can ' + 'add your account.',
  ),
}
