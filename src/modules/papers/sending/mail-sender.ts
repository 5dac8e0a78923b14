import { type Mailer, MailRefused } from '#src/platform/mail/index.ts'
import { invoicePage } from '../print/invoice-page.ts'
import { writePaperMail } from './letters.ts'
import type { InvoiceSender, SentPaper } from './sender.ts'

/** Mails the PDF. A paper without one is mailed as its page and its XML. */
export function createMailSender(mailer: Mailer): InvoiceSender {
  return {
    name: 'mail',
    async send(paper) {
      const { id, email, shop, data, pdf } = paper
      if (email === null) return { status: 'refused', failure: 'no_address' }
      const document = { ...writePaperMail(data, shop, pdf === null ? 'page' : 'pdf'), look: shop.look }
      const mail = { id: `paper-${id}`, to: email, document, sender: shop.name, replyTo: shop.support_email }
      try {
        await mailer.send({ ...mail, attachments: filesOf(paper) })
      } catch (error) {
        if (error instanceof MailRefused) return { status: 'refused', failure: 'address_refused' }
        throw error
      }
      return { status: 'sent', reference: null }
    },
  }
}

function filesOf({ data, pdf, ubl }: SentPaper) {
  const name = data.number.replaceAll('/', '-')
  if (pdf !== null) return [{ name: `${name}.pdf`, type: 'application/pdf', content: pdf }]
  const page = { name: `${name}.html`, type: 'text/html; charset=utf-8', content: Buffer.from(invoicePage(data)) }
  const xml = ubl === null ? [] : [{ name: `${name}.xml`, type: 'application/xml', content: Buffer.from(ubl) }]
  return [page, ...xml]
}
