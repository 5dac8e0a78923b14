import { Parser } from 'htmlparser2'
import { elements, linkAddress } from './clean-html.ts'
import { foreignPicture, pictureAddress } from './text-pictures.ts'
import { escapeHtml } from './text-to-html.ts'
import { videoAt } from './videos.ts'

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements that mean the same as an allowed one. */
const renamed: Readonly<Record<string, string>> = { b: 'strong', i: 'em', strike: 's', del: 's', ins: 'u', h1: 'h2',
  h5: 'h4', h6: 'h4', kbd: 'code', samp: 'code', tt: 'code' } // biome-ignore format: a table

const allowed: ReadonlySet<string> = new Set(elements)
const inline = names('strong em u s a code img iframe br')
/** Elements that end a paragraph; what is in them is kept. */
const edges = names(
  'div section article main header footer address center aside nav details summary fieldset form dl dt dd pre ' +
    'caption body html li tr td th thead tbody figcaption',
)
/** Elements whose content nobody reads. */
const unseen = names(
  'script style head title template noscript iframe object embed svg math select option textarea audio video canvas ' +
    'map input xmp noembed noframes link meta base',
)
/** Elements that stand in others. */
const parents: Readonly<Record<string, ReadonlySet<string>>> = {
  li: names('ul ol'),
  thead: names('table'),
  tbody: names('table'),
  tr: names('table thead tbody'),
  td: names('tr'),
  th: names('tr'),
  figcaption: names('figure'),
}
/** Elements between which blanks mean nothing. */
const structures = names('ul ol table thead tbody tr figure')

interface Open {
  name: string
  isOpen: boolean
  /** Where it begins in what is written. */
  at: number
}

/**
 * HTML of another system with allowed elements alone: others are left out, or stand for one that means the same; words
 * outside of all elements become paragraphs. `keepLines`: line ends count, as in WordPress, and blank lines part
 * paragraphs. Its attributes are still to be cleaned. `leaveOut` hears of each element that is not kept.
 */
export function tidyHtml(
  html: string,
  keepLines: boolean,
  leaveOut: (element: string, withContent: boolean) => void,
): string {
  const written = writer()
  /** What stands for each open element of the source. */
  const source: (Open | undefined)[] = []
  let skipped = 0
  const parser = new Parser({
    onopentag(given, attributes) {
      if (skipped === 0 && given === 'iframe' && videoAt(attributes['src'] ?? '') !== undefined) {
        written.close(written.open(given, attributes))
        return void skipped++
      }
      if (skipped > 0 || unseen.has(given)) {
        if (skipped++ === 0) leaveOut(given, true)
        return
      }
      const name = renamed[given] ?? given
      const isMisplaced = parents[name] !== undefined && !parents[name].has(written.block() ?? '')
      if (!allowed.has(name) && given !== 'html' && given !== 'body') leaveOut(given, false)
      if (edges.has(name) && (isMisplaced || !allowed.has(name))) written.edge()
      const isKept = allowed.has(name) && !isMisplaced && hasAddress(name, attributes)
      if (allowed.has(name) && !isMisplaced && !isKept) leaveOut(given, false)
      source.push(isKept ? written.open(name, attributes) : undefined)
    },
    ontext(text) {
      if (skipped > 0) return
      if (!keepLines) return written.words(text)
      for (const [index, line] of text.split('\n').entries()) {
        if (index > 0) written.lineEnd()
        written.words(line)
      }
    },
    onclosetag(given) {
      if (skipped > 0) return void skipped--
      const one = source.pop()
      if (one !== undefined) written.close(one)
      else if (edges.has(renamed[given] ?? given)) written.edge()
    },
  })
  parser.end(html)
  return written.end()
}

/** A link or a picture without an address that is kept is none. */
function hasAddress(name: string, { href = '', src = '' }: Record<string, string>): boolean {
  if (name === 'a') return linkAddress(href) !== undefined
  return name !== 'img' || (pictureAddress(src) ?? foreignPicture(src)) !== undefined
}

function writer() {
  const parts: string[] = []
  const open: Open[] = []
  /** Of the present block: whether it has words, and whether a line end comes before the next. */
  let hasWords = false
  let breaks = false
  let lineEnds = 0

  const blockOf = () => open.findLast(({ name }) => !inline.has(name))
  const begin = () => {
    hasWords = false
    breaks = false
    lineEnds = 0
  }
  const push = (name: string, text = ''): Open => {
    const one = { name, isOpen: true, at: parts.length }
    parts.push(`<${name}${text}>`)
    open.push(one)
    return one
  }
  const close = (one: Open) => {
    while (one.isOpen) {
      const inner = open.pop()
      if (inner === undefined) return
      inner.isOpen = false
      const isEmpty = parts.length === inner.at + 1 && !['td', 'th', 'iframe'].includes(inner.name)
      if (['br', 'hr', 'img'].includes(inner.name)) hasWords = true
      else if (isEmpty) parts.pop()
      else parts.push(`</${inner.name}>`)
      if (!inline.has(inner.name)) begin()
    }
  }
  const edge = () => {
    const block = blockOf()
    if (block?.name === 'p') close(block)
    else if (block !== undefined && !structures.has(block.name)) breaks = hasWords
  }
  /** Before words: they stand in a block, behind the line end that parts them from those before. */
  const enter = () => {
    if (blockOf() === undefined) {
      push('p')
      begin()
    }
    if (breaks) parts.push('<br />')
    breaks = false
    lineEnds = 0
    hasWords = true
  }
  /** Words between items or rows, such as a caption, which browsers show before the list or table. */
  const before = (structure: Open, text: string) => {
    const outer = open
      .slice(0, open.indexOf(structure) + 1)
      .findLast(({ name }) => /^(?:ul|ol|table|figure)$/.test(name))
    const { at } = outer ?? structure
    for (const one of open) if (one.at >= at) one.at++
    parts.splice(at, 0, `<p>${escapeHtml(text.trim())}</p>`)
  }
  return {
    block: () => blockOf()?.name,
    edge,
    close,
    open(name: string, attributes: Record<string, string>): Open {
      if (inline.has(name)) enter()
      else {
        edge()
        begin()
      }
      const given = Object.entries(attributes).filter(([one]) => /^[a-z][a-z0-9-]*$/.test(one))
      return push(name, given.map(([one, value]) => ` ${one}="${escapeHtml(value, true)}"`).join(''))
    },
    words(text: string) {
      if (text.trim() === '') {
        const block = blockOf()
        if (text !== '' && hasWords && !breaks && block !== undefined && !structures.has(block.name)) parts.push(' ')
        return
      }
      const block = blockOf()
      if (block !== undefined && structures.has(block.name)) return before(block, text)
      const isFirst = !hasWords || breaks
      enter()
      parts.push(escapeHtml(isFirst ? text.trimStart() : text))
    },
    lineEnd() {
      const block = blockOf()
      if (block === undefined || structures.has(block.name)) return
      if (++lineEnds > 1 && block.name === 'p') close(block)
      else breaks = hasWords
    },
    end() {
      const [first] = open
      if (first !== undefined) close(first)
      return parts.join('')
    },
  }
}
