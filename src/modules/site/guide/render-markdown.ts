import { Marked, type RendererObject, type Token, type Tokens } from 'marked'
import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'
import { ownMarkup } from '../markdown.ts'

export interface Heading {
  depth: number
  html: string
  anchor: string
}

export interface PictureSize {
  width: number
  height: number
}

/** How a file's links and pictures are shown. */
export interface Surroundings {
  follow(link: string): string | undefined
  measure(picture: string): Promise<PictureSize | undefined>
}

export interface Rendered {
  html: string
  headings: Heading[]
}

/** A page, and its headings. */
export async function renderMarkdown(markdown: string, around: Surroundings): Promise<Rendered> {
  const headings: Heading[] = []
  const anchorFor = anchors()
  const sizes = new Map<string, PictureSize>()
  const renderer: RendererObject = {
    ...ownMarkup,
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens)
      const anchor = anchorFor(plainText(tokens))
      headings.push({ depth, html, anchor })
      if (depth === 1) return `<h1 id="${anchor}">${html}</h1>\n`
      return `<h${depth} id="${anchor}"><a href="#${anchor}">${html.replaceAll(/<\/?a\b[^>]*>/g, '')}</a></h${depth}>\n`
    },
    link({ href, tokens }) {
      const html = this.parser.parseInline(tokens)
      const address = around.follow(href)
      if (address !== undefined) return `<a href="${escapeHtml(address)}">${html}</a>`
      const path = escapeHtml(href.replace(/^(\.\.\/)+/, ''))
      return `<span class="file" title="${path}, in the repository">${html}</span>`
    },
    image({ href, text }) {
      const { width, height } = sizes.get(href) ?? {}
      const size = width === undefined ? '' : ` width="${width}" height="${height}"`
      const address = escapeHtml(around.follow(href) ?? href)
      return `<img src="${address}" alt="${escapeHtml(text.replaceAll('\n', ' '))}"${size} loading="lazy">`
    },
  }
  const marked = new Marked({ renderer, async: true, walkTokens: measurePicture })
  async function measurePicture(token: Token): Promise<void> {
    if (token.type !== 'image') return
    const size = await around.measure((token as Tokens.Image).href)
    if (size) sizes.set((token as Tokens.Image).href, size)
  }
  return { html: await marked.parse(markdown), headings }
}

/** The anchors that GitHub gives to the headings of a page: a second one of the same words gets a number. */
function anchors(): (heading: string) => string {
  const seen = new Map<string, number>()
  return (heading) => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  }
}

/** A part of a page below one heading, for the search. */
export interface Part {
  anchor: string
  heading: string
  text: string
}

/** The parts of a page: below its title, and below each heading of the second and third level. */
export function partsOf(markdown: string): Part[] {
  const anchorFor = anchors()
  const parts: Part[] = []
  for (const token of new Marked().lexer(markdown)) {
    if (token.type === 'heading') {
      const heading = plainText(token.tokens ?? [])
      const anchor = anchorFor(heading)
      if (token['depth'] <= 3) parts.push({ anchor, heading, text: '' })
    }
    const part = parts.at(-1)
    if (part && token.type !== 'heading' && token.type !== 'space') part.text += ` ${plainText([token])}`
  }
  return parts.map((part) => ({ ...part, text: part.text.replaceAll(/\s+/g, ' ').trim() }))
}

function plainText(tokens: readonly Token[]): string {
  return tokens.map(plainTextOf).join('')
}

function plainTextOf(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].map((cells) => cells.map((cell) => plainText(cell.tokens)).join(' ')).join(' ')
  }
  if (token.type === 'list') return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join(' ')
  if ('tokens' in token && token.tokens) return plainText(token.tokens)
  return 'text' in token ? token.text : ''
}
