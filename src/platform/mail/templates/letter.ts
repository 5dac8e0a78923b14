import { type Language, languageOf } from '#src/platform/lib/languages.ts'
import type { Block, MailDocument } from './document.ts'
import { clean } from './values.ts'

/** A mail in the name of the platform. Nothing secret is in its data: a link is made when the mail is sent. */
export interface Letter<Data extends object> {
  /** Under this it waits in the queue, for a process of any release. */
  name: string
  write(data: Data, language: Language): { subject: string; paragraphs: string[] }
}

/** The mail with its link, if there is one, at its end. */
export function writeLetter<Data extends object>(
  letter: Letter<Data>,
  data: Data,
  link: string | undefined,
  { locale, footer = [], look }: Pick<MailDocument, 'locale' | 'look'> & { footer?: readonly string[] | undefined },
): MailDocument {
  const { subject, paragraphs } = letter.write(clean(data), languageOf(locale))
  const blocks: Block[] = paragraphs.map((text) => ({ type: 'paragraph', text }))
  if (link !== undefined) blocks.push({ type: 'link', label: subject, url: link })
  return { locale, subject, title: subject, blocks, footer, look }
}
