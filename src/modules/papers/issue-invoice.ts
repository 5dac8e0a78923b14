import { recordAudit } from '#src/platform/audit/index.ts'
import { selectNow } from '#src/platform/db/statements/select-now.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { AppError, notFound } from '#src/platform/lib/errors.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { correctedInvoice, inverseOf } from './from-order.ts'
import { numberBatch, openSeries, readInvoiced, waitSeconds } from './number-invoices.ts'
import { paperTexts } from './paper-texts.ts'
import { type Buyer, buyerOf } from './parties.ts'
import { hasSupply, isTest, planPapers, requestOfRefund } from './plan-papers.ts'
import { deleteRequestsOfOrder, type InvoiceRequest, type InvoiceRow } from './queries.ts'

/**
 * Invoices an order at once: an older one, or one that is to be paid. What it has refunded is credited with it.
 * @throws AppError NOT_FOUND, CONFLICT
 */
export function issueInvoice(executor: Executor, staff: Staff, orderId: string): Promise<InvoiceRow> {
  const { merchantId } = staff
  return inTransaction(executor, async (transaction) => {
    // Earlier payments come first, as long as they are known.
    await numberBatch(transaction, merchantId, waitSeconds)
    const series = await openSeries(transaction, merchantId)
    const found = await readInvoiced(transaction, merchantId, orderId)
    if (found === undefined) throw notFound('order')
    const { order, papers } = found
    if (series.settings === null) throw new AppError('CONFLICT', 'set `invoices` in the settings of the shop first')
    if (papers.length > 0) throw new AppError('CONFLICT', 'the order already has an invoice', detailsOf(papers))
    if (isTest(found.payments)) throw new AppError('CONFLICT', 'orders with test payments get no invoice')
    if (!hasSupply(order))
      throw new AppError('CONFLICT', 'the order has only gift cards; they are invoiced when they are spent')
    if (order.status === 'cancelled' && order.paid_at === null)
      throw new AppError('CONFLICT', 'the order was cancelled without a payment')
    await deleteRequestsOfOrder(transaction, merchantId, orderId)
    const at = await selectNow(transaction)
    const given = order.refunds?.filter(({ status, edit_id }) => status === 'succeeded' && edit_id === null) ?? []
    const requests: InvoiceRequest[] = [
      {
        merchant_id: merchantId,
        id: newId(),
        cause: 'requested',
        order_id: orderId,
        refund_id: null,
        fulfillment_id: null,
        caused_at: order.paid_at ?? at,
      },
      ...given.map((refund) => requestOfRefund(order, refund, at)),
    ]
    for (const request of requests) for (const draft of planPapers(found, request)) await series.issue(found, draft)
    const [invoice] = papers
    if (invoice === undefined) throw new Error(`order ${orderId} could not be invoiced`)
    await recordAudit(transaction, staff, [
      { action: 'order.invoiced', targetId: orderId, changes: { number: [null, invoice.full_number] } },
    ])
    return invoice
  })
}

export interface Correction {
  buyer: Partial<Buyer>
  reason?: string | undefined
}

/**
 * Credits the last invoice of an order as a whole and issues it again, of the corrected buyer.
 * @throws AppError NOT_FOUND, CONFLICT
 */
export function correctInvoice(
  executor: Executor,
  staff: Staff,
  orderId: string,
  { buyer, reason }: Correction,
): Promise<{ credit_note: InvoiceRow; invoice: InvoiceRow }> {
  const { merchantId } = staff
  return inTransaction(executor, async (transaction) => {
    const series = await openSeries(transaction, merchantId)
    const found = await readInvoiced(transaction, merchantId, orderId)
    const last = found?.papers.findLast(({ kind, cause }) => kind === 'invoice' && cause !== 'refund_failed')
    if (found === undefined || last === undefined) throw notFound('invoice')
    if (found.papers.some(({ kind, corrects }) => kind === 'credit_note' && corrects === last.id))
      throw new AppError(
        'CONFLICT',
        'the invoice has a credit note; it cannot be corrected any more',
        detailsOf(found.papers),
      )
    const draft = { cause: 'corrected', refundId: null, causedAt: await selectNow(transaction) } as const
    const creditNote = await series.issue(found, {
      ...draft,
      id: newId(),
      kind: 'credit_note',
      fulfillmentId: null,
      corrects: last.id,
      make: (source) => inverseOf(source, last.data, [reason ?? paperTexts(source).corrected]),
    })
    const invoice = await series.issue(found, {
      ...draft,
      id: newId(),
      kind: 'invoice',
      fulfillmentId: last.fulfillment_id,
      corrects: last.id,
      make: (source) => correctedInvoice(source, last.data, { ...buyerOf(found.order), ...buyer }),
    })
    const changes = { number: [last.full_number, invoice.full_number] } as const
    await recordAudit(transaction, staff, [{ action: 'order.invoice_corrected', targetId: orderId, changes }])
    return { credit_note: creditNote, invoice }
  })
}

function detailsOf(papers: readonly InvoiceRow[]) {
  return { details: { numbers: papers.map(({ full_number }) => full_number) } }
}
