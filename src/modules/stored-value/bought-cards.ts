import { type AuditEntry, bySystem, recordAudit } from '#src/platform/audit/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import { enqueue } from '#src/platform/jobs/index.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import {
  type BoughtCard,
  type BoughtUnit,
  endCards,
  insertBought,
  lockBought,
  type OrderOfCards,
} from './bought-queries.ts'
import { insertEntry, selectPools } from './entry-queries.ts'
import { mailBoughtCards } from './mail-bought-cards.ts'
import { spend } from './rules.ts'

/**
 * Issues the gift cards of an order in the transaction that makes it paid, each unit once, and queues their mail. They
 * have no codes until the mail is made.
 */
export async function issueBought(
  transaction: Transaction,
  order: OrderOfCards & { userId: string },
  units: readonly Omit<BoughtUnit, 'id'>[],
): Promise<void> {
  const { merchantId: merchant_id, orderId: order_id, userId: user_id } = order
  const cards = units.map((unit) => ({ ...unit, id: newId() }))
  const seconds = await insertBought(transaction, order, cards)
  if (seconds === undefined) return
  await enqueue(transaction, mailBoughtCards, { merchant_id, order_id, user_id }, undefined, Math.ceil(seconds * 1000))
}

interface Refunded extends OrderOfCards {
  actorId: string | null
  units: readonly { line: number; quantity: number }[]
}

/**
 * Takes the value of refunded units from the cards that they are, and ends those, in the transaction of the refund. The
 * order is locked.
 * @throws AppError INVALID_TRANSITION if more units are refunded than cards are unspent
 */
export async function cancelBoughtCards(
  transaction: Transaction,
  { actorId, units, ...order }: Refunded,
): Promise<void> {
  const { merchantId, orderId } = order
  const cards = await lockBought(transaction, order)
  const cancelled = units.flatMap(({ line, quantity }) => {
    const ofLine = cards.filter((card) => card.line === line)
    const unspent = ofLine.filter(isUnspent)
    if (unspent.length < quantity) throw spentAlready(ofLine, quantity, unspent.length)
    return unspent.slice(0, quantity)
  })
  for (const { id, balance_minor } of cancelled)
    for (const { origin, amountMinor } of spend(await selectPools(transaction, merchantId, id), balance_minor))
      await insertEntry(transaction, merchantId, id, {
        kind: 'refunded',
        origin,
        amount_minor: -amountMinor,
        cause_id: id,
        payment_id: null,
        order_id: orderId,
        reason: null,
        actor_id: actorId,
      })
  await endCards(transaction, merchantId, { ids: cancelled.map(({ id }) => id) })
}

/** A card that was refunded has nothing left. */
function isUnspent({ balance_minor, issued_minor }: BoughtCard): boolean {
  return balance_minor >= issued_minor
}

function spentAlready(cards: readonly BoughtCard[], required: number, unspent: number): AppError {
  const gift_cards = cards.map(({ id, line, last_four, balance_minor, currency }) => {
    return { id, line, last_four, balance: toMajor(balance_minor, currency) }
  })
  const message = `only unspent gift cards can be refunded: ${unspent} of ${required}`
  return new AppError('INVALID_TRANSITION', message, { details: { gift_cards } })
}

/** Ends what is left of the cards that an order has bought, because its payment is disputed. */
export async function disableBought(transaction: Transaction, { merchantId, orderId }: OrderOfCards): Promise<void> {
  const ids = await endCards(transaction, merchantId, { orderId })
  const entries = ids.map((targetId): AuditEntry => ({ action: 'gift_card.disabled', targetId }))
  if (entries.length > 0) await recordAudit(transaction, { merchantId, cause: bySystem }, entries)
}
