import { cleanHtml, inspectHtml, maxBytes, type RemovedPart } from './clean-html.ts'
import { htmlToText, withoutControls } from './html-to-text.ts'
import { textToHtml } from './text-to-html.ts'
import { tidyHtml } from './tidy-html.ts'

/** HTML of a file: as it is kept, or null where its text says all of it; and what was not kept, in words. */
export interface ReadHtml {
  html: string | null
  text: string
  notKept: string[]
}

/** A longer text is read to here. */
const maxReadLength = 200_000

/**
 * Reads HTML that another system or a file gives: elements that are not allowed are left out, with the reason.
 * `keepLines`: line ends count, as in WordPress.
 */
export function readHtml(given: string, keepLines = false): ReadHtml {
  const source = given.slice(0, maxReadLength).toWellFormed().replace(/\r\n?/g, '\n')
  const notKept = new Set<string>()
  const { limit, others } = inspectHtml(source)
  if (limit === 'depth')
    return { html: null, text: textOfTags(source), notKept: ['HTML nested more than 50 deep is kept as text'] }
  const isRead = limit === undefined && given.length <= maxReadLength
  const isTidied = keepLines || others.length > 0
  const leaveOut = (name: string, isWhole: boolean) => notKept.add(elementReason(name, isWhole))
  const { html, text, removed } = isRead
    ? cleanHtml(isTidied ? tidyHtml(source, keepLines, leaveOut) : source, { foreignPictures: true })
    : { html: '', text: '', removed: [] }
  for (const part of removed) notKept.add(partReason(part))
  if (!isRead || Buffer.byteLength(html) > maxBytes) {
    notKept.add('HTML of more than 100 kB or 4,000 elements is kept as text')
    return { html: null, text: withoutControls(htmlToText(source, keepLines)).trim(), notKept: [...notKept] }
  }
  return { html: isPlain(html, text) ? null : html, text, notKept: [...notKept] }
}

/** Whether the HTML that is made of the text looks the same. */
function isPlain(html: string, text: string): boolean {
  if (text.length > 10_000 || /<(?!\/?p>|br \/>|a |\/a>)/.test(html)) return false
  return !/<(?!br)/.test(html) || textToHtml(text) === html
}

/** What is not kept of HTML whose elements are all allowed, in words. */
export function notKeptOf(html: string): string[] {
  return [...new Set(cleanHtml(html, { foreignPictures: true }).removed.map(partReason))]
}

function elementReason(name: string, isWhole: boolean): string {
  if (name === 'img') return pictureReason
  if (name === 'a') return linkReason
  if (name === 'iframe') return frameReason
  return `<${name.slice(0, 50)}> is not kept${isWhole ? ', nor what is in it' : '; its text is'}`
}

function partReason({ element, attribute }: RemovedPart): string {
  if (element === 'img') return attribute === 'src' ? pictureReason : `the attribute ${attribute} of <img> is not kept`
  if (attribute === 'href') return linkReason
  return `the attribute ${attribute} is not kept`
}

const linkReason = 'a link is not kept: its address is neither http, https, mailto, tel nor a path'
const pictureReason = 'a picture in the text is not kept: its address is neither http nor https'

const frameReason = '<iframe> is not kept: its address is of no video host that is allowed here'

/** Of elements that no parser should open one in another. */
function textOfTags(html: string): string {
  return withoutControls(html.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}
