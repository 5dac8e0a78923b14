const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A character of HTML as text; quotation marks only where they would end an attribute. */
export function escapeHtml(text: string, isAttribute = false): string {
  return text.replace(isAttribute ? /[&<>"]/g : /[&<>]/g, (letter) => entities[letter] ?? letter)
}

/** HTML of a plain text: its paragraphs, line ends and bare links; spelt as `cleanHtml` does. */
export function textToHtml(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.split('\n').map(withLinks).join('<br />')}</p>`)
    .join('')
}

function withLinks(line: string): string {
  let html = ''
  let done = 0
  for (const { 0: found, index } of line.matchAll(/https?:\/\/[^\s<>"\\]+/gi)) {
    const address = found.slice(0, endOfAddress(found))
    if (address.length > 2_000 || !URL.canParse(address)) continue
    html += escapeHtml(line.slice(done, index))
    html += `<a href="${escapeHtml(address, true)}" rel="noopener">${escapeHtml(address)}</a>`
    done = index + address.length
  }
  return html + escapeHtml(line.slice(done))
}

/** Marks at the end belong to the sentence. Not by a regular expression, which is quadratic in many marks. */
function endOfAddress(text: string): number {
  let end = text.length
  while (end > 0 && '.,;:!?\'")]}'.includes(text[end - 1] ?? ' ')) end--
  return end
}
