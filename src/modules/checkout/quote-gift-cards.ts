import { type Static, Type } from 'typebox'
import { chargeMinimum, chargeUnit } from '#src/modules/payments/index.ts'
import { giftCardsMinor, type PricedOrder } from '#src/modules/pricing/index.ts'
import { drawnFrom, lowerTax, type Taxed } from '#src/modules/settlement/index.ts'
import { guessingCards, holderOf, readOffered } from '#src/modules/stored-value/index.ts'
import type { Shopper } from '#src/platform/http/auth/authentication.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import type { Dependencies } from './dependencies.ts'
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
  shopper: Pick<Shopper, 'merchant' | 'address'>,
  codes: readonly string[] | undefined,
  priced: PricedOrder,
): Promise<Static<typeof Quote>> {
  const quote = presentQuote(priced)
  if (codes === undefined) return quote
  const { currency } = priced.order
  const rest = {
    minimum: chargeMinimum(services.paymentProviders, currency),
    unit: chargeUnit(services.paymentProviders, currency),
  }
  return guessingCards(services, shopper.address, async () => {
    let order: Taxed = { ...priced.order, untaxed_minor: null, paid_at: null }
    let paid = 0
    const ofCards = giftCardsMinor({ ...priced.order, refunds: null })
    const merchantId = shopper.merchant.id
    const seen = new Set<string>()
    const gift_cards: { last_four: string; amount: number }[] = []
    for (const code of codes) {
      const card = await readOffered(services.shop(merchantId), merchantId, holderOf(merchantId, code), currency)
      if (seen.has(card.id)) continue
      seen.add(card.id)
      const due = order.total_minor - paid
      const payable = { dueMinor: due, payableMinor: Math.max(0, due - ofCards) }
      const { minor, untaxedMinor } = drawnFrom(order, payable, card.value, rest)
      order = { ...order, ...lowerTax(order, Math.min(minor, untaxedMinor), rest.unit) }
      paid += minor
      gift_cards.push({ last_four: card.last_four ?? '', amount: toMajor(minor, currency) })
    }
    const due = order.total_minor - paid
    return { ...quote, gift_cards, amount_due: toMajor(due, currency) }
  })
}
