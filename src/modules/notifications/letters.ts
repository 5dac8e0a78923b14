import type { Language } from '#src/platform/lib/languages.ts'
import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { clean, type Letter } from '#src/platform/mail/index.ts'
import type { Notice } from './rules.ts'

const whatOf = ({ kind, name, amount }: Notice, language: Language) =>
  fill(textsIn('notices', language)[kind], { name, amount: amount ?? '' })

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

interface Told {
  merchant: string
  notice: Notice
  url: string
  settings: string
}

/** To a member of the staff, of one thing that happened. */
export const notified: Letter<Told> = {
  name: 'staff_notice',
  write(dirty, language) {
    const { merchant, notice, url, settings } = clean(dirty)
    const t = textsIn('noticeMail', language)
    const what = whatOf(notice, language)
    return {
      subject: fill(t.subject, { merchant, what }),
      paragraphs: [sentence(what), fill(t.open, { url }), fill(t.change, { url: settings })],
    }
  },
}

/** To a member of the staff, of everything since the last one. */
export const digested: Letter<{ merchant: string; notices: Notice[]; settings: string }> = {
  name: 'staff_digest',
  write(dirty, language) {
    const { merchant, notices, settings } = clean(dirty)
    const t = textsIn('noticeMail', language)
    return {
      subject: fill(t.digest, { merchant }),
      paragraphs: [
        fill(t.digestText, { merchant }),
        ...notices.map((notice) => sentence(whatOf(notice, language))),
        fill(t.change, { url: settings }),
      ],
    }
  },
}
