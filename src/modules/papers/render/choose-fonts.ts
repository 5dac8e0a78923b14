import { type FontPart, partsFor, type Region } from './fonts.ts'
import { clustersOf, type Piece } from './runs.ts'
import type { ShapedFont } from './shaped-font.ts'

/** Noto Sans, for what it has and for what no font has. */
export const baseFont = 'base'
/** The same font: runs of Devanagari are shaped apart from those of Latin. */
const devanagariFont = 'base devanagari'
const devanagari = /\p{Script=Devanagari}/u
/** HarfBuzz leaves these out, and makes the spaces. */
const ignorable = /^[\p{Default_Ignorable_Code_Point}\p{Zs}]+$/u
/** Letters of Noto Sans that stand alone, and from left to right. */
const plain = /^[\x20-\u02ff\u1e00-\u1eff\u2010-\u2022\u20ac]*$/

export function isPlain(text: string): boolean {
  return plain.test(text)
}

export function fileOf(font: string): string {
  return font === devanagariFont ? baseFont : font
}

/** Finds the fonts for texts, then splits texts by them. */
export interface FontChoice {
  prepare(text: string): Promise<void>
  split(text: string): Piece[]
}

/**
 * @param countries those whose forms of Chinese characters the texts have, the first first
 * @param open opens a font in all its weights, and returns one of them
 */
export function chooseFonts(
  base: ShapedFont,
  countries: readonly string[],
  open: (part: FontPart) => Promise<ShapedFont>,
): FontChoice {
  const pieces = new Map<string, readonly Piece[]>()

  /** A font that has all of these characters, undefined if none has. */
  async function fontFor(text: string, region: Region): Promise<string | undefined> {
    const points = [...text].filter((character) => !ignorable.test(character)).map(pointOf)
    const [first] = points
    if (first === undefined || points.every(base.has)) return devanagari.test(text) ? devanagariFont : baseFont
    for (const part of await partsFor(first, region)) if (points.every((await open(part)).has)) return part.file
    return undefined
  }

  /** As it is, else in its composed form, else each character in a font of its own, else what it is alike to. */
  async function piecesFor(cluster: string, region: Region): Promise<Piece[]> {
    for (const text of new Set([cluster, cluster.normalize('NFC')])) {
      const font = await fontFor(text, region)
      if (font !== undefined) return [{ text, font }]
    }
    const found: Piece[] = []
    for (const character of [...cluster].filter((one) => !ignorable.test(one))) {
      const font = await fontFor(character, region)
      const alike = character.normalize('NFKC')
      if (font === undefined && alike !== character) found.push(...(await piecesFor(alike, region)))
      else found.push({ text: character, font: font ?? baseFont })
    }
    return found
  }

  return {
    async prepare(text) {
      const region = regionOf(text, countries)
      for (const cluster of clustersOf(text))
        if (!pieces.has(region + cluster)) pieces.set(region + cluster, await piecesFor(cluster, region))
    },
    split(text) {
      const region = regionOf(text, countries)
      return clustersOf(text).flatMap((cluster) => pieces.get(region + cluster) ?? [{ text: cluster, font: baseFont }])
    },
  }
}

export function pointOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

const regionOfCountry: Record<string, Region> = { CN: 'sc', SG: 'sc', TW: 'tc', HK: 'tc', MO: 'tc', JP: 'jp', KR: 'kr' }

/** Its own letters tell, else where buyer and seller are. */
function regionOf(text: string, countries: readonly string[]): Region {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jp'
  if (/\p{Script=Hangul}/u.test(text)) return 'kr'
  return countries.map((country) => regionOfCountry[country]).find((region) => region !== undefined) ?? 'sc'
}
