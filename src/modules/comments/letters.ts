import { fill, textsIn } from '#src/platform/lib/texts/texts.ts'
import { type Letter, quoted } from '#src/platform/mail/index.ts'
import type { Subject } from './rules.ts'

interface Mention {
  subject: Subject
  /** The number of the order, or the SKU. */
  name: string
  author: string
  text: string
  url: string
}

/** To a colleague whom a comment names. */
export const mentioned: Letter<Mention> = {
  name: 'comment_mention',
  write({ subject, name, author, text, url }, language) {
    const t = textsIn('commentMail', language)
    const by = quoted(author, language, { instead: t.colleague })
    return { subject: t.subject, paragraphs: [fill(t[subject], { author: by, name }), text, fill(t.answer, { url })] }
  },
}
