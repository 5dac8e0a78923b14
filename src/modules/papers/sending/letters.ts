import { orderFooter } from '#src/modules/orders/index.ts'
import { fill, languageOf, type Said, textsIn } from '#src/platform/lib/languages.ts'
import type { MailDocument } from '#src/platform/mail/templates/document.ts'
import { clean, day, isolate, money } from '#src/platform/mail/templates/values.ts'
import type { FrozenInvoice } from '../invoice.ts'

type Sent = Pick<
  FrozenInvoice,
  'locale' | 'number' | 'type_code' | 'issue_date' | 'order_number' | 'currency' | 'totals'
> & {
  preceding: { number: string } | null
}

const texts = {
  invoiceFrom: ['Your invoice {number} from {shop}', 'Ihre Rechnung {number} von {shop}'],
  creditNoteFrom: ['Your credit note {number} from {shop}', 'Ihre Rechnungskorrektur {number} von {shop}'],
  yourInvoice: ['Your invoice', 'Ihre Rechnung'],
  yourCreditNote: ['Your credit note', 'Ihre Rechnungskorrektur'],
  invoiceText: ['{shop} sends you the invoice of your order.', '{shop} sendet Ihnen die Rechnung zu Ihrer Bestellung.'],
  creditNoteText: [
    '{shop} sends you the credit note of your order.',
    '{shop} sendet Ihnen die Rechnungskorrektur zu Ihrer Bestellung.',
  ],
  pdf: ['It is attached as a PDF.', 'Sie ist als PDF angehängt.'],
  page: [
    'It is attached as a page: open it in your browser to read, print or save it.',
    'Sie ist als Seite angehängt: Öffnen Sie sie im Browser, um sie zu lesen, zu drucken oder zu speichern.',
  ],
  invoice: ['Invoice', 'Rechnung'],
  creditNote: ['Credit note', 'Rechnungskorrektur'],
  date: ['Date', 'Datum'],
  order: ['Order', 'Bestellung'],
  about: ['About', 'Zu Rechnung'],
  total: ['Total', 'Gesamtbetrag'],
  toPay: ['Still to pay', 'Noch zu zahlen'],
  keep: [
    'Keep it: it is your record for tax and guarantee.',
    'Bewahren Sie sie auf: Sie ist Ihr Beleg für Steuer und Gewährleistung.',
  ],
  questions: [
    'Questions? Answer this mail, or write to {email}.',
    'Haben Sie Fragen? Antworten Sie auf diese E-Mail oder schreiben Sie an {email}.',
  ],
} satisfies Record<string, Said>

/** The mail with an invoice or a credit note, in its language. A paper without a PDF is attached as its page. */
export function writePaperMail(
  paper: Sent,
  dirty: { name: string; support_email: string | null },
  attached: 'pdf' | 'page' = 'pdf',
): MailDocument {
  const { name, support_email } = clean({ name: dirty.name, support_email: dirty.support_email })
  const { locale = 'en', currency, order_number } = paper
  const t = textsIn(texts, languageOf(locale))
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
