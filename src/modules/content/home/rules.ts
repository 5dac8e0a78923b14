import type { FieldFault } from '#src/platform/lib/errors.ts'
import { cleanHtml, htmlFault, linkAddress, picturesInHtml, withFilesAlone } from '#src/platform/rich-text/index.ts'

export const sectionTypes = ['hero', 'collection_row', 'text', 'picture_with_text', 'pages'] as const
export type SectionType = (typeof sectionTypes)[number]

export const maxSections = 30
export const maxPagesOfSection = 20
export const largestRow = 24
export const defaultRow = 8

export const sides = ['left', 'right'] as const

/** A section as it is kept; its type says which fields it has. */
export interface Section {
  type: SectionType
  title?: string | null
  text?: string | null
  body_html?: string | null
  /** Id of a picture of the shop. */
  picture?: string | null
  side?: (typeof sides)[number]
  link?: { title: string; url: string } | null
  collection_id?: string
  limit?: number
  ids?: string[]
}

type Field = Exclude<keyof Section, 'type'>

/** Which fields each has, and which it must have. */
export const fieldsOfType: Record<SectionType, { may: readonly Field[]; must: readonly Field[] }> = {
  hero: { may: ['title', 'text', 'picture', 'link'], must: ['title'] },
  collection_row: { may: ['title', 'collection_id', 'limit'], must: ['collection_id'] },
  text: { may: ['title', 'body_html'], must: ['body_html'] },
  picture_with_text: { may: ['title', 'body_html', 'picture', 'side', 'link'], must: ['body_html', 'picture'] },
  pages: { may: ['title', 'ids'], must: ['ids'] },
}

/** Reads the sections of a body, with what is wrong with them. */
export function readSections(input: readonly Section[], faults: FieldFault[]): Section[] {
  return input.map((section, at) => {
    const { type, ...given } = section
    const { may, must } = fieldsOfType[type]
    const fault = (name: string, message: string) => void faults.push({ field: `sections[${at}].${name}`, message })
    for (const name of Object.keys(given) as Field[])
      if (!may.includes(name) && given[name] !== null) fault(name, `is no field of a section ${type}`)
    for (const name of must) if (isEmpty(section[name])) fault(name, `is required of a section ${type}`)
    const { title, text, body_html: html, picture, link, collection_id: collection, ids } = section
    const htmlIs = html ? htmlFault(html) : undefined
    if (htmlIs !== undefined) fault('body_html', htmlIs)
    const address = link ? linkAddress(link.url) : undefined
    if (link && address === undefined) fault('link.url', 'must be a path, or an address of http, https, mailto or tel')
    return {
      type,
      title: title || null,
      ...(may.includes('text') && { text: text || null }),
      ...(may.includes('body_html') && {
        body_html: (html && htmlIs === undefined && withFilesAlone(cleanHtml(html).html)) || null,
      }),
      ...(may.includes('picture') && { picture: picture?.toLowerCase() ?? null }),
      ...(may.includes('side') && { side: section.side ?? 'left' }),
      ...(may.includes('link') && { link: link && address ? { title: link.title, url: address } : null }),
      ...(collection !== undefined && may.includes('collection_id') && { collection_id: collection.toLowerCase() }),
      ...(may.includes('limit') && { limit: section.limit ?? defaultRow }),
      ...(may.includes('ids') && { ids: [...new Set((ids ?? []).map((id) => id.toLowerCase()))] }),
    }
  })
}

const isEmpty = (value: Section[Field]) => value === undefined || value === null || value === ''

/** Pictures at their fields: of sections, and in their texts. */
export function picturesOfSections(sections: readonly Section[]): { field: string; media: string[] }[] {
  return sections.flatMap(({ picture, body_html: html }, at) => [
    { field: `sections[${at}].picture`, media: picture ? [picture] : [] },
    { field: `sections[${at}].body_html`, media: picturesInHtml(html) },
  ])
}
