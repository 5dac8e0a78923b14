import { selectUser } from '#src/modules/identity/index.ts'
import { creditNoteMark, type InvoiceSettings, selectSettings } from '#src/modules/merchants/index.ts'
import { selectOrder } from '#src/modules/orders/index.ts'
import { selectPaymentsOfOrders } from '#src/modules/payments/index.ts'
import { selectNow } from '#src/platform/db/statements/select-now.ts'
import { type Executor, inTransaction, type Transaction } from '#src/platform/db/transaction.ts'
import { enqueue } from '#src/platform/jobs/index.ts'
import { writtenLocale } from '#src/platform/lib/languages.ts'
import { inOwnTexts } from '#src/platform/lib/texts/spoken.ts'
import type { Draft, Invoiced } from './draft.ts'
import { forOrdersIn, invoicedSettings } from './invoiced-settings.ts'
import { deliverJob, keyOfDelivery, renderJob } from './job-names.ts'
import { localeOfPapers, withOwnWords } from './paper-texts.ts'
import { planPapers } from './plan-papers.ts'
import {
  deleteRequests,
  type InvoiceRequest,
  type InvoiceRow,
  insertInvoice,
  lockSeries,
  selectDue,
  selectInvoices,
  updateSeries,
} from './queries.ts'
import { insertSending } from './sending/queries.ts'

/** How long after a payment its invoice is numbered: earlier payments have committed by then. */
export const waitSeconds = 3
/** A transaction numbers so many, so that the series are not locked for long. */
const batch = 20

/** The series of a shop under their lock: gives numbers in the order of its calls. */
export interface Series {
  settings: InvoiceSettings | null
  issue(found: Invoiced, draft: Draft): Promise<InvoiceRow>
}

/** Locks the series of a shop until the transaction ends. */
export async function openSeries(transaction: Transaction, merchantId: string): Promise<Series> {
  const { last, texts, currency } = await lockSeries(transaction, merchantId)
  const shop = await selectSettings(transaction, merchantId)
  const { invoices: settings, timezone, support_email: sellerEmail, vat_number: shopVatNumber } = shop
  const issuedAt = await selectNow(transaction)
  const floors = { invoice: settings?.next_number ?? 1, credit_note: settings?.next_credit_note_number ?? 1 }
  return {
    settings,
    async issue(
      { order, account, payments, papers },
      { id, kind, cause, refundId, fulfillmentId, corrects, causedAt, make },
    ) {
      const follows = last[kind]
      const number = Math.max(floors[kind], (follows ?? 0) + 1)
      const locale = localeOfPapers(papers) ?? writtenLocale(order.locale ?? shop.locale)
      const used = forOrdersIn(order.currency, currency, settings ?? invoicedSettings(papers))
      const full = `${used.prefix}${kind === 'credit_note' ? creditNoteMark : ''}${number}`
      const source = { order, account, payments, settings: used, sellerEmail, shopVatNumber, timezone, locale }
      const data = inOwnTexts(texts, () => withOwnWords(make({ ...source, number: full, issuedAt })))
      const sender = settings?.send_by ?? null
      const row: InvoiceRow = {
        merchant_id: merchantId,
        id,
        kind,
        full_number: full,
        order_id: order.id,
        cause,
        refund_id: refundId,
        fulfillment_id: fulfillmentId,
        corrects,
        currency: order.currency,
        issued_at: issuedAt,
        data,
        total_minor: data.totals.gross,
        tax_minor: data.totals.tax,
        sending: sender === null ? null : { by: sender, status: 'pending', failure: null, sent_at: null },
      }
      await insertInvoice(transaction, { ...row, user_id: order.user_id, number, follows, caused_at: causedAt })
      await updateSeries(transaction, merchantId, kind, number)
      const key = { merchantId, invoiceId: id }
      await insertSending(transaction, key, sender)
      await enqueue(transaction, renderJob, key)
      await enqueue(transaction, deliverJob, key, keyOfDelivery(key))
      last[kind] = number
      papers.push(row)
      return row
    },
  }
}

/** Numbers what is due at a shop, in the order of its causes. Safe to run at once in several processes. */
export async function numberInvoices(db: Executor, merchantId: string, wait = waitSeconds): Promise<void> {
  while (await numberSome(db, merchantId, wait));
}

/** The next of them; whether there may be more. */
export async function numberSome(db: Executor, merchantId: string, wait = waitSeconds): Promise<boolean> {
  return (await inTransaction(db, (transaction) => numberBatch(transaction, merchantId, wait))) === batch
}

export async function numberBatch(transaction: Transaction, merchantId: string, wait: number): Promise<number> {
  const series = await openSeries(transaction, merchantId)
  const requests = await selectDue(transaction, merchantId, wait, batch)
  const found = new Map<string, Invoiced | undefined>()
  for (const request of requests) {
    const orderId = request.order_id
    if (!found.has(orderId)) found.set(orderId, await readInvoiced(transaction, merchantId, orderId))
    await answer(series, found.get(orderId), request)
  }
  if (requests.length > 0)
    await deleteRequests(
      transaction,
      merchantId,
      requests.map(({ id }) => id),
    )
  return requests.length
}

async function answer(series: Series, found: Invoiced | undefined, request: InvoiceRequest): Promise<void> {
  // The shop has switched invoices off meanwhile.
  if (found === undefined || (series.settings === null && found.papers.length === 0)) return
  for (const draft of planPapers(found, request)) await series.issue(found, draft)
}

export async function readInvoiced(
  transaction: Transaction,
  merchantId: string,
  orderId: string,
): Promise<Invoiced | undefined> {
  const order = await selectOrder(transaction, { merchantId, orderId })
  if (order === undefined) return undefined
  const payments = await selectPaymentsOfOrders(transaction, merchantId, [orderId])
  const account = (await selectUser(transaction, order.user_id)) ?? null
  return { order, account, payments, papers: await selectInvoices(transaction, { merchantId, orderId }) }
}
