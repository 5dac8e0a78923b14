import { orderFooter } from '#src/modules/orders/index.ts'
import { languageOf } from '#src/platform/lib/languages.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, day, isolate, money } from '#src/platform/mail/templates/values.ts'
import type { FrozenInvoice } from '../invoice.ts'

type Sent = Pick<
  FrozenInvoice,
  'locale' | 'number' | 'type_code' | 'issue_date' | 'order_number' | 'currency' | 'totals'
> & {
  preceding: { number: string } | null
}

/** The mail with an invoice or a credit note, in its language. A paper without a PDF is attached as its page. */
export function writePaperMail(
  paper: Sent,
  dirty: { name: string; support_email: string | null },
  attached: 'pdf' | 'page' = 'pdf',
): MailDocument {
  const { name, support_email } = clean({ name: dirty.name, support_email: dirty.support_email })
  const { locale = 'en', currency, order_number } = paper
  const t = textsIn('paperMail', languageOf(locale))
  const isInvoice = paper.type_code === 380
  const { gross, due } = paper.totals
  const shop = isolate(name)
  const facts = [
    { label: isInvoice ? t.invoice : t.creditNote, value: paper.number },
    { label: t.date, value: day(new Date(paper.issue_date), 'UTC', locale) },
    { label: t.order, value: order_number },
    ...(paper.preceding === null ? [] : [{ label: t.about, value: paper.preceding.number }]),
    { label: t.total, value: money(gross, currency, locale) },
    ...(isInvoice && due > 0 ? [{ label: t.toPay, value: money(due, currency, locale) }] : []),
  ]
  const help = support_email === null ? [] : [fill(t.questions, { email: support_email })]
  return {
    locale,
    subject: fill(isInvoice ? t.invoiceFrom : t.creditNoteFrom, { number: paper.number, shop: name }),
    title: isInvoice ? t.yourInvoice : t.yourCreditNote,
    blocks: [
      { type: 'paragraph', text: `${fill(isInvoice ? t.invoiceText : t.creditNoteText, { shop })} ${t[attached]}` },
      { type: 'facts', facts },
      { type: 'paragraph', text: [t.keep, ...help].join(' ') },
    ],
    footer: [orderFooter({ name, locale }, order_number)],
  }
}
