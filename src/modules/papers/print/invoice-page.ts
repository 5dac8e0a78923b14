import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'
import type { FrozenInvoice } from '../invoice.ts'
import { wordsOf } from '../render/words.ts'
import { printedPage, table, textLines } from './page.ts'

/** An invoice as a page, with the words of its PDF. The logo is a JPEG. */
export function invoicePage(invoice: FrozenInvoice, logo: Uint8Array | null = null): string {
  const words = wordsOf(invoice)
  const { title, facts, seller, buyer, columns, rows, taxes, totals, remarks } = words
  const escaped = (cells: readonly string[]) => cells.map((cell) => textLines(cell.split('\n')))
  const numbers = columns.map((_, index) => index).slice(1)
  const sheet = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<div class="columns"><div><p class="quiet">${escapeHtml(words.from)}</p><p>${textLines(seller)}</p></div>`,
    `<div><p class="quiet">${escapeHtml(words.to)}</p><p>${textLines(buyer)}</p></div>`,
    `<div>${table([], facts.map(escaped), [])}</div></div>`,
    table(
      columns.map(({ name }) => name),
      rows.map(escaped),
      numbers,
    ),
    table(words.taxColumns, taxes.map(escaped), [1, 2], 'sums'),
    table(
      [],
      totals.map(({ name, value }) => escaped([name, value])),
      [1],
      'sums',
    ),
    ...remarks.map((remark) => `<p>${textLines(remark.split('\n'))}</p>`),
  ]
  return printedPage(`${title} ${invoice.number}`, [sheet.join('\n')], words.locale, logo)
}
