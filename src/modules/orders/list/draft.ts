import type { Static } from 'typebox'
import { type LinkConfig, publicUrl } from '#src/platform/mail/index.ts'
import { presentOrder } from '../present-order.ts'
import type { OrderRow } from '../row-queries.ts'
import type { DraftRow } from './draft-queries.ts'
import type { StaffOrder } from './staff-order.ts'

/** The draft as the order that it will be. */
export function rowOfDraft({ id, number, quote, version, created_at, updated_at }: DraftRow): OrderRow {
  return {
    ...quote,
    // Drafts of earlier releases have none.
    payment_fee_total_minor: quote.payment_fee_total_minor ?? 0,
    market_id: quote.market_id ?? null,
    locale: quote.locale ?? null,
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

/** Whom it is for: as typed, else as the shop knows them. */
export function customerOfDraft({ body, quote, customer }: DraftRow): { name: string | null; email: string | null } {
  const { customer: typed } = body as { customer?: { name?: string } }
  return { name: typed?.name ?? customer?.name ?? null, email: customer?.email ?? quote.email }
}

/** The page of its quote. */
function quoteUrl(config: LinkConfig, token: string): string {
  return `${publicUrl(config)}/quotes/${token}`
}

export function presentDraft(draft: DraftRow, config: LinkConfig): Static<typeof StaffOrder> {
  const { user_id, note } = draft.quote
  return {
    ...presentOrder(rowOfDraft(draft), 'staff'),
    status: 'draft',
    allowed_transitions: ['cancelled'],
    customer: { id: draft.user_id ?? user_id, ...customerOfDraft(draft) },
    note,
    tags: [],
    assignee_id: null,
    assignee: null,
    valid_until: draft.valid_until?.toISOString() ?? null,
    quote_url: quoteUrl(config, draft.token),
    draft: draft.body,
  }
}
