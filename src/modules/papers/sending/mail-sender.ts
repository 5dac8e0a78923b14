import { type Mailer, MailRefused } from '#src/platform/mail/index.ts'
import { writePaperMail } from './letters.ts'
import type { InvoiceSender } from './sender.ts'

/** Mails the PDF. */
export function createMailSender(mailer: Mailer): InvoiceSender {
  return {
    name: 'mail',
    async send({ id, email, shop, data, pdf }) {
      if (email === null) return { status: 'refused', failure: 'no_address' }
      const document = writePaperMail(data, shop)
      const attachments = [{ name: `${data.number.replaceAll('/', '-')}.pdf`, type: 'application/pdf', content: pdf }]
      const mail = { id: `paper-${id}`, to: email, document, sender: shop.name, replyTo: shop.support_email }
      try {
        await mailer.send({ ...mail, attachments })
      } catch (error) {
        if (error instanceof MailRefused) return { status: 'refused', failure: 'address_refused' }
        throw error
      }
      return { status: 'sent', reference: null }
    },
  }
}
