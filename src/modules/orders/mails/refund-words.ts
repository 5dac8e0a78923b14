import { isolate, money } from '#src/platform/mail/templates/values.ts'
import type { RefundDestination } from '../destinations.ts'
import type { MailShop } from './order-data.ts'

interface Way {
  destination: RefundDestination
  amount_minor: number
}

/** What a shopper is told of a refund: only of money that moved that it did. */
export function refundWords(shop: Pick<MailShop, 'name'>, amount: string, ways: readonly Way[]) {
  const all = new Set(ways.map(({ destination }) => destination))
  const isByHand = all.has('manual')
  if (all.size > 1)
    return {
      title: `Refund of ${amount}`,
      text: isByHand
        ? `You get ${amount} back in several ways, listed below. ${isolate(shop.name)} pays back part of it itself.`
        : `We have refunded ${amount} in several ways, listed below.`,
      sum: 'Refund',
    }
  if (isByHand)
    return {
      title: `You will get ${amount} back`,
      text:
        `${isolate(shop.name)} will pay ${amount} back to you itself, usually the way you paid: by bank transfer or ` +
        'in cash. Please reply to this e-mail if you have questions about it.',
      sum: 'To be paid back',
    }
  const [only] = all
  const done = { title: `We have refunded ${amount}`, sum: 'Refunded' }
  if (only === 'store_credit')
    return { ...done, text: `We have added ${amount} to your store credit. You can use it for your next order.` }
  if (only === 'gift_card')
    return { ...done, text: `We have put ${amount} back on your gift card. You can use it for your next order.` }
  const text = `We have refunded ${amount} the way you paid. Depending on your bank, it can take a few days to arrive.`
  return { ...done, text }
}

const names: Record<RefundDestination, string> = {
  provider: 'The way you paid',
  store_credit: 'To your store credit',
  gift_card: 'To your gift card',
  manual: 'Paid back by the shop itself',
}

/** How much goes which way, where it is more than one. */
export function wayLines(ways: readonly Way[], currency: string): { label: string; amount: string }[] {
  const sums = new Map<RefundDestination, number>()
  for (const { destination, amount_minor } of ways) sums.set(destination, (sums.get(destination) ?? 0) + amount_minor)
  if (sums.size < 2) return []
  return [...sums].map(([destination, minor]) => ({ label: names[destination], amount: money(minor, currency) }))
}
