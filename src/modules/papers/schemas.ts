import { type Static, Type } from 'typebox'
import { AddressInput } from '#src/modules/identity/index.ts'
import { body, line, Nullable, named, optionalBody, Timestamp, Uuid } from '#src/platform/http/envelope.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { type InvoiceRow, kinds } from './queries.ts'
import { type Sending, sendingStatuses } from './sending/queries.ts'

const PaperSending = named(
  'InvoiceSending',
  Type.Object(
    {
      by: Type.String({ description: 'Value of `invoices.send_by`.', examples: ['mail'] }),
      status: Type.String({ enum: [...sendingStatuses] }),
      failure: Nullable(
        Type.String({
          description: 'A code of why it did not arrive; with `pending` it is tried again.',
          examples: ['address_refused'],
        }),
      ),
      sent_at: Nullable(Timestamp),
    },
    { description: 'How it gets to the buyer; null: the shop does not send it.' },
  ),
)

export const Paper = named(
  'Invoice',
  Type.Object({
    id: Uuid,
    type: Type.String({ enum: [...kinds] }),
    number: Type.String({ examples: ['INV-17'] }),
    order_id: Uuid,
    issue_date: Type.String({ description: 'A day of the shop.', examples: ['2026-11-26'] }),
    total: Type.Number({ description: 'With tax.', examples: [56.35] }),
    tax_total: Type.Number({ examples: [6.38] }),
    currency: Type.String({ examples: ['GBP'] }),
    corrects: Nullable(Type.String({ description: 'Number of the paper that it is about.', examples: ['INV-16'] })),
    refund_id: Nullable(Uuid),
    fulfillment_id: Nullable(Uuid),
    issued_at: Timestamp,
    sending: Nullable(PaperSending),
  }),
)

export const Papers = named('Invoices', Type.Object({ invoices: Type.Array(Paper) }))

export const Corrected = named('CorrectedInvoice', Type.Object({ credit_note: Paper, invoice: Paper }))

export const IssueInvoice = optionalBody('IssueInvoice', {})

export const SendInvoice = optionalBody('SendInvoice', {
  number: Type.Optional(line({ max: 60, description: 'Of one of several papers.', examples: ['INV-CN-3'] })),
})

export const CorrectInvoice = body('CorrectInvoice', {
  billing_address: Type.Optional(AddressInput),
  vat_number: Type.Optional(
    Nullable(line({ max: 30, description: 'The buyer’s. Absent: that of the order.', examples: ['FR40303265045'] })),
  ),
  reason: Type.Optional(line({ max: 200, description: 'Printed on the credit note.', examples: ['Wrong address'] })),
})

export function presentPaper(row: InvoiceRow): Static<typeof Paper> {
  return {
    id: row.id,
    type: row.kind,
    number: row.full_number,
    order_id: row.order_id,
    issue_date: row.data.issue_date,
    total: toMajor(row.total_minor, row.currency),
    tax_total: toMajor(row.tax_minor, row.currency),
    currency: row.currency,
    corrects: row.data.preceding?.number ?? null,
    refund_id: row.refund_id,
    fulfillment_id: row.fulfillment_id,
    issued_at: row.issued_at.toISOString(),
    sending: row.sending && presentSending(row.sending),
  }
}

function presentSending({ by, status, failure, sent_at }: Sending): Static<typeof PaperSending> {
  return { by, status, failure, sent_at: sent_at && new Date(sent_at).toISOString() }
}
