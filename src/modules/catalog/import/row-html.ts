import { cleanHtml, htmlFault, notKeptOf, readHtml } from '#src/platform/rich-text/index.ts'
import { maxWrittenLength, withOneDescription } from '../products/descriptions.ts'
import type { ProductValues } from '../products/schemas.ts'

type Row = ProductValues & { sku: string }

const ofFiles = { foreignPictures: true }

/** The values of a row with the HTML that the shop keeps, and what it does not keep, in words. */
export function withKeptHtml(given: Row): { values: Row; notKept: readonly string[] } {
  const values = withOneDescription(given)
  const { description_html: html, ...others } = values
  if (!html) return { values, notKept: [] }
  if (htmlFault(html, ofFiles) === undefined)
    return { values: { ...values, description_html: cleanHtml(html, ofFiles).html }, notKept: notKeptOf(html) }
  const read = readHtml(html)
  const text = read.text.slice(0, maxWrittenLength).toWellFormed()
  const description = read.html === null ? { description: text } : { description_html: read.html }
  return { values: { ...others, ...description }, notKept: read.notKept }
}
