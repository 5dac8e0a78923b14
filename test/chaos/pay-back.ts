import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckedDatabase } from './database.ts'
import type { Clients } from './shop.ts'

/**
 * What was paid by hand goes back by hand: staff marks such refunds as done. One without a refund, of an order that
 * ended unpaid, goes by the id of its payment.
 */
const toPayBack = `
  select distinct refund.order_id, refund.id
    from refunds refund
    join payments payment on payment.order_id = refund.order_id and payment.provider = 'manual'
    left join refund_parts part on part.refund_id = refund.id and part.payment_id = payment.id
   where refund.status = 'pending' and (refund.payment_id = payment.id or part.status = 'pending')
  union
  select order_id, id from payments payment
   where status = 'refunding' and provider = 'manual'
     and not exists (select from refunds where order_id = payment.order_id and status = 'pending')`

/** Until all is settled. */
export async function payBackByHand(
  { requests, shop, journal }: Clients,
  database: CheckedDatabase,
  isSettled: () => boolean,
): Promise<void> {
  while (!isSettled()) {
    const rows = await database.query<{ order_id: string; id: string }>(toPayBack).catch(() => [])
    for (const { order_id, id } of rows) {
      const path = `/admin/orders/${order_id}/refunds/${id}/done`
      const call = { method: 'POST', path, headers: shop.owner, refusals } as const
      await requests.insist(call).catch(() => {})
      journal.count('refunds paid back by hand')
    }
    await sleep(1_000)
  }
}

/** Another one may have been quicker, or its order is being settled. */
const refusals = ['INVALID_TRANSITION', 'NOT_FOUND', 'CONFLICT']
