import { Parser } from 'htmlparser2'

/** Elements with a blank line around them. */
const paragraphs = new Set([
  ...['p', 'ul', 'ol', 'dl', 'table', 'blockquote', 'pre', 'hr', 'figure', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])
/** Elements that begin a line. */
const lines = new Set([
  ...['div', 'li', 'tr', 'dt', 'dd', 'section', 'article', 'header', 'footer', 'main', 'figcaption', 'caption'],
])
/** Elements whose content no reader sees. */
const unseen = new Set(['script', 'style', 'head', 'title', 'template', 'iframe', 'object', 'svg', 'select'])

/** Whether a text has marks or entities of HTML. */
export function isHtml(text: string): boolean {
  return /<\/?[a-z][^<>]*>|<!--|&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/i.test(text)
}

/**
 * What a reader sees of HTML: a blank line between paragraphs, a hyphen before the items of a list. `keepLines`: line
 * ends are meant, as in WordPress, which makes paragraphs of them.
 */
export function htmlToText(html: string, keepLines = false): string {
  let text = ''
  let depth = 0
  /** What goes before the next words: line ends, or a blank if there are none; then the hyphen of a list item. */
  let breaks = 0
  let blank = false
  let hyphen = ''

  const breakLine = (count: number) => {
    // The first paragraph of a list item stands behind its hyphen.
    if (hyphen === '') breaks = Math.max(breaks, count)
  }
  const write = (words: string) => {
    if (text !== '') text += breaks > 0 ? '\n'.repeat(breaks) : blank ? ' ' : ''
    text += hyphen + words
    breaks = 0
    blank = false
    hyphen = ''
  }
  const take = (part: string) => {
    if (/^\s/.test(part)) blank = true
    const words = part.trim().replace(/\s+/g, ' ')
    if (words !== '') write(words)
    if (/\s$/.test(part)) blank = true
  }
  const edge = (name: string) => {
    if (paragraphs.has(name)) breakLine(2)
    else if (lines.has(name)) breakLine(1)
  }
  const parser = new Parser({
    onopentagname(name) {
      if (unseen.has(name)) depth++
      edge(name)
      if (name === 'li') hyphen = '- '
      if (name === 'br') breaks = Math.min(2, breaks + 1)
      if (name === 'td' || name === 'th') blank = true
    },
    ontext(part) {
      if (depth > 0) return
      if (!keepLines) return take(part)
      part.split('\n').forEach((line, index) => {
        if (index > 0) breaks = Math.min(2, breaks + 1)
        take(line)
      })
    },
    onclosetag(name) {
      if (unseen.has(name)) depth--
      if (name === 'li') hyphen = ''
      edge(name)
    },
  })
  parser.end(html)
  return text
}
