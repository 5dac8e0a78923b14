import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { FrozenInvoice } from '../invoice.ts'
import { type Letters, openLetters, type Style } from './letters.ts'
import { type Worded, wordsOf } from './words.ts'

const margin = 56
/** Points of A4. */
const [width, height] = [595.28, 841.89]
const right = width - margin
const bottom = height - margin - 20

const regular: Style = { size: 9, weight: 'regular' }
const bold: Style = { size: 9, weight: 'bold' }
const quiet = '#555'

/** The page and how far down it is written. */
interface Sheet {
  document: InstanceType<typeof PDFDocument>
  letters: Letters
  y: number
}

/** A PDF, or none: the characters of the invoice that no font has. */
export type RenderedPdf = { pdf: Buffer; missing: null } | { pdf: null; missing: string }

/** An invoice on A4, as PDF/A-3 with text that can be selected. */
export async function renderPdf(invoice: FrozenInvoice): Promise<RenderedPdf> {
  const words = wordsOf(invoice)
  const at = new Date(`${invoice.issue_date}T12:00:00Z`)
  const document = new PDFDocument({
    ...{ size: 'A4', margin, bufferPages: true, pdfVersion: '1.7', subset: 'PDF/A-3b', tagged: true, lang: 'en' },
    info: { Title: `${words.title} ${invoice.number}`, Author: invoice.seller.name, CreationDate: at, ModDate: at },
    // None of its own, which it would take for some of these.
    font: '',
  })
  const whole = buffer(document)
  const countries = [invoice.buyer, invoice.seller].flatMap(({ address }) => address?.country ?? [])
  const texts = { all: textsIn(words), bold: textsIn([words.title, words.columns, words.totals]) }
  const sheet = { document, letters: await openLetters(document, texts, countries), y: margin }
  writeHead(sheet, words)
  writeLines(sheet, words)
  writeSums(sheet, words)
  numberPages(sheet, `${words.title} ${invoice.number}`)
  document.end()
  const pdf = await whole
  const { missing } = sheet.letters
  return missing.size === 0 ? { pdf, missing: null } : { pdf: null, missing: [...missing].join('') }
}

function textsIn(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsIn) : []
}

function writeHead(sheet: Sheet, { title, facts, seller, buyer }: Worded): void {
  const { document, letters } = sheet
  letters.write(title, { x: margin, y: margin, width: 320 - margin }, { size: 20, weight: 'bold' })
  let y = margin + 4
  for (const [name, value] of facts) {
    document.fillColor(quiet)
    const below = letters.write(name, { x: 330, y, width: 80 }, regular)
    document.fillColor('#000')
    y = Math.max(below, letters.write(value, { x: 415, y, width: right - 415 }, regular)) + 2
  }
  const top = Math.max(y, margin + 70)
  const writeParty = (label: string, lines: readonly string[], x: number) => {
    document.fillColor(quiet)
    let below = letters.write(label, { x, y: top, width: 210 }, bold)
    document.fillColor('#000')
    for (const line of lines) below = letters.write(line, { x, y: below, width: 210 }, regular)
    return below
  }
  sheet.y = Math.max(writeParty('From', seller, margin), writeParty('To', buyer, 330)) + 24
}

/** Widths of the columns; the first takes the rest. */
const widths: Record<string, number> = {
  ...{ Quantity: 50, 'Unit price': 75, 'Price with tax': 80, Discount: 65, Tax: 45, Net: 75, 'Amount with tax': 85 },
}

function placesOf(columns: readonly string[]): { x: number; width: number }[] {
  const fixed = columns.slice(1).map((column) => widths[column] ?? 60)
  const first = right - margin - fixed.reduce((sum, one) => sum + one, 0)
  return [first, ...fixed].map((one, index, all) => ({
    x: margin + all.slice(0, index).reduce((sum, each) => sum + each, 0),
    width: one,
  }))
}

function writeLines(sheet: Sheet, { columns, rows }: Worded): void {
  const places = placesOf(columns)
  const head = () => {
    writeRow(sheet, columns, places, bold)
    rule(sheet)
  }
  head()
  for (const row of rows) {
    if (sheet.y + heightOf(sheet, row, places, regular) > bottom) {
      addPage(sheet)
      head()
    }
    writeRow(sheet, row, places, regular)
  }
  rule(sheet)
}

function addPage(sheet: Sheet): void {
  sheet.document.addPage()
  sheet.y = margin
}

function heightOf(
  { letters }: Sheet,
  row: readonly string[],
  places: readonly { width: number }[],
  style: Style,
): number {
  const heights = row.map((text, index) => letters.heightOf(text || ' ', (places[index]?.width ?? 60) - 6, style))
  return Math.max(...heights) + 5
}

function writeRow(
  sheet: Sheet,
  row: readonly string[],
  places: readonly { x: number; width: number }[],
  style: Style,
): void {
  const { y, letters } = sheet
  for (const [index, text] of row.entries()) {
    const { x, width: wide } = places[index] ?? { x: margin, width: 60 }
    if (index === 0) letters.write(text, { x, y, width: wide - 6 }, style)
    else letters.write(text, { x: x + 6, y, width: wide - 6, align: 'right' }, style)
  }
  sheet.y = y + heightOf(sheet, row, places, style)
}

function rule(sheet: Sheet): void {
  const { document, y } = sheet
  document.moveTo(margin, y).lineTo(right, y).lineWidth(0.5).strokeColor('#999').stroke()
  sheet.y += 5
}

function writeSums(sheet: Sheet, { taxes, totals, remarks }: Worded): void {
  const sums = (rows: readonly (readonly string[])[], from: number, style: Style) => {
    const wide = (right - from) / (rows[0]?.length ?? 1)
    const places = (rows[0] ?? []).map((_, index) => ({ x: from + index * wide, width: wide }))
    for (const row of rows) {
      if (sheet.y + 20 > bottom) addPage(sheet)
      writeRow(sheet, row, places, style)
    }
  }
  sheet.y += 6
  sums([['Tax', 'Taxable', 'Amount'], ...taxes], 255, regular)
  sheet.y += 6
  for (const row of totals) sums([row], 255, /^Total|^To pay/.test(row[0]) ? bold : regular)
  const line = sheet.letters.heightOf(' ', right, regular)
  sheet.y += 2 * line
  for (const remark of remarks) {
    if (sheet.y + sheet.letters.heightOf(remark, right - margin, regular) > bottom) addPage(sheet)
    sheet.y = sheet.letters.write(remark, { x: margin, y: sheet.y, width: right - margin }, regular) + 0.4 * line
  }
}

function numberPages({ document, letters }: Sheet, name: string): void {
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    document.switchToPage(page)
    // The footer lies in the margin, where text would begin another page.
    document.page.margins.bottom = 0
    document.fillColor(quiet)
    const place = { x: margin, y: height - margin + 10, width: right - margin, align: 'right' } as const
    letters.write(`${name} · ${page + 1} / ${count}`, place, { size: 8, weight: 'regular' })
  }
}
