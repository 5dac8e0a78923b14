import { type Static, Type } from 'typebox'
import { chargeMinimum, chargeUnit } from '#src/modules/payments/index.ts'
import { guessingCards, holderOf, readValue } from '#src/modules/stored-value/index.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { Dependencies } from '../dependencies.ts'
import { giftCardsMinor } from '../gift-card-rules.ts'
import { takeable } from '../pay/value-rules.ts'
import type { Shopper } from './checkout.ts'
import type { PricedOrder } from './price-order.ts'
import { presentQuote, type Quote } from './quote-schemas.ts'

/** Field of quotes: the codes of gift cards. */
export const quotedGiftCards = {
  gift_cards: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 5,
      uniqueItems: true,
      description: 'Codes of gift cards, in the order in which they would pay. The quote says what each would pay.',
    }),
  ),
}

type Services = Pick<Dependencies, 'db' | 'shop' | 'paymentProviders' | 'signInTurns'> & {
  config: { LOGIN_LIMIT_PER_MINUTE: number }
}

/** The quote, with what each gift card would pay. @throws AppError GIFT_CARD_UNAVAILABLE, RATE_LIMITED */
export async function quoteGiftCards(
  services: Services,
  shopper: Shopper,
  codes: readonly string[] | undefined,
  priced: PricedOrder,
): Promise<Static<typeof Quote>> {
  const quote = presentQuote(priced)
  if (codes === undefined) return quote
  const { currency, total_minor } = priced.order
  const rest = {
    minimum: chargeMinimum(services.paymentProviders, currency),
    unit: chargeUnit(services.paymentProviders, currency),
  }
  return guessingCards(services, shopper.address, async () => {
    let due = total_minor
    const ofCards = giftCardsMinor({ ...priced.order, refunds: null })
    const merchantId = shopper.merchant.id
    const seen = new Set<string>()
    const gift_cards: { last_four: string; amount: number }[] = []
    for (const code of codes) {
      const card = await readValue(services.shop(merchantId), merchantId, holderOf(merchantId, code), currency)
      if (seen.has(card.id)) continue
      seen.add(card.id)
      const minor = takeable(due, Math.min(card.balance_minor, Math.max(0, due - ofCards)), rest)
      due -= minor
      gift_cards.push({ last_four: card.last_four ?? '', amount: toMajor(minor, currency) })
    }
    return { ...quote, gift_cards, amount_due: toMajor(due, currency) }
  })
}
