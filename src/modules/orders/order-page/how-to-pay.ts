import type { HowToPay } from '#src/modules/payment-methods/index.ts'
import { renderText } from '#src/platform/http/pages/frame.ts'
import { clean, escapeHtml } from '#src/platform/mail/index.ts'

/** What a buyer is told who pays the shop itself; empty for all others. */
export function renderHowToPay(payment: HowToPay | undefined): string {
  if (payment === undefined) return ''
  const { title, instructions, facts } = payment
  const list = clean(facts).map(
    ({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  )
  return [
    `<h2>${escapeHtml(clean(title))}</h2>`,
    ...(instructions === null ? [] : instructions.split('\n').map((text) => renderText(clean(text)))),
    `<dl class="facts">${list.join('')}</dl>`,
  ].join('\n')
}
