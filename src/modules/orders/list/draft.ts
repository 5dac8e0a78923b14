import type { Static } from 'typebox'
import type { Seal } from '#src/platform/lib/sealed.ts'
import type { LinkConfig } from '#src/platform/mail/index.ts'
import { presentOrder } from '../present-order.ts'
import type { OrderRow } from '../row-queries.ts'
import type { DraftRow } from './draft-queries.ts'
import { quoteUrl } from './quote-token.ts'
import type { StaffOrder } from './staff-order.ts'

/** The draft as the order that it will be. */
export function rowOfDraft({ id, number, quote, version, created_at, updated_at }: DraftRow): OrderRow {
  return {
    ...quote,
    id,
    order_number: number,
    source: 'staff',
    status: 'pending',
    payment_status: 'unpaid',
    fulfillment_status: 'unfulfilled',
    expires_at: null,
    paid_minor: 0,
    refunded_total_minor: 0,
    untaxed_minor: null,
    phone: null,
    tags: [],
    assignee_id: null,
    fulfillments: null,
    refunds: null,
    version,
    created_at,
    updated_at,
    paid_at: null,
    completed_at: null,
    cancelled_at: null,
    cancel_reason: null,
  }
}

export function presentDraft(
  draft: DraftRow,
  { config, seal }: { config: LinkConfig; seal: Seal },
): Static<typeof StaffOrder> {
  const { email, user_id, note } = draft.quote
  const { customer: typed } = draft.body as { customer?: { name?: string } }
  return {
    ...presentOrder(rowOfDraft(draft), 'staff'),
    status: 'draft',
    allowed_transitions: ['cancelled'],
    customer: {
      id: draft.user_id ?? user_id,
      name: typed?.name ?? draft.customer?.name ?? null,
      email: draft.customer?.email ?? email,
    },
    note,
    tags: [],
    assignee_id: null,
    assignee: null,
    valid_until: draft.valid_until?.toISOString() ?? null,
    quote_url: quoteUrl(config, seal, { merchantId: draft.merchant_id, orderId: draft.id }),
    draft: draft.body,
  }
}
