import { create, type Font as FontFile } from 'fontkit'
import { Blob, BufferFlag, ClusterLevel, Direction, Face, Font, Buffer as GlyphBuffer, shape } from 'harfbuzzjs'

/** A glyph that shows some characters. */
interface ShapedGlyph {
  /** Of the glyph with these characters: a glyph that shows others elsewhere has another id there. */
  id: number
  /** Its number in the font; 0: the font has no glyph for the character. */
  index: number
  advanceWidth: number
  /** What is selected, searched and read aloud. */
  codePoints: number[]
}

interface Position {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
}

interface ShapedRun {
  glyphs: readonly ShapedGlyph[]
  positions: readonly Position[]
}

/** A font that pdfkit embeds. HarfBuzz shapes its text: fontkit, which pdfkit has, fails at scripts of India. */
export interface ShapedFont {
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
  has(codePoint: number): boolean
  /** The glyphs of a text of one script and one direction, in the order of the eye. */
  layout(text: string, features?: readonly string[]): ShapedRun & { readonly advanceWidth: number }
  /** How far the glyphs of a text reach above and below its line. */
  reachOf(text: string, features: readonly string[]): { top: number; bottom: number }
}

/** The feature that says: from right to left. */
export const rightToLeft = 'rtlm'

export interface OpenedFont {
  file: FontFile
  font: Font
  name: string
}

/** Reads a TrueType file. pdfkit takes fonts of the same name for the same font. */
export function openFont(bytes: Uint8Array, name: string): OpenedFont {
  return { file: create(bytes as Buffer) as FontFile, font: new Font(new Face(new Blob(bytes))), name }
}

/** The font for one document: what it has shaped is kept as long as that. */
export function forDocument({ file, font, name }: OpenedFont): ShapedFont {
  const shaped = new Map<string, ShapedRun>()
  const numbered = createNumbers()
  const shapeOnce = (text: string, features: readonly string[]): ShapedRun => {
    const isRightToLeft = features.includes(rightToLeft)
    const key = `${isRightToLeft}${text}`
    const shapedText = shaped.get(key) ?? shapeText(font, text, isRightToLeft, numbered.idOf)
    shaped.set(key, shapedText)
    return shapedText
  }
  const { unitsPerEm, ascent, descent, lineGap } = file
  const own: ShapedFont & { createSubset(): unknown; postscriptName: string } = {
    postscriptName: name,
    // fontkit looks them up anew each time.
    unitsPerEm,
    ascent,
    descent,
    lineGap,
    has: (codePoint) => file.hasGlyphForCodePoint(codePoint),
    layout(text, features = []) {
      const { glyphs, positions } = shapeOnce(text, features)
      // pdfkit changes the unit of positions in place.
      const copies = positions.map((position) => ({ ...position }))
      return {
        glyphs,
        positions: copies,
        get advanceWidth() {
          return copies.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
        },
      }
    },
    reachOf(text, features) {
      const { glyphs, positions } = shapeOnce(text, features)
      let [top, bottom] = [0, 0]
      for (const [at, { index }] of glyphs.entries()) {
        const { yBearing = 0, height = 0 } = font.glyphExtents(index) ?? {}
        const shift = positions[at]?.yOffset ?? 0
        top = Math.max(top, yBearing + shift)
        bottom = Math.min(bottom, yBearing + height + shift)
      }
      return { top, bottom }
    },
    createSubset: () => numbered.subsetOf(file),
  }
  return Object.create(file, Object.getOwnPropertyDescriptors(own)) as ShapedFont
}

/** Numbers of glyphs with the characters that they show. */
function createNumbers() {
  const ids = new Map<string, number>()
  /** By id. 0 is the glyph for what a font has not. */
  const indexes = [0]
  return {
    idOf(index: number, codePoints: readonly number[]): number {
      const key = `${index} ${codePoints}`
      const id = index === 0 ? 0 : (ids.get(key) ?? indexes.push(index) - 1)
      ids.set(key, id)
      return id
    },
    /** The subset that pdfkit embeds. A glyph is in it once for each text that it shows: a PDF keeps one of each. */
    subsetOf(file: FontFile) {
      const subset = file.createSubset() as unknown as { glyphs: number[]; encode(): Uint8Array }
      const included = new Map([[0, 0]])
      return {
        includeGlyph(id: number): number {
          const place = included.get(id) ?? subset.glyphs.push(indexes[id] ?? 0) - 1
          included.set(id, place)
          return place
        },
        encode: () => subset.encode(),
      }
    },
  }
}

/** One for all texts: what HarfBuzz holds is freed some time after it is left. */
const buffer = new GlyphBuffer()

function shapeText(
  font: Font,
  text: string,
  isRightToLeft: boolean,
  idOf: (index: number, codePoints: readonly number[]) => number,
): ShapedRun {
  buffer.reset()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  buffer.setDirection(isRightToLeft ? Direction.RTL : Direction.LTR)
  buffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS)
  buffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES)
  shape(font, buffer)
  const infos = buffer.getGlyphInfos()
  const positions = buffer.getGlyphPositions()
  const widths = infos.map(({ codepoint }) => font.glyphHAdvance(codepoint))
  const characters = charactersOf(text, infos, widths)
  const glyphs = infos.map(({ codepoint: index }, at) => {
    const codePoints = characters[at] ?? []
    return { id: idOf(index, codePoints), index, advanceWidth: widths[at] ?? 0, codePoints }
  })
  return { glyphs, positions }
}

/** The characters that each glyph shows. The widest glyph of a cluster has all of its characters. */
function charactersOf(text: string, infos: readonly { cluster: number }[], widths: readonly number[]): number[][] {
  const result: number[][] = infos.map(() => [])
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((one, other) => one - other)
  const widest = new Map<number, number>()
  for (const [at, { cluster }] of infos.entries()) {
    const best = widest.get(cluster)
    if (best === undefined || (widths[at] ?? 0) > (widths[best] ?? 0)) widest.set(cluster, at)
  }
  for (const [order, start] of starts.entries()) {
    const characters = [...text.slice(order === 0 ? 0 : start, starts[order + 1])]
    result[widest.get(start) ?? 0] = characters.map((character) => character.codePointAt(0) ?? 0)
  }
  return result
}
