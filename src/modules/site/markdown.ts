import type { RendererObject, Tokens } from 'marked'
import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'

/** How pages show Markdown. The texts are our own; tags in them are text all the same. */
export const ownMarkup: RendererObject = {
  code: ({ text }) => `${renderCode(text)}\n`,
  html: ({ text }) => (text.startsWith('<!--') ? '' : escapeHtml(text)),
  table(token) {
    const cell = ({ header, tokens }: Tokens.TableCell) => {
      const html = this.parser.parseInline(tokens)
      // An empty heading says nothing to a screen reader.
      return header && html !== '' ? `<th scope="col">${html}</th>` : `<td>${html}</td>`
    }
    const row = (cells: Tokens.TableCell[]) => `<tr>${cells.map(cell).join('')}</tr>`
    const head = `<thead>${row(token.header)}</thead>`
    const rows = token.rows.map(row)
    return `<div class="scroll" tabindex="0"><table>${head}<tbody>${rows.join('\n')}</tbody></table></div>\n`
  },
}

/** Keyboards scroll what has the focus. */
export function renderCode(code: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`
}
