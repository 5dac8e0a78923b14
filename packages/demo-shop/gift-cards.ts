import { binary } from './bytes.ts'
import { addByOwner } from './catalog.ts'
import type { Product } from './rows.ts'
import { markPaid, putPayment } from './sales.ts'
import { audit, needed, now, put, type Sale, type Shop } from './shop.ts'

const sku = 'GIFT-50'

export function sellGiftCards(shop: Shop): void {
  addByOwner(shop, { sku, name: 'Gift card', category: 'Gift cards', price: 50, on_hand: 250, gift_card: true })
}

export function giftCardProduct({ products }: Shop): Product {
  return needed([...products.values()].find((product) => product.sku === sku))
}

/** Gift cards and credits with what is left of them. */
interface Account {
  id: string
  number: number
  balance: number
  last_four: string | null
}

interface Entry {
  kind: 'issued' | 'adjusted' | 'paid'
  origin: 'sold' | 'granted'
  amount: number
  cause_id?: string
  payment_id?: string
  order_id?: string
  reason?: string
  actor_id?: string
}

function putEntry(shop: Shop, account: Account, { kind, origin, amount, ...more }: Entry): void {
  const balance_before = account.balance
  account.balance += amount
  account.number += 1
  put(shop, 'stored_value_entries', {
    merchant_id: shop.merchantId,
    account_id: account.id,
    number: account.number,
    kind,
    origin,
    amount_minor: amount,
    balance_before,
    balance_after: account.balance,
    cause_id: account.id,
    payment_id: null,
    order_id: null,
    reason: null,
    actor_id: null,
    ...more,
    created_at: now(shop),
  })
}

function putAccount(shop: Shop, fields: { kind: 'gift_card' | 'store_credit' } & Record<string, unknown>): Account {
  const isCard = fields.kind === 'gift_card'
  const { token, hash } = shop.service.newToken()
  const last_four = isCard
    ? token
        .replaceAll(/[^A-Za-z0-9]/g, '')
        .slice(0, 4)
        .toUpperCase()
    : null
  const account = { id: shop.id(), number: 0, balance: 0, last_four }
  put(shop, 'stored_value_accounts', {
    merchant_id: shop.merchantId,
    id: account.id,
    currency: shop.currency,
    user_id: null,
    last_four,
    code_hash: isCard ? binary(hash) : null,
    sealed_code: null,
    email: null,
    note: null,
    expires_at: null,
    disabled_at: null,
    order_id: null,
    line: null,
    unit: null,
    message: null,
    mail_at: null,
    ...fields,
    created_at: now(shop),
  })
  return account
}

/** Issues the cards that a paid order has bought. */
export function issueCards(shop: Shop, { order }: Sale, email: string): void {
  for (const { line, unit, amountMinor: amount } of shop.service.unitsToIssue(order)) {
    const card = putAccount(shop, { kind: 'gift_card', email, order_id: order.id, line, unit })
    putEntry(shop, card, { kind: 'issued', origin: 'sold', amount, order_id: order.id })
    shop.cards.push(card)
  }
}

/** Pays an order with the oldest card that has enough; false if none has. */
export function payWithCard(shop: Shop, sale: Sale): boolean {
  const { id: order_id, total_minor, user_id: actor_id } = sale.order
  const card = shop.cards.find(({ balance }) => balance >= total_minor)
  if (card === undefined) return false
  const payment = putPayment(shop, sale, { provider: 'stored_value', method: 'gift_card', actor_id })
  Object.assign(payment, { reference: card.last_four, settled_at: now(shop) })
  const of = { cause_id: payment.id, payment_id: payment.id, order_id, actor_id }
  putEntry(shop, card, { kind: 'paid', origin: 'sold', amount: -total_minor, ...of })
  markPaid(shop, sale, payment)
  return true
}

/** The manager makes a card that nobody paid for. */
export function grantCard(shop: Shop, note: string): void {
  const amount = shop.service.toMinor(25, shop.currency) ?? 25
  const card = putAccount(shop, { kind: 'gift_card', note })
  putEntry(shop, card, { kind: 'issued', origin: 'granted', amount, actor_id: shop.staff.manager })
  const changes = { amount: [null, 25], origin: [null, 'granted'], is_mailed: [null, false] } as const
  audit(shop, 'manager', 'gift_card.created', card.id, changes)
}

/** The manager makes up for something. */
export function grantCredit(shop: Shop, userId: string, reason: string): void {
  const amount = shop.service.toMinor(5, shop.currency) ?? 5
  const credit = putAccount(shop, { kind: 'store_credit', user_id: userId })
  const by = { reason, cause_id: shop.id(), actor_id: shop.staff.manager }
  putEntry(shop, credit, { kind: 'adjusted', origin: 'granted', amount, ...by })
  audit(shop, 'manager', 'store_credit.adjusted', userId, { amount: [null, 5] })
}
