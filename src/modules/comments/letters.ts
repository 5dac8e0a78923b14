import { fill, type Said, textsIn } from '#src/platform/lib/languages.ts'
import { type Letter, quoted } from '#src/platform/mail/index.ts'
import type { Subject } from './rules.ts'

const texts = {
  subject: ['A colleague mentioned you in a comment', 'Sie wurden in einem Kommentar erwähnt'],
  order: ['{author} mentioned you in a comment on order {name}:', '{author} hat Sie bei Bestellung {name} erwähnt:'],
  customer: ['{author} mentioned you in a comment on a customer:', '{author} hat Sie bei einem Kunden erwähnt:'],
  return: [
    '{author} mentioned you in a comment on a return of order {name}:',
    '{author} hat Sie bei einer Rückgabe zu Bestellung {name} erwähnt:',
  ],
  product: ['{author} mentioned you in a comment on product {name}:', '{author} hat Sie bei Artikel {name} erwähnt:'],
  colleague: ['A colleague', 'Ein Kollege'],
  answer: ['Open it and answer: {url}', 'Öffnen und antworten: {url}'],
} satisfies Record<string, Said>

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
    const t = textsIn(texts, language)
    const by = quoted(author, language, { instead: t.colleague })
    return { subject: t.subject, paragraphs: [fill(t[subject], { author: by, name }), text, fill(t.answer, { url })] }
  },
}
