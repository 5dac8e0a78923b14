import { Parser } from 'htmlparser2'
import { LRUCache } from 'lru-cache'
import sanitizeHtml from 'sanitize-html'
import { textOfHtml, withoutControls } from './html-to-text.ts'
import { foreignPicture, pictureAddress } from './text-pictures.ts'
import { allowedHosts, frameHosts, videoAt } from './videos.ts'

/** The elements that a text may have. */
export const elements = [
  ...['p', 'br', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'strong', 'em', 'u', 's', 'a', 'blockquote', 'code', 'hr'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'img', 'figure', 'figcaption', 'iframe'],
] as const

const isElement: ReadonlySet<string> = new Set(elements)

/** Of the HTML, before and after it is cleaned. */
export const maxBytes = 100_000

/** Deeper ones are refused while they are read: parsers take quadratic time for thousands of open elements. */
const maxDepth = 50

/** Steps that cleaning takes, by what they cost: an element is four, an attribute or a piece of text one. */
const maxSteps = 20_000

/** An attribute that was not kept, with the beginning of its value where that is an address. */
export interface RemovedPart {
  element: string
  attribute: string
  value?: string
}

export interface CleanedHtml {
  html: string
  text: string
  /** Each once, at most 50. */
  removed: RemovedPart[]
}

const maxRemoved = 50

export interface CleanRules {
  /** Of a file: pictures elsewhere are kept, until the shop's own take their places. */
  foreignPictures?: boolean
}

/** What is wrong with HTML that somebody writes: its elements are never removed in silence. */
export function htmlFault(html: string, rules: CleanRules = {}): string | undefined {
  if (Buffer.byteLength(html) > maxBytes) return 'must have at most 100,000 bytes'
  const { limit, others } = inspectHtml(html)
  if (limit === 'depth') return `must have at most ${maxDepth} elements in one another`
  if (limit === 'steps') return 'must have at most about 4,000 elements'
  const [name] = others
  if (name !== undefined) {
    const named = others.length === 1 ? `the element ${name}` : `the elements ${others.slice(0, 10).join(', ')}`
    return `must not have ${named}: allowed are ${allowedElements()}`
  }
  return Buffer.byteLength(cleanHtml(html, rules).html) > maxBytes
    ? 'must have at most 100,000 bytes once cleaned'
    : undefined
}

function allowedElements(): string {
  const [hosts, others] = [allowedHosts().join(' or '), elements.filter((one) => one !== 'iframe').join(', ')]
  return hosts === '' ? others : `${others}, and iframe for a video at ${hosts}`
}

export interface InspectedHtml {
  /** It is beyond this limit, where reading has stopped. */
  limit?: 'depth' | 'steps'
  /** Elements that are not allowed. */
  others: string[]
}

export function inspectHtml(html: string): InspectedHtml {
  const others = new Set<string>()
  let depth = 0
  let steps = 0
  const step = (cost: number) => {
    steps += cost
    if (steps > maxSteps) throw new Beyond('steps')
  }
  const parser = new Parser({
    onopentag(name, { src = '' }) {
      if (++depth > maxDepth) throw new Beyond('depth')
      step(4)
      if (!isElement.has(name) || (name === 'iframe' && videoAt(src) === undefined)) others.add(name.slice(0, 50))
    },
    onattribute: () => step(1),
    ontext: () => step(1),
    onclosetag: () => void depth--,
  })
  try {
    parser.end(html)
  } catch (error) {
    if (error instanceof Beyond) return { limit: error.limit, others: [] }
    throw error
  }
  return { others: [...others] }
}

class Beyond extends Error {
  readonly limit: 'depth' | 'steps'
  constructor(limit: 'depth' | 'steps') {
    super(limit)
    this.limit = limit
  }
}

/** The value as it is kept; undefined: it is not. */
type Judge = (value: string) => string | undefined

