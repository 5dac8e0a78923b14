import { renderMail } from '#src/platform/mail/templates/render.ts'
import { sampleMails } from '#test/support/sample-mails.ts'

/** The mails of docs/mails by file name, as a mail client gets them. */
export function mailSamples(): [string, string][] {
  return sampleMails.flatMap(({ name, sender, document }): [string, string][] => {
    const { html, text } = renderMail(document, sender)
    return [
      [`${name}.html`, html],
      [`${name}.txt`, text],
    ]
  })
}
