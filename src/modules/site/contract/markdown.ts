import { Marked } from 'marked'
import { ownMarkup } from '../markdown.ts'

const marked = new Marked({
  async: false,
  renderer: {
    ...ownMarkup,
    // Below the title of the page.
    heading({ tokens, depth, text }) {
      const level = depth + 1
      return `<h${level} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${level}>\n`
    },
  },
})

/** Code, bold words and links within a line. */
export function inline(text: string): string {
  return marked.parseInline(text, { async: false })
}

/** A text of headings, paragraphs, lists, tables and code. */
export function renderMarkdown(text: string): string {
  return marked.parse(text, { async: false })
}

function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
