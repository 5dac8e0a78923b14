import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import type { FrozenInvoice } from '../invoice.ts'
import { type Worded, wordsOf } from './words.ts'

/** Noto Sans (OFL-1.1) has Latin, Greek and Cyrillic; only the used glyphs are embedded. */
const fonts = {
  regular: fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf')),
  bold: fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf')),
}

const margin = 56
/** Points of A4. */
const [width, height] = [595.28, 841.89]
const right = width - margin
const bottom = height - margin - 20

/** An invoice on A4, as PDF/A-3 with text that can be selected. */
export async function renderPdf(invoice: FrozenInvoice): Promise<Buffer> {
  const words = wordsOf(invoice)
  const at = new Date(`${invoice.issue_date}T12:00:00Z`)
  const document = new PDFDocument({
    ...{ size: 'A4', margin, bufferPages: true, pdfVersion: '1.7', subset: 'PDF/A-3b', tagged: true, lang: 'en' },
    info: { Title: `${words.title} ${invoice.number}`, Author: invoice.seller.name, CreationDate: at, ModDate: at },
    font: fonts.regular,
  })
  document.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold)
  const whole = buffer(document)
  writeHead(document, words)
  writeLines(document, words)
  writeSums(document, words)
  numberPages(document, `${words.title} ${invoice.number}`)
  document.end()
  return whole
}

type Document = InstanceType<typeof PDFDocument>

function writeHead(document: Document, { title, facts, seller, buyer }: Worded): void {
  document.font('bold').fontSize(20).text(title, margin, margin)
  let y = margin + 4
  for (const [name, value] of facts) {
    document.font('regular').fontSize(9).fillColor('#555').text(name, 330, y, { width: 80 })
    document.fillColor('#000').text(value, 415, y, { width: right - 415 })
    y = document.y + 2
  }
  const top = Math.max(y, margin + 70)
  const ends = [
    ['From', seller, margin],
    ['To', buyer, 330],
  ].map(([label, lines, x]) => {
    document
      .font('bold')
      .fontSize(9)
      .fillColor('#555')
      .text(label as string, x as number, top)
    document.font('regular').fillColor('#000')
    for (const line of lines as string[]) document.text(line, { width: 210 })
    return document.y
  })
  document.y = Math.max(...ends) + 24
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

function writeLines(document: Document, { columns, rows }: Worded): void {
  const places = placesOf(columns)
  const head = () => {
    document.font('bold').fontSize(9)
    writeRow(document, columns, places)
    rule(document)
    document.font('regular')
  }
  head()
  for (const row of rows) {
    if (document.y + heightOf(document, row, places) > bottom) {
      document.addPage()
      head()
    }
    writeRow(document, row, places)
  }
  rule(document)
}

function heightOf(document: Document, row: readonly string[], places: readonly { width: number }[]): number {
  return (
    Math.max(
      ...row.map((text, index) => document.heightOfString(text || ' ', { width: (places[index]?.width ?? 60) - 6 })),
    ) + 5
  )
}

function writeRow(document: Document, row: readonly string[], places: readonly { x: number; width: number }[]): void {
  const y = document.y
  const high = heightOf(document, row, places)
  for (const [index, text] of row.entries()) {
    const { x, width: wide } = places[index] ?? { x: margin, width: 60 }
    if (index === 0) document.text(text, x, y, { width: wide - 6 })
    else document.text(text, x + 6, y, { width: wide - 6, align: 'right' })
  }
  document.y = y + high
}

function rule(document: Document): void {
  document.moveTo(margin, document.y).lineTo(right, document.y).lineWidth(0.5).strokeColor('#999').stroke()
  document.y += 5
}

function writeSums(document: Document, { taxes, totals, remarks }: Worded): void {
  const sums = (rows: readonly (readonly string[])[], from: number) => {
    const wide = (right - from) / (rows[0]?.length ?? 1)
    const places = (rows[0] ?? []).map((_, index) => ({ x: from + index * wide, width: wide }))
    for (const row of rows) {
      if (document.y + 20 > bottom) document.addPage()
      writeRow(document, row, places)
    }
  }
  document.y += 6
  document.fontSize(9)
  sums([['Tax', 'Taxable', 'Amount'], ...taxes], 255)
  document.y += 6
  for (const row of totals) {
    document.font(/^Total|^To pay/.test(row[0]) ? 'bold' : 'regular')
    sums([row], 255)
  }
  document.font('regular').moveDown(2)
  for (const remark of remarks) document.text(remark, margin, document.y, { width: right - margin }).moveDown(0.4)
}

function numberPages(document: Document, name: string): void {
  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    document.switchToPage(page)
    // The footer lies in the margin, where text would begin another page.
    document.page.margins.bottom = 0
    document.font('regular').fontSize(8).fillColor('#555')
    const y = height - margin + 10
    document.text(`${name} · ${page + 1} / ${count}`, margin, y, {
      width: right - margin,
      align: 'right',
      lineBreak: false,
    })
  }
}
