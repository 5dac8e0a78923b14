import type { FieldFault } from '#src/platform/lib/errors.ts'
import {
  cleanHtml,
  endOfCharacters,
  htmlFault,
  picturesInHtml,
  type RemovedPart,
  textToHtml,
  waitingInHtml,
  withFilesAlone,
  withWaiting,
} from '#src/platform/rich-text/index.ts'

/** A description in both forms, as a row or a body has it. */
interface Descriptions {
  description?: string | null | undefined
  description_html?: string | null | undefined
}

/** As shoppers see it: the stored HTML with those pictures that are there, else the HTML of its text. */
export function shownHtml(row: Descriptions): string | null {
  return htmlOf(row, withFilesAlone)
}

/** As staff edits it: also with pictures that are being fetched. */
export function ownHtml(row: Descriptions): string | null {
  return htmlOf(row, withWaiting)
}

function htmlOf({ description, description_html: html }: Descriptions, pictured: (html: string) => string) {
  return html ? pictured(html) || null : description ? textToHtml(description) : null
}

/** The columns of HTML that is written. */
export function writtenHtml(html: string | null): { description?: string | null; description_html: string | null } {
  if (!html) return { description_html: null }
  const cleaned = cleanHtml(html)
  return { description: cleaned.text || null, description_html: cleaned.html || null }
}

/** Of both in one body or row the HTML counts where it is not empty. Cleared alone, it takes its text with it. */
export function withOneDescription<Values extends Descriptions>(values: Values): Values {
  const { description, description_html: html } = values
  if (html === undefined) return values
  if (html) {
    const { description: _, ...others } = values
    return others as Values
  }
  return description === undefined ? { ...values, description: null } : values
}

export const maxWrittenLength = 10_000

/** HTML may have a longer text, so bodies may give it back beside its HTML. */
export function descriptionFault(text: string | null): string | undefined {
  if (text === null || endOfCharacters(text, maxWrittenLength) === text.length) return undefined
  return 'must have at most 10,000 characters'
}

/** What is wrong with a description in both forms, of a body that `withOneDescription` has read. */
export function descriptionFaults({ description, description_html: html }: Descriptions): FieldFault[] {
  const [text, rich] = [description && descriptionFault(description), html && htmlFault(html)]
  return [
    ...(text ? [{ field: 'description', message: text }] : []),
    ...(rich ? [{ field: 'description_html', message: rich }] : []),
  ]
}

/** What an answer to a body says of its HTML besides: what was not kept of it; nothing where all was. */
export function removedFrom({ description_html: html }: Descriptions): { removed?: RemovedPart[] } {
  const removed = html ? cleanHtml(html).removed : []
  return removed.length === 0 ? {} : { removed }
}

interface WithPictures {
  media?: readonly string[]
  description_html?: string | null
}

/** Ids of the pictures that a row is to show in its gallery and in its text, by field, and of those it shows. */
export function namedPictures(after: WithPictures, before: WithPictures = {}) {
  const [media, text] = [after.media ?? [], picturesInHtml(after.description_html)]
  return [
    { field: 'media', media, before: before.media },
    {
      field: 'description_html',
      media: text,
      before: picturesInHtml(before.description_html),
      waiting: waitingInHtml(after.description_html),
    },
  ]
}
