import { countMailOfStaff } from '#src/modules/identity/index.ts'
import { selectSettings } from '#src/modules/merchants/index.ts'
import { recordAudit } from '#src/platform/audit/index.ts'
import { type Executor, inTransaction } from '#src/platform/db/transaction.ts'
import type { Staff } from '#src/platform/http/auth/authentication.ts'
import { enqueue } from '#src/platform/jobs/index.ts'
import { AppError } from '#src/platform/lib/errors.ts'
import type { Dependencies } from '../dependencies.ts'
import { deliverJob, keyOfDelivery } from '../job-names.ts'
import { type InvoiceRow, selectInvoice, selectInvoices } from '../queries.ts'
import { choosePaper } from '../read-invoice.ts'
import { resend } from './queries.ts'

/**
 * Sends a paper to the buyer, once more if it was sent: the one with this number, else the newest invoice. By mail
 * where the shop has set no way.
 * @throws AppError NOT_FOUND, CONFLICT, RATE_LIMITED
 */
export function resendPaper(
  executor: Executor,
  { config, invoiceSenders }: Pick<Dependencies, 'config' | 'invoiceSenders'>,
  staff: Staff,
  { orderId, number }: { orderId: string; number: string | undefined },
): Promise<InvoiceRow> {
  const { merchantId } = staff
  return inTransaction(executor, async (transaction) => {
    const paper = choosePaper(await selectInvoices(transaction, { merchantId, orderId }), number)
    const sender = (await selectSettings(transaction, merchantId)).invoices?.send_by ?? 'mail'
    if (!invoiceSenders.some(({ name }) => name === sender))
      throw new AppError('CONFLICT', `invoices cannot be sent by ${sender}: set another \`invoices.send_by\``)
    await countMailOfStaff(transaction, config, merchantId)
    const key = { merchantId, invoiceId: paper.id }
    await resend(transaction, key, sender)
    await enqueue(transaction, deliverJob, key, keyOfDelivery(key))
    await recordAudit(transaction, staff, [
      { action: 'order.invoice_sent', targetId: orderId, changes: { number: [null, paper.full_number] } },
    ])
    return (await selectInvoice(transaction, merchantId, paper.id)) ?? paper
  })
}
