import type { HowToPay } from '#src/modules/payment-methods/index.ts'
import { renderText } from '#src/platform/http/pages/frame.ts'
import { qrCode, qrPath } from '#src/platform/lib/qr-code.ts'
import { clean, escapeHtml } from '#src/platform/mail/index.ts'

/** What a buyer is told who pays the shop itself; empty for all others. */
export function renderHowToPay(payment: HowToPay | undefined): string {
  if (payment === undefined) return ''
  const { title, instructions, facts, code } = payment
  const list = clean(facts).map(
    ({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  )
  return [
    `<h2>${escapeHtml(clean(title))}</h2>`,
    ...(instructions === null ? [] : instructions.split('\n').map((text) => renderText(clean(text)))),
    `<dl class="facts">${list.join('')}</dl>`,
    ...(code === undefined ? [] : [renderText(code.scan), renderCode(code.text, code.scan)]),
  ].join('\n')
}

/** Dark on light, whatever the colours of the page. */
function renderCode(text: string, label: string): string {
  const rows = qrCode(text)
  const box = `viewBox="0 0 ${rows.length} ${rows.length}" width="200" height="200" shape-rendering="crispEdges"`
  return `<p><svg role="img" aria-label="${escapeHtml(label)}" ${box}><rect width="100%" height="100%" fill="#fff"/>
<path d="${qrPath(rows)}" fill="#000"/></svg></p>`
}
