import { fill } from '#src/platform/lib/texts/texts.ts'
import { isolate, money } from '#src/platform/mail/templates/values.ts'
import type { RefundDestination } from '../destinations.ts'
import { orderTexts } from './letter-texts.ts'
import type { MailShop } from './order-data.ts'

interface Way {
  destination: RefundDestination
  amount_minor: number
}

/** What a shopper is told of a refund: only of money that moved that it did. */
export function refundWords(shop: Pick<MailShop, 'name' | 'locale'>, amount: string, ways: readonly Way[]) {
  const t = orderTexts(shop)
  const say = (title: string, text: string, sum: string) => {
    const values = { amount, shop: isolate(shop.name) }
    return { title: fill(title, values), text: fill(text, values), sum }
  }
  const all = new Set(ways.map(({ destination }) => destination))
  const isByHand = all.has('manual')
  if (all.size > 1) return say(t.severalWays, isByHand ? t.severalByHandText : t.severalWaysText, t.refund)
  if (isByHand) return say(t.byHand, t.byHandText, t.toBePaidBack)
  if (all.has('store_credit')) return say(t.refunded, t.toCreditText, t.refundedSum)
  return say(t.refunded, all.has('gift_card') ? t.toCardText : t.toPaymentText, t.refundedSum)
}

/** How much goes which way, where it is more than one. */
export function wayLines(
  { locale }: Pick<MailShop, 'locale'>,
  ways: readonly Way[],
  currency: string,
): { label: string; amount: string }[] {
  const sums = new Map<RefundDestination, number>()
  for (const { destination, amount_minor } of ways) sums.set(destination, (sums.get(destination) ?? 0) + amount_minor)
  if (sums.size < 2) return []
  const names = orderTexts({ locale })
  return [...sums].map(([destination, minor]) => ({
    label: names[destination],
    amount: money(minor, currency, locale),
  }))
}
