import JsBarcode from 'jsbarcode'
import { escapeHtml } from '#src/platform/mail/templates/render-html.ts'

/** Code 128, which any scanner reads. */
export function barcode(text: string): string {
  const into: { encodings?: { data: string }[] } = {}
  JsBarcode(into, text, { format: 'CODE128' })
  const bits = (into.encodings ?? []).map(({ data }) => data).join('')
  // The standard asks for ten empty modules on both sides.
  const bars = [...bits.matchAll(/1+/g)].map(({ 0: bar, index }) => `M${index + 10} 0h${bar.length}v1h-${bar.length}z`)
  return (
    `<svg class="barcode" role="img" aria-label="Barcode ${escapeHtml(text)}" xmlns="http://www.w3.org/2000/svg" ` +
    `viewBox="0 0 ${bits.length + 20} 1" preserveAspectRatio="none" shape-rendering="crispEdges">` +
    `<path d="${bars.join('')}"/></svg>`
  )
}
