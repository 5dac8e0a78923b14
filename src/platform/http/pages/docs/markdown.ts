import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'
/** Code, bold words and links within a line. */
export function inline(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : marks(escapeHtml(part))))
    .join('')
}

function marks(text: string): string {
  return text
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\[([^\]]+)\]\((https?:[^)\s]+)\)/g, '<a href="$2">$1</a>')
}

/** The Markdown that our own texts use: headings, paragraphs, lists, tables and code. Headings begin at h2. */
export function renderMarkdown(text: string): string {
  const blocks = text
    .replaceAll('\r', '')
    .split(/\n(```[\s\S]*?\n```)\n|\n{2,}/)
    .filter((block) => block?.trim())
  return blocks.map((block) => renderBlock(block.trim())).join('\n')
}

function renderBlock(block: string): string {
  const lines = block.split('\n')
  const heading = /^(#+) (.*)$/.exec(block)
  if (heading) {
    const level = (heading[1]?.length ?? 1) + 1
    return `<h${level} id="${anchorOf(heading[2] ?? '')}">${inline(heading[2] ?? '')}</h${level}>`
  }
  if (block.startsWith('```')) return renderCode(lines.slice(1, -1).join('\n'))
  if (lines.every((line) => line.startsWith('|'))) return renderTable(lines)
  if (/^(\d+\.|-) /.test(block)) {
    const items = block
      .split(/\n(?=\d+\. |- )/)
      .map((item) => inline(item.replace(/^(\d+\.|-) /, '').replaceAll(/\s+/g, ' ')))
    const tag = block.startsWith('-') ? 'ul' : 'ol'
    return `<${tag}>${items.map((item) => `<li>${item}</li>`).join('')}</${tag}>`
  }
  return `<p>${inline(lines.join(' '))}</p>`
}

function renderTable([head = '', , ...rows]: readonly string[]): string {
  const cells = (line: string) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => inline(cell.trim()))
  const headers = cells(head).map((cell) => `<th scope="col">${cell}</th>`)
  const body = rows.map(
    (row) =>
      `<tr>${cells(row)
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`,
  )
  return `<div class="scroll" tabindex="0"><table><tr>${headers.join('')}</tr>${body.join('')}</table></div>`
}

/** Keyboards scroll what has the focus. */
export function renderCode(code: string): string {
  return `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>`
}

export function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}
