import type { Schemas } from '@commerce-platform/client'
import { t } from '#console/lib/text.ts'
import { readPictures } from '#console/ui/pictures/pictures.tsx'

export type Section = Schemas['HomeSection']
export type SectionType = Section['type']
type Sent = Schemas['HomeSectionChange']

/** A section of the form; its fields are named by its key. */
export interface Draft {
  key: string
  type: SectionType
  /** As it is saved; undefined of a new one. */
  section: Section | undefined
}

export const sectionTexts: Record<SectionType, string> = {
  hero: t('Large picture with a title'),
  collection_row: t('Products of a collection'),
  text: t('Text'),
  picture_with_text: t('Picture beside a text'),
  pages: t('Links to pages'),
}

/** What the form says of a section. */
export function readSection({ key, type, section }: Draft, fields: FormData): Sent {
  const text = (name: string) => String(fields.get(`${key}.${name}`) ?? '').trim()
  const title = text('title') || null
  const picture = readPictures(text('picture'), section?.picture ? [section.picture] : [])[0] ?? null
  const link = text('link_url') ? { title: text('link_title') || text('link_url'), url: text('link_url') } : null
  switch (type) {
    case 'hero':
      return { type, title, text: text('text') || null, picture, link }
    case 'collection_row':
      return { type, title, collection_id: text('collection_id'), limit: Number(text('limit')) || 8 }
    case 'text':
      return { type, title, body_html: text('body_html') }
    case 'picture_with_text':
      return { type, title, body_html: text('body_html'), picture, side: text('side') as 'left' | 'right', link }
    case 'pages':
      return { type, title, ids: fields.getAll(`${key}.ids`).map(String) }
  }
}
