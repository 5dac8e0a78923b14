import type { Block, LinesBlock, MailDocument } from './document.ts'
import { count, moreProducts } from './values.ts'

/** Columns of a line that every client shows without wrapping. */
const width = 72
const indent = '  '

/** The mail as plain text. A word that is longer than a line, such as a link, has a line of its own. */
export function renderText(document: MailDocument, sender: string | undefined): string {
  const { locale, title, blocks, footer = [], unsubscribe, look } = document
  const head = [...(sender === undefined ? [] : [sender]), title].map((text) => wrap(text).join('\n'))
  const own = look?.footer == null ? [] : [look.footer]
  const last = [...footer, ...own, ...(unsubscribe === undefined ? [] : [`${unsubscribe.label}: ${unsubscribe.url}`])]
  const small = last.length === 0 ? [] : ['-'.repeat(width), ...last.map(wrapLines)]
  return `${[...head, ...blocks.map((block) => renderBlock(block, locale)), ...small].join('\n\n')}\n`
}

function renderBlock(block: Block, locale: string): string {
  switch (block.type) {
    case 'paragraph':
      return wrapLines(block.text)
    case 'link':
      return `${wrap(`${block.label}:`).join('\n')}\n${block.url}`
    case 'facts': {
      const column = Math.max(...block.facts.map(({ label }) => columns(label))) + 3
      return block.facts
        .map(({ label, value }) => hang(pad(`${label}:`, column), wrap(value, width - column)))
        .join('\n')
    }
    case 'columns':
      return block.columns
        .map(({ title, lines }) => [title, ...lines.flatMap((line) => hang(indent, wrap(line, width - 2)))].join('\n'))
        .join('\n\n')
    case 'lines':
      return renderLines(block, locale)
  }
}

function renderLines({ title, lines, more, totals }: LinesBlock, locale: string): string {
  const quantities = lines.map(({ quantity }) => `${count(quantity, locale)} x `)
  const first = Math.max(...quantities.map(columns), 0)
  const last = Math.max(...[...lines, ...totals].map(({ amount = '' }) => columns(amount)))
  const middle = width - first - last - 2
  const rows = lines.map(({ name, note, amount = '' }, index) => {
    const [start = '', ...more] = wrap(name, middle)
    const begin = `${padStart(quantities[index] ?? '', first)}${pad(start, middle)}`
    const rest = [...more, ...(note === undefined ? [] : wrap(note, middle))]
    return [`${begin}  ${padStart(amount, last)}`, ...rest.map((text) => ' '.repeat(first) + text)]
      .map((line) => line.trimEnd())
      .join('\n')
  })
  if (more > 0) rows.push(`${' '.repeat(first)}${moreProducts(more, locale)}`)
  const sums = totals.map(({ label, amount }) => {
    const [start = '', ...more] = wrap(label, width - last - 2)
    return [`${pad(start, width - last)}${padStart(amount, last)}`, ...more].join('\n')
  })
  const rule = '-'.repeat(width)
  return [title, rule, ...rows, ...(sums.length === 0 ? [] : [rule, ...sums])].join('\n')
}

function wrapLines(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => wrap(line))
    .join('\n')
}

/** Text behind a label, its further lines below the first. */
function hang(label: string, lines: readonly string[]): string {
  return lines.map((line, index) => (index === 0 ? label : ' '.repeat(columns(label))) + line).join('\n')
}

/** Breaks text at spaces; a word that is longer than a line alone is broken anywhere, unless it is an address. */
function wrap(text: string, limit = width): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((one) => pieces(one, limit))) {
    if (line !== '' && columns(line) + 1 + columns(word) > limit) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

function pieces(word: string, limit: number): string[] {
  if (columns(word) <= limit || /^https?:\/\//.test(word)) return [word]
  const found: string[] = []
  let piece = ''
  for (const { segment } of graphemes.segment(word)) {
    if (columns(piece) + columns(segment) > limit) {
      found.push(piece)
      piece = ''
    }
    piece += segment
  }
  return [...found, piece]
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u
const invisible = /^[\p{Cf}\p{Mn}]+$/u

/** Columns that a text takes in a font of equal width. */
function columns(text: string): number {
  if (/^[\x20-\x7E\u00A0-\u024F\u20A0-\u20CF]*$/.test(text)) return text.length
  let sum = 0
  for (const { segment } of graphemes.segment(text)) sum += invisible.test(segment) ? 0 : wide.test(segment) ? 2 : 1
  return sum
}

function pad(text: string, to: number): string {
  return text + ' '.repeat(Math.max(0, to - columns(text)))
}

function padStart(text: string, to: number): string {
  return ' '.repeat(Math.max(0, to - columns(text))) + text
}
