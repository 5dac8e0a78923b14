import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import subsetFont from 'subset-font'
import { type OpenedFont, openFont } from './shaped-font.ts'

/** A font file, or a part of a family that has too many glyphs for one file. */
export interface FontPart {
  file: string
  /** First and last code points. */
  ranges: readonly (readonly [number, number])[]
  /** Not a variable font: it has one weight. */
  isStatic: boolean
}

export type Weight = 'regular' | 'bold'

const base = '@expo-google-fonts/noto-sans'
/** Noto Sans has Latin, Greek, Cyrillic and Devanagari. It is there from the start. */
const baseFiles = {
  regular: `${base}/400Regular/NotoSans_400Regular.ttf`,
  bold: `${base}/600SemiBold/NotoSans_600SemiBold.ttf`,
}

const scripts = [
  ...['arabic', 'armenian', 'bengali', 'ethiopic', 'georgian', 'gujarati', 'gurmukhi', 'hebrew', 'kannada', 'khmer'],
  ...['lao', 'malayalam', 'myanmar', 'sinhala', 'tamil', 'telugu', 'thai', 'symbols'],
]
/** Packages with the parts of them that have the letters of their script; undefined: all parts are of it. */
const families: readonly (readonly [name: string, parts: readonly string[] | undefined])[] = [
  ...scripts.map((script) => [`@fontsource-variable/noto-sans-${script}`, [script]] as const),
  ['@fontsource/noto-sans-symbols-2', ['symbols', 'math', 'braille']],
  ['@fontsource-variable/noto-emoji', undefined],
]

export const regions = ['sc', 'tc', 'jp', 'kr'] as const
/** Whose forms of Chinese characters are drawn: of China, Taiwan and Hong Kong, Japan, Korea. */
export type Region = (typeof regions)[number]

/** Some hundred kilobytes each. Those of all Chinese characters are 400. */
const opened = new LRUCache<string, Promise<OpenedFont>>({ max: 150 })
const known = new Map<string, Promise<FontPart[]>>()

/** The files of a family that may have a character, those of scripts and symbols first, then those of the region. */
export async function partsFor(codePoint: number, region: Region): Promise<FontPart[]> {
  const order = [region, ...regions.filter((other) => other !== region)]
  const all = [...families, ...order.map((one) => [`@fontsource-variable/noto-sans-${one}`, undefined] as const)]
  const parts = await Promise.all(all.map(([family, names]) => partsOf(family, names)))
  return parts.flat().filter(({ ranges }) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last))
}

function partsOf(family: string, names: readonly string[] | undefined): Promise<FontPart[]> {
  const found = known.get(family) ?? readParts(family, names)
  known.set(family, found)
  return found
}

async function readParts(family: string, names: readonly string[] | undefined): Promise<FontPart[]> {
  const ranges = JSON.parse(await readFile(pathOf(`${family}/unicode.json`), 'utf8')) as Record<string, string>
  const [scope, name] = family.split('/')
  const isStatic = scope === '@fontsource'
  return Object.entries(ranges)
    .filter(([part]) => names === undefined || names.includes(part))
    .map(([part, list]) => ({
      file: `${family}/files/${name}-${part.replace(/[[\]]/g, '')}-${isStatic ? '400' : 'wght'}-normal.woff2`,
      ranges: list.split(',').map((range) => {
        const [first = '', last = first] = range.replace('U+', '').split('-')
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
      }),
      isStatic,
    }))
}

export function openBase(weight: Weight): Promise<OpenedFont> {
  return open(`noto-sans ${weight}`, () => readFile(pathOf(baseFiles[weight])))
}

export function openPart({ file, isStatic }: FontPart, weight: Weight): Promise<OpenedFont> {
  return open(isStatic ? file : `${file} ${weight}`, async () =>
    subsetFont(await readFile(pathOf(file)), undefined, {
      ...{ targetFormat: 'truetype', keepAllGlyphs: true },
      ...(isStatic ? {} : { variationAxes: { wght: weight === 'bold' ? 600 : 400 } }),
    }),
  )
}

function open(key: string, read: () => Promise<Uint8Array>): Promise<OpenedFont> {
  const name = key.replace(/^.*\/|-wght-normal|-400-normal|\.woff2/g, '').replaceAll(/\W+/g, '-')
  const font = opened.get(key) ?? read().then((bytes) => openFont(bytes, name))
  opened.set(key, font)
  return font
}

function pathOf(file: string): string {
  return fileURLToPath(import.meta.resolve(file))
}
