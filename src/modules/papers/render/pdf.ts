import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { qrCode } from '#src/platform/lib/qr-code.ts'
import type { FrozenInvoice } from '../invoice.ts'
import { type Letters, openLetters, type Style } from './letters.ts'
import { type ColumnKey, transferOf, type Worded, wordsOf } from './words.ts'

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
export async function renderPdf(invoice: FrozenInvoice, logo: Uint8Array | null = null): Promise<RenderedPdf> {
  const words = wordsOf(invoice)
  const at = new Date(`${invoice.issue_date}T12:00:00Z`)
  const document = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    lang: words.locale,
    info: { Title: `${words.title} ${invoice.number}`, Author: invoice.seller.name, CreationDate: at, ModDate: at },
    // None of its own, which it would take for some of these.
    font: '',
  })
  const whole = buffer(document)
  const countries = [invoice.buyer, invoice.seller].flatMap(({ address }) => address?.country ?? [])
  const texts = {
    all: allTexts(words),
    bold: allTexts([words.title, words.from, words.to, words.columns, words.totals]),
  }
  const sheet = { document, letters: await openLetters(document, texts, countries), y: margin }
  if (logo !== null) drawLogo(sheet, logo)
  writeHead(sheet, words)
  writeLines(sheet, words)
  writeSums(sheet, words)
  writeCode(sheet, words.scan, transferOf(invoice))
  numberPages(sheet, `${words.title} ${invoice.number}`)
  document.end()
  const pdf = await whole
  const { missing } = sheet.letters
  return missing.size === 0 ? { pdf, missing: null } : { pdf: null, missing: [...missing].join('') }
}

function allTexts(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(allTexts) : []
}

/** The largest box that a logo takes. */
const logoBox: [width: number, height: number] = [170, 48]

function drawLogo(sheet: Sheet, logo: Uint8Array): void {
  sheet.document.image(Buffer.from(logo), margin, margin, { fit: logoBox })
  sheet.y += logoBox[1] + 14
}

function writeHead(sheet: Sheet, { title, from, to, facts, seller, buyer }: Worded): void {
  const { document, letters } = sheet
  letters.write(title, { x: margin, y: sheet.y, width: 320 - margin }, { size: 20, weight: 'bold' })
  const start = sheet.y
  let y = start + 4
  for (const [name, value] of facts) {
    document.fillColor(quiet)
    const below = letters.write(name, { x: 330, y, width: 80 }, regular)
    document.fillColor('#000')
    y = Math.max(below, letters.write(value, { x: 415, y, width: right - 415 }, regular)) + 2
  }
  const top = Math.max(y, start + 70)
  const writeParty = (label: string, lines: readonly string[], x: number) => {
    document.fillColor(quiet)
    let below = letters.write(label, { x, y: top, width: 210 }, bold)
    document.fillColor('#000')
    for (const line of lines) below = letters.write(line, { x, y: below, width: 210 }, regular)
    return below
  }
  sheet.y = Math.max(writeParty(from, seller, margin), writeParty(to, buyer, 330)) + 24
}

/** Widths of the columns; the first takes the rest. */
const widths: Partial<Record<ColumnKey, number>> = {
  quantity: 50,
  unitPrice: 75,
  priceWithTax: 80,
  discount: 65,
  tax: 45,
  net: 75,
  amountWithTax: 85,
}

function placesOf(columns: Worded['columns']): { x: number; width: number }[] {
  const fixed = columns.slice(1).map(({ key }) => widths[key] ?? 60)
  const first = right - margin - fixed.reduce((sum, one) => sum + one, 0)
  return [first, ...fixed].map((one, index, all) => ({
    x: margin + all.slice(0, index).reduce((sum, each) => sum + each, 0),
    width: one,
  }))
}

function writeLines(sheet: Sheet, { columns, rows }: Worded): void {
  const places = placesOf(columns)
  const names = columns.map(({ name }) => name)
  const head = () => {
    writeRow(sheet, names, places, bold)
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

function writeSums(sheet: Sheet, { taxColumns, taxes, totals, remarks }: Worded): void {
  const sums = (rows: readonly (readonly string[])[], from: number, style: Style) => {
    const wide = (right - from) / (rows[0]?.length ?? 1)
    const places = (rows[0] ?? []).map((_, index) => ({ x: from + index * wide, width: wide }))
    for (const row of rows) {
      if (sheet.y + 20 > bottom) addPage(sheet)
      writeRow(sheet, row, places, style)
    }
  }
  sheet.y += 6
  if (taxes.length > 0) {
    sums([taxColumns, ...taxes], 255, regular)
    sheet.y += 6
  }
  for (const { name, value, isStrong } of totals) sums([[name, value]], 255, isStrong ? bold : regular)
  const line = sheet.letters.heightOf(' ', right, regular)
  sheet.y += 2 * line
  for (const remark of remarks) {
    if (sheet.y + sheet.letters.heightOf(remark, right - margin, regular) > bottom) addPage(sheet)
    sheet.y = sheet.letters.write(remark, { x: margin, y: sheet.y, width: right - margin }, regular) + 0.4 * line
  }
}

/** Points of a module of a QR code: of 41, with its margin, 35 mm. */
const module = 2

function writeCode(sheet: Sheet, scan: string | null, text: string | undefined): void {
  if (scan === null || text === undefined) return
  const { document, letters } = sheet
  const rows = qrCode(text)
  const side = rows.length * module
  if (sheet.y + side > bottom) addPage(sheet)
  const { y } = sheet
  document.fillColor('#000')
  for (const [down, row] of rows.entries())
    for (const [across, isDark] of row.entries())
      if (isDark) document.rect(margin + across * module, y + down * module, module, module)
  document.fill()
  letters.write(scan, { x: margin + side, y: y + side / 2, width: right - margin - side }, regular)
  sheet.y = y + side
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
