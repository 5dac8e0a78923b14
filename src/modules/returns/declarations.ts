import { presentOrder } from '#src/modules/orders/index.ts'
import { ok } from '#src/platform/http/envelope.ts'
import { presentReturn } from './present-return.ts'
import type { Withdrawn } from './withdraw.ts'

/** What operations with a session and with a link have in common. */
export const withdrawal = {
  summary: 'Withdraw from an order, or from a part of it',
  description:
    'Without giving a reason, from placing until 14 days after the last delivery (Directive 2011/83/EU). An unpaid ' +
    'order is cancelled; of one that was sent before it is paid, what was sent comes back. Units that were not sent ' +
    'are cancelled, and their refund begins at once; what was paid ' +
    'by hand the shop pays back itself. For sent units the return is `approved`. A mail confirms it. ' +
    'INVALID_TRANSITION with `details.reason`: not_offered, business, too_late, exempt, nothing_left, unpaid.',
}

export const request = {
  summary: 'Ask for a return',
  description:
    'Of sent units, within `return_days` of the shop; damaged, wrong and not as described ones within 24 months. ' +
    'INVALID_TRANSITION with `details.reason`: not_offered, too_late, nothing_left (not sent, or asked for already).',
}

export const presentWithdrawn = ({ return: row, order }: Withdrawn) =>
  ok({ return: presentReturn(row, 'customer'), order: presentOrder(order, 'owner') })
