import { countMails, emailKey } from '#src/modules/identity/index.ts'
import { inTextsOf, mailLookOf } from '#src/modules/merchants/index.ts'
import { keepMail, lockOrderRow, orderUpdated, selectOrderToMail, touchOrder } from '#src/modules/orders/index.ts'
import { inTransaction } from '#src/platform/db/transaction.ts'
import { type Job, maxAttempts } from '#src/platform/jobs/index.ts'
import { emit } from '#src/platform/outbox/index.ts'
import type { Dependencies } from '../dependencies.ts'
import { filesOf } from '../invoice-files.ts'
import { deliverJob, type PaperPayload } from '../job-names.ts'
import { type InvoiceRow, selectInvoice } from '../queries.ts'
import { LatePaper } from '../render/renderer.ts'
import { presentPaper } from '../schemas.ts'
import { beginAttempt, endAttempt, markAnnounced, type Outcome } from './queries.ts'

/** Tells receivers of events of a new paper, once, and sends it the way that the shop has set. */
export const deliverPaper: Job<PaperPayload, Dependencies> = {
  name: deliverJob.name,
  slow: true,
  async run(deps, key) {
    const db = deps.shop(key.merchantId)
    const paper = await selectInvoice(db, key.merchantId, key.invoiceId)
    if (paper === undefined) return
    await inTransaction(db, async (transaction) => {
      const orderKey = { merchantId: key.merchantId, orderId: paper.order_id }
      // Before anything is written: the log has events in the order in which their transactions began to write.
      await lockOrderRow(transaction, orderKey)
      if (!(await markAnnounced(transaction, key))) return
      const order = await touchOrder(transaction, orderKey)
      const change = paper.kind === 'invoice' ? 'invoiced' : 'credited'
      await emit(transaction, [orderUpdated(order, order.status, change, { invoice: presentPaper(paper) })])
    })
    const attempt = await beginAttempt(db, key)
    if (attempt === undefined) return
    const { round, attempts } = attempt
    try {
      await endAttempt(db, key, round, await send(deps, paper, attempt))
    } catch (error) {
      const isLast = attempts >= maxAttempts
      const outcome = { status: isLast ? 'failed' : 'pending', failure: 'not_answered', reference: null } as const
      await endAttempt(db, key, round, outcome)
      if (!isLast) throw error
    }
  },
}

async function send(
  deps: Dependencies,
  paper: InvoiceRow,
  { sender: name, round }: { sender: string; round: number },
): Promise<Outcome> {
  const failed = (failure: string): Outcome => ({ status: 'failed', failure, reference: null })
  const sender = deps.invoiceSenders.find((one) => one.name === name)
  if (sender === undefined) return failed('sender_unknown')
  const { merchant_id: merchantId, order_id: orderId, id, data } = paper
  const order = await selectOrderToMail(deps.shop(merchantId), merchantId, orderId)
  if (order === undefined || order.is_erased) return failed('account_erased')
  const email = order.email ?? order.account_email
  // Staff invoices an unpaid order of any address: such mails are those of staff.
  const isProved = order.is_verified && email !== null && emailKey(email) === emailKey(order.account_email ?? '')
  if (order.paid_at === null && !isProved && !(await countMails(deps.db, deps.config, { staffOf: merchantId })))
    return failed('too_many_mails')
  const files = await filesOf(deps, paper).catch((error) => {
    if (error instanceof LatePaper) return undefined
    throw error
  })
  if (files === undefined) return failed('not_rendered')
  const { pdf, ubl } = files
  const look = await mailLookOf(deps.shop(merchantId), merchantId)
  const sent = {
    id: `${id}-${round}`,
    merchantId,
    orderId,
    email,
    data,
    pdf,
    ubl,
    shop: { name: order.shop_name, support_email: order.support_email, look },
  }
  const result = await inTextsOf(deps, merchantId, () => sender.send(sent))
  const mail = { merchantId, orderId, kind: paper.kind, to: email ?? '' }
  if (name === 'mail' && email !== null) await keepMail(deps.shop(merchantId), mail, result.status !== 'sent')
  return result.status === 'sent' ? { ...result, failure: null } : failed(result.failure)
}
