import type { MailLook } from '#src/platform/mail/index.ts'
import type { FrozenInvoice } from '../invoice.ts'

/** An invoice or a credit note on its way to the buyer, as it was issued. */
export interface SentPaper {
  /** Equal for every attempt: a sender sends it once, however often it is asked. Another where staff asks again. */
  id: string
  merchantId: string
  orderId: string
  /** The buyer's e-mail address of today; null: there is none. `data.buyer` has that of then. */
  email: string | null
  shop: { name: string; support_email: string | null; look?: MailLook | undefined }
  data: FrozenInvoice
  /** PDF/A-3, with the data in it as Factur-X where `ubl` is not null. Null: no font has all of its characters. */
  pdf: Buffer | null
  ubl: string | null
}

type SendResult =
  /** `reference` is the sender's name for it. */
  | { status: 'sent'; reference: string | null }
  /** Final: it is not sent again by itself. `failure` is a code such as `no_address`. */
  | { status: 'refused'; failure: string }

/**
 * A way to bring papers to their buyers: mail, or a network such as Peppol. `send` goes over the network: it is never
 * called in a transaction, and rejects where the outcome is not known; then it is asked again, for a day. Errors are
 * logged and must not carry what the paper says. docs/adding-an-invoice-sender.md says more.
 */
export interface InvoiceSender {
  /** Value of `invoices.send_by`. */
  name: string
  send(paper: SentPaper): Promise<SendResult>
}

export type InvoiceSenders = readonly InvoiceSender[]