/** Others, such as `javascript:` and `//host`, lead elsewhere or run. */
export const linkAddress: Judge = (given) => {
  const value = given.trim()
  if (value.length > 2_000 || /[\p{Cc}\\]/u.test(value)) return undefined
  if (/^https?:\/\//i.test(value)) return URL.canParse(value) ? value : undefined
  return /^(?:mailto:|tel:|\/(?!\/))/i.test(value) ? value : undefined
}

const numberTo =
  (most: number): Judge =>
  (value) =>
    /^[1-9]\d{0,4}$/.test(value) && Number(value) <= most ? value : undefined
const scope: Judge = (value) => (['row', 'col', 'rowgroup', 'colgroup'].includes(value) ? value : undefined)
const span = { colspan: numberTo(1_000), rowspan: numberTo(1_000) }

const attributes: Readonly<Record<string, Readonly<Record<string, Judge>>>> = {
  a: { href: linkAddress },
  th: { scope, ...span },
  td: span,
  img: { src: pictureAddress, alt: (text) => text, width: numberTo(10_000), height: numberTo(10_000) },
  // Of a host that is known: a frame of another could show anything in the name of the shop.
  iframe: {
    src: (given) => videoAt(given)?.embedUrl,
    title: (text) => text.trim().slice(0, 200) || undefined,
    width: numberTo(10_000),
    height: numberTo(10_000),
  },
}

const ofFiles: typeof attributes = {
  ...attributes,
  img: { ...attributes['img'], src: (given) => pictureAddress(given) ?? foreignPicture(given) },
}

/** Only the allowed attributes, and links that do not tell the other page where they are from. */
function keptAttributes(
  judges: Readonly<Record<string, Judge>>,
  element: string,
  given: Record<string, string>,
  remove: (part: RemovedPart) => void,
) {
  const kept: Record<string, string> = {}
  for (const [attribute, value] of Object.entries(given)) {
    const found = Object.hasOwn(judges, attribute) ? judges[attribute]?.(value) : undefined
    if (found !== undefined) kept[attribute] = found
    else if (element !== 'a' || attribute !== 'rel' || value !== 'noopener') {
      const isAddress = attribute === 'href' || attribute === 'src'
      remove({ element, attribute: attribute.slice(0, 50), ...(isAddress && { value: value.slice(0, 100) }) })
    }
  }
  if (element === 'a' && kept['href'] !== undefined) kept['rel'] = 'noopener'
  // Its address first: `picturesInHtml` reads it there.
  const { src } = kept
  return src === undefined ? kept : { src, ...kept }
}

const libraryRules = {
  allowedTags: [...elements],
  allowedAttributes: { a: ['href', 'rel'], th: ['scope', 'colspan', 'rowspan'], td: ['colspan', 'rowspan'],
    img: ['src', 'alt', 'width', 'height'],
    iframe: ['src', 'title', 'width', 'height'] }, // biome-ignore format: a table
  allowedIframeHostnames: [...frameHosts],
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'iframe', 'svg', 'math'],
} satisfies sanitizeHtml.IOptions

/**
 * By the HTML that was given, and by what became of it: a request looks for faults, writes and answers from one, and a
 * chunk of a file reads all rows before it writes them.
 */
const newCache = () =>
  new LRUCache<string, CleanedHtml>({
    maxSize: 4_000_000,
    sizeCalculation: ({ html, text }, given) => given.length + html.length + text.length + 100,
  })
/** By what was given. */
const ofBodies = { cache: newCache(), judges: attributes }
const ofImports = { cache: newCache(), judges: ofFiles }

/** HTML with allowed elements, attributes and addresses alone, in one spelling: cleaned again it stays as it is. */
export function cleanHtml(given: string, { foreignPictures = false }: CleanRules = {}): CleanedHtml {
  const { cache, judges } = foreignPictures ? ofImports : ofBodies
  const before = cache.get(given)
  if (before !== undefined) return before
  const removed = new Map<string, RemovedPart>()
  const remove = (part: RemovedPart) => {
    if (removed.size < maxRemoved) removed.set(JSON.stringify(part), part)
  }
  const cleaned = sanitizeHtml(given.replace(/\r\n?/g, '\n'), {
    ...libraryRules,
    transformTags: {
      '*': (tagName, found) => ({ tagName, attribs: keptAttributes(judges[tagName] ?? {}, tagName, found, remove) }),
    },
  })
  const html = withoutControls(cleaned).replace(pictureOfNothing, '').replace(frame, frameAlone).trim()
  const text = textOfHtml(html)
  const result = { html, text, removed: [...removed.values()] }
  cache.set(given, result)
  cache.set(html, { html, text, removed: [] })
  return result
}

/** One whose address was removed. */
const pictureOfNothing = /<img(?: (?:alt|width|height)="[^"]*")* \/>/g

/** Parsers read what is in one as text; it is shown where no frames are. */
const frame = /<iframe((?: [a-z]+="[^"]*")*)>[^<]*<\/iframe>/g

/** Nothing is in a frame, and one whose address was removed is none. */
const frameAlone = (_: string, given: string) => (given.startsWith(' src="') ? `<iframe${given}></iframe>` : '')
