import { Parser } from 'htmlparser2'

/** Block elements, surrounded by blank lines. */
const paragraphs = new Set('p ul ol dl table blockquote pre hr figure h1 h2 h3 h4 h5 h6'.split(' '))
/** Elements that begin a new line. */
const lines = new Set('div li tr dt dd section article header footer main figcaption caption'.split(' '))
/** Elements with invisible content. */
const unseen = new Set(['script', 'style', 'head', 'title', 'template', 'iframe', 'object', 'svg', 'select'])

const isList = (name: string) => name === 'ul' || name === 'ol'

/** Whether a text contains HTML tags or entities. */
export function isHtml(text: string): boolean {
  return /<\/?[a-z][^<>]*>|<!--|&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/i.test(text)
}

/**
 * The visible text of HTML, with blank lines between paragraphs and hyphens before list items. `keepLines`: line ends
 * count, as in WordPress, which turns them into paragraphs.
 */
export function htmlToText(html: string, keepLines = false): string {
  let text = ''
  let depth = 0
  /** Separator before the next words: line ends, or else a blank; then the hyphen of a list item. */
  let breaks = 0
  let blank = false
  let hyphen = ''
  let lists = 0

  const breakLine = (count: number) => {
    // The first paragraph of a list item follows its hyphen on the same line.
    if (hyphen === '') breaks = Math.max(breaks, count)
  }
  const write = (words: string) => {
    if (text !== '') text += breaks > 0 ? '\n'.repeat(breaks) : blank ? ' ' : ''
    text += hyphen + words
    breaks = 0
    blank = false
    hyphen = ''
  }
  const push = (part: string) => {
    if (/^\s/.test(part)) blank = true
    const words = part.trim().replace(/\s+/g, ' ')
    if (words !== '') write(words)
    if (/\s$/.test(part)) blank = true
  }
  const edge = (name: string) => {
    if (isList(name) && lists > 0) breakLine(1)
    else if (paragraphs.has(name)) breakLine(2)
    else if (lines.has(name)) breakLine(1)
  }
  const parser = new Parser({
    onopentagname(name) {
      if (unseen.has(name)) depth++
      edge(name)
      if (isList(name)) lists++
      if (name === 'li') hyphen = '- '
      if (name === 'br') breaks = Math.min(2, breaks + 1)
      if (name === 'td' || name === 'th') blank = true
    },
    ontext(part) {
      if (depth > 0) return
      if (!keepLines) return push(part)
      part.split('\n').forEach((line, index) => {
        if (index > 0) breaks = Math.min(2, breaks + 1)
        push(line)
      })
    },
    onclosetag(name) {
      if (unseen.has(name)) depth--
      if (name === 'li') hyphen = ''
      if (isList(name)) lists--
      edge(name)
    },
  })
  parser.end(html)
  return text
}

/** Characters that no text of ours has: controls, and surrogates outside of a pair. */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, '')
}

/** A text of a description, of which HTML may make more than somebody may write. */
const maxTextOfHtml = 100_000

/** The text of HTML that is cleaned. */
export function textOfHtml(html: string): string {
  return withoutControls(htmlToText(html)).slice(0, maxTextOfHtml).toWellFormed().trim()
}

/** As much as searches, feeds and lists take of a text. */
const maxBeginningLength = 10_000

/** The first 10,000 characters, to the end of a word, or all of them without a blank (`text_beginning` in SQL). */
export function textBeginning(text: string): string {
  const end = endOfCharacters(text, maxBeginningLength)
  if (end === text.length) return text
  const word = Math.max(...[' ', '\n'].map((blank) => text.lastIndexOf(blank, end)))
  return text.slice(0, word > end - 100 ? word : end).trimEnd()
}

/** Where so many characters end; one beyond the Basic Multilingual Plane is two units of a string, and counts once. */
export function endOfCharacters(text: string, count: number): number {
  let end = Math.min(count, text.length)
  if (end === text.length) return end
  end = 0
  for (let characters = 0; characters < count && end < text.length; characters++) {
    const isPair = (text.charCodeAt(end) & 0xfc00) === 0xd800 && (text.charCodeAt(end + 1) & 0xfc00) === 0xdc00
    end += isPair ? 2 : 1
  }
  return end
}
