import type { App } from '#src/platform/http/app.ts'
import { shopperOf } from '#src/platform/http/auth/authentication.ts'
import { envelope, errors, ok } from '#src/platform/http/envelope.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { Dependencies } from './dependencies.ts'
import { readStoreCredit } from './read-store-credit.ts'
import { GiftCardBalance, GiftCardCode, StoreCredit } from './schemas.ts'
import { guessingCards, holderOf, readValue } from './value.ts'

const tags = ['Gift cards']

/** For shoppers. */
export function valueRoutes(app: App, deps: Dependencies): void {
  app.post(
    '/user/gift-cards/balance',
    {
      schema: {
        tags,
        operationId: 'readGiftCardBalance',
        summary: 'Balance of a gift card',
        description:
          'GIFT_CARD_UNAVAILABLE for a code that is unknown, spent, expired or disabled. Wrong codes are limited ' +
          'like wrong passwords.',
        body: GiftCardCode,
        response: { 200: envelope(GiftCardBalance), ...errors('GIFT_CARD_UNAVAILABLE') },
      },
    },
    async (request) => {
      const shopper = shopperOf(request)
      const { id, currency } = shopper.merchant
      return guessingCards(deps, shopper.address, async () => {
        const card = await readValue(deps.shop(id), id, holderOf(id, request.body.code), currency)
        return ok({
          last_four: card.last_four ?? '',
          balance: toMajor(card.balance_minor, currency),
          currency,
          expires_at: card.expires_at?.toISOString() ?? null,
        })
      })
    },
  )

  app.get(
    '/user/store-credit',
    {
      schema: {
        tags,
        operationId: 'getStoreCredit',
        summary: 'Own store credit, with its ledger',
        description: 'Of this merchant. It pays orders there by the payment method `store_credit`.',
        response: { 200: envelope(StoreCredit) },
      },
    },
    async (request) => {
      const { userId, merchant } = shopperOf(request)
      return ok(await readStoreCredit(deps.shop(merchant.id), merchant, userId, 'owner'))
    },
  )
}
