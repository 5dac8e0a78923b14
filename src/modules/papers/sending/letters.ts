import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, isolate, money } from '#src/platform/mail/templates/values.ts'
import type { FrozenInvoice } from '../invoice.ts'

type Sent = Pick<FrozenInvoice, 'number' | 'type_code' | 'issue_date' | 'order_number' | 'currency' | 'totals'> & {
  preceding: { number: string } | null
}

const attachedAs = {
  pdf: 'It is attached as a PDF.',
  page: 'It is attached as a page: open it in your browser to read, print or save it.',
}

/** The mail with an invoice or a credit note, in English. A paper without a PDF is attached as its page. */
export function writePaperMail(
  paper: Sent,
  dirty: { name: string; support_email: string | null },
  attached: 'pdf' | 'page' = 'pdf',
): MailDocument {
  const { name, support_email } = clean({ name: dirty.name, support_email: dirty.support_email })
  const isInvoice = paper.type_code === 380
  const kind = isInvoice ? 'invoice' : 'credit note'
  const { gross, due } = paper.totals
  const facts = [
    { label: isInvoice ? 'Invoice' : 'Credit note', value: paper.number },
    { label: 'Date', value: paper.issue_date },
    { label: 'Order', value: paper.order_number },
    ...(paper.preceding === null ? [] : [{ label: 'About', value: paper.preceding.number }]),
    { label: 'Total', value: money(gross, paper.currency) },
    ...(isInvoice && due > 0 ? [{ label: 'Still to pay', value: money(due, paper.currency) }] : []),
  ]
  const help = support_email === null ? '' : ` Questions? Answer this mail, or write to ${support_email}.`
  return {
    subject: `Your ${kind} ${paper.number} from ${name}`,
    title: `Your ${kind}`,
    blocks: [
      { type: 'paragraph', text: `${isolate(name)} sends you the ${kind} of your order. ${attachedAs[attached]}` },
      { type: 'facts', facts },
      { type: 'paragraph', text: `Keep it: it is your record for tax and guarantee.${help}` },
    ],
    footer: [`You get this mail because order ${paper.order_number} was placed at ${isolate(name)}.`],
  }
}
