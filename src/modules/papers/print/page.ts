import { createHash } from 'node:crypto'
import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'
import { isolate } from '#src/platform/mail/templates/values.ts'

const styles = `
@page { size: A4; margin: 18mm; }
* { box-sizing: border-box; }
body { font: 10.5pt/1.4 "Noto Sans", system-ui, sans-serif; color: #000; background: #fff; margin: 0 auto;
  padding: 18mm; max-width: 210mm; }
@media print { body { padding: 0; } }
main + main { break-before: page; }
h1 { font-size: 18pt; margin: 0 0 6mm; }
.columns { display: flex; justify-content: space-between; gap: 10mm; margin-bottom: 8mm; }
.columns > * { flex: 1; }
.quiet { color: #555; font-size: 9pt; }
table { width: 100%; border-collapse: collapse; margin-bottom: 6mm; }
th, td { text-align: left; vertical-align: top; padding: 1.2mm 2mm 1.2mm 0; }
th { border-bottom: .4mm solid #888; font-size: 9pt; }
td { border-bottom: .2mm solid #ddd; }
tr { break-inside: avoid; }
.number { text-align: right; white-space: nowrap; }
.sums { margin-left: auto; width: 90mm; }
.box { width: 5mm; height: 5mm; border: .3mm solid #000; display: inline-block; }
.barcode { display: block; width: 62mm; height: 14mm; }
.small .barcode { width: 44mm; height: 9mm; }
p { margin: 0 0 2mm; white-space: pre-line; }
.logo { display: block; width: 60mm; height: 17mm; margin-bottom: 5mm; }
.source { position: absolute; }
`

/** The policy of these pages: their one style sheet, and pictures that are in the page itself. */
export const printPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * A page for print of these parts of HTML, each of which begins on a sheet of its own, below the logo.
 * @param logo a JPEG. It is in the page once, however many sheets show it.
 */
export function printedPage(
  title: string,
  sheets: readonly string[],
  locale: string,
  logo: Uint8Array | null = null,
): string {
  const shown = logo === null ? '' : '<svg class="logo"><use href="#logo"/></svg>\n'
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body>
${logo === null ? '' : logoSource(logo)}${sheets.map((sheet) => `<main>\n${shown}${sheet}\n</main>`).join('\n')}
</body>
</html>
`
}

function logoSource(logo: Uint8Array): string {
  const data = `data:image/jpeg;base64,${Buffer.from(logo).toString('base64')}`
  const picture = `<image id="logo" href="${data}" width="100%" height="100%" preserveAspectRatio="xMinYMin meet"/>`
  return `<svg class="source" width="0" height="0" aria-hidden="true"><defs>${picture}</defs></svg>\n`
}

/** Lines of text, escaped. What is written from right to left turns nothing around beside it. */
export function textLines(lines: readonly string[]): string {
  return lines.map((line) => escapeHtml(isolate(line.replace(/\p{Bidi_Control}/gu, '')))).join('<br>')
}

/** A table; the columns of `numbers` are aligned to the right. Its head is text, its cells are HTML. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  numbers: readonly number[],
  className = '',
): string {
  const cell = (tag: string) => (html: string, index: number) =>
    `<${tag}${numbers.includes(index) ? ' class="number"' : ''}>${html}</${tag}>`
  const headRow = head.length === 0 ? '' : `<thead><tr>${head.map(escapeHtml).map(cell('th')).join('')}</tr></thead>`
  const body = rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>`).join('\n')
  return `<table${className && ` class="${className}"`}>${headRow}<tbody>${body}</tbody></table>`
}
