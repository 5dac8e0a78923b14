import type PDFDocument from 'pdfkit'
import { baseFont, chooseFonts, fileOf, isPlain, pointOf } from './choose-fonts.ts'
import { type FontPart, openBase, openPart, type Weight } from './fonts.ts'
import { clustersOf, levelsOf, type Run, runsOf, stopsOf } from './runs.ts'
import { forDocument, type OpenedFont, rightToLeft, type ShapedFont } from './shaped-font.ts'

type Document = InstanceType<typeof PDFDocument>

export interface Style {
  size: number
  weight: Weight
}

interface Place {
  x: number
  y: number
  width: number
  align?: 'left' | 'right'
}

/** Writes texts of any script into a document. */
export interface Letters {
  /** Characters that were written and that no font has. */
  missing: ReadonlySet<string>
  /** Breaks the text into lines. Returns where it ends below. */
  write(text: string, place: Place, style: Style): number
  heightOf(text: string, width: number, style: Style): number
}

interface Line {
  /** In the order of the eye. */
  runs: readonly Run[]
  width: number
}

/**
 * @param texts all that will be written, and what of it is bold: their fonts are opened
 * @param countries those whose forms of Chinese characters the texts have, the first first
 */
export async function openLetters(
  document: Document,
  texts: { all: readonly string[]; bold: readonly string[] },
  countries: readonly string[],
): Promise<Letters> {
  const fonts = new Map<string, ShapedFont>()
  const missing = new Set<string>()
  const lines = new Map<string, readonly Line[]>()

  async function open(file: string, weight: Weight, read: () => Promise<OpenedFont>): Promise<ShapedFont> {
    const name = `${file} ${weight}`
    const font = fonts.get(name) ?? forDocument(await read())
    fonts.set(name, font)
    // pdfkit takes what lays out text for a font; its types do not say so.
    document.registerFont(name, font as never)
    return font
  }

  function fontOf(name: string, weight: Weight): ShapedFont {
    const font = fonts.get(`${fileOf(name)} ${weight}`)
    if (font === undefined) throw new Error(`the font ${name} is not open`)
    return font
  }

  const base = await open(baseFont, 'regular', () => openBase('regular'))
  await open(baseFont, 'bold', () => openBase('bold'))
  const parts = new Map<string, FontPart>()
  const choice = chooseFonts(base, countries, (part) => {
    parts.set(part.file, part)
    return open(part.file, 'regular', () => openPart(part, 'regular'))
  })
  for (const text of texts.all) if (!isPlain(text)) await choice.prepare(cleaned(text))
  for (const { font } of texts.bold.flatMap((text) => (isPlain(text) ? [] : choice.split(cleaned(text))))) {
    const part = parts.get(font)
    if (part !== undefined) await open(part.file, 'bold', () => openPart(part, 'bold'))
  }

  function widthOf(runs: readonly Run[], { size, weight }: Style): number {
    return runs.reduce((sum, { text, font, level }) => {
      const file = fontOf(font, weight)
      return sum + (file.layout(text, featuresOf(level)).advanceWidth / file.unitsPerEm) * size
    }, 0)
  }

  function linesOf(text: string, width: number, style: Style): readonly Line[] {
    const key = JSON.stringify([text, width, style.size, style.weight])
    const made =
      lines.get(key) ??
      cleaned(text)
        .split('\n')
        .flatMap((one) => breakParagraph(one, width, style))
    lines.set(key, made)
    return made
  }

  function breakParagraph(paragraph: string, width: number, style: Style): Line[] {
    const pieces = isPlain(paragraph) ? [{ text: paragraph, font: baseFont }] : choice.split(paragraph)
    const text = pieces.map((piece) => piece.text).join('')
    const levels = isPlain(paragraph) ? undefined : levelsOf(text)
    const partOf = (start: number, end: number): Line => {
      const runs = runsOf(pieces, levels, start, end)
      return { runs, width: widthOf(runs, style) }
    }
    const lineOf = (start: number, end: number) => partOf(start, start + text.slice(start, end).trimEnd().length)
    const whole = lineOf(0, text.length)
    if (whole.width <= width) return [whole]
    const made: Line[] = []
    let [start, end, used] = [0, 0, 0]
    const flush = (stop: number) => {
      if (end > start && used + lineOf(end, stop).width > width) {
        made.push(lineOf(start, end))
        start = end
        used = 0
      }
      used += partOf(end, stop).width
      end = stop
    }
    for (const stop of stopsOf(text)) {
      // A word that is too long for a line breaks at any character.
      if (lineOf(end, stop).width > width) for (const one of clustersOf(text.slice(end, stop))) flush(end + one.length)
      else flush(stop)
    }
    made.push(lineOf(start, end))
    return made
  }

  /** Lines are as high as those of Noto Sans, or as high as their glyphs. */
  function measure({ runs }: Line, { size, weight }: Style): { above: number; below: number } {
    const base = fontOf(baseFont, weight)
    let above = base.ascent / base.unitsPerEm
    let below = (base.lineGap - base.descent) / base.unitsPerEm
    for (const { text, font: name, level } of runs) {
      if (name === baseFont) continue
      const font = fontOf(name, weight)
      const { top, bottom } = font.reachOf(text, featuresOf(level))
      above = Math.max(above, top / font.unitsPerEm)
      below = Math.max(below, -bottom / font.unitsPerEm)
    }
    return { above: above * size, below: below * size }
  }

  function writeRun({ text, font: name, level }: Run, x: number, baseline: number, { size, weight }: Style): void {
    const font = fontOf(name, weight)
    const features = featuresOf(level)
    if (font.layout(text, features).glyphs.some(({ index }) => index === 0))
      for (const character of text) if (!font.has(pointOf(character))) missing.add(character)
    document.font(`${fileOf(name)} ${weight}`).fontSize(size)
    document.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic', features })
  }

  return {
    missing,
    write(text, { x, y, width, align = 'left' }, style) {
      let below = y
      for (const line of linesOf(text, width, style)) {
        const size = measure(line, style)
        let at = align === 'right' ? x + width - line.width : x
        for (const run of line.runs) {
          writeRun(run, at, below + size.above, style)
          at += widthOf([run], style)
        }
        below += size.above + size.below
      }
      return below
    },
    heightOf: (text, width, style) =>
      linesOf(text, width, style).reduce((sum, line) => {
        const { above, below } = measure(line, style)
        return sum + above + below
      }, 0),
  }
}

/** Without control characters, which have no glyphs, and without those that turn around what stands beside them. */
function cleaned(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/\p{Bidi_Control}/gu, '')
}

function featuresOf(level: number): (typeof rightToLeft)[] {
  return level % 2 === 1 ? [rightToLeft] : []
}
