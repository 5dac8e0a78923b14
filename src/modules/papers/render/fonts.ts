import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { LRUCache } from 'lru-cache'
import subsetFont from 'subset-font'
import { type OpenedFont, openFont } from './shaped-font.ts'

/** A font file, or a part of a family that has too many glyphs for one file. */
export interface FontPart {
  file: string
  /** Of a family of Chinese, Japanese or Korean. */
  region: Region | undefined
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

const scripts = `
  arabic armenian bengali ethiopic georgian gujarati gurmukhi hebrew kannada khmer lao malayalam myanmar sinhala
  tamil telugu thai symbols
`
  .trim()
  .split(/\s+/)
/** Packages with the parts of them that have the letters of their script; undefined: all parts are of it. */
const families: readonly (readonly [name: string, parts: readonly string[] | undefined])[] = [
  ...scripts.map((script) => [`@fontsource-variable/noto-sans-${script}`, [script]] as const),
  ['@fontsource/noto-sans-symbols-2', ['symbols', 'math', 'braille']],
  ['@fontsource-variable/noto-emoji', undefined],
]

const regions = ['sc', 'tc', 'jp', 'kr'] as const
/** Whose forms of Chinese characters are drawn: of China, Taiwan and Hong Kong, Japan, Korea. */
export type Region = (typeof regions)[number]

/** Some hundred kilobytes each. Those of all Chinese characters are 400. */
const opened = new LRUCache<string, Promise<OpenedFont>>({ max: 150 })
let index: Promise<Map<number, FontPart[]>> | undefined

/** The files of a family that may have a character, those of scripts and symbols first, then those of the region. */
export async function partsFor(codePoint: number, region: Region): Promise<FontPart[]> {
  index ??= indexParts()
  const found = (await index).get(codePoint) ?? []
  const rank = (part: FontPart) => (part.region === undefined ? 0 : part.region === region ? 1 : 2)
  return found.toSorted((one, other) => rank(one) - rank(other))
}

async function indexParts(): Promise<Map<number, FontPart[]>> {
  const parts = await Promise.all([
    ...families.map(([family, names]) => readParts(family, names, undefined)),
    ...regions.map((region) => readParts(`@fontsource-variable/noto-sans-${region}`, undefined, region)),
  ])
  const byCodePoint = new Map<number, FontPart[]>()
  for (const { part, ranges } of parts.flat())
    for (const [first, last] of ranges)
      for (let codePoint = first; codePoint <= last; codePoint++) {
        const others = byCodePoint.get(codePoint)
        if (others === undefined) byCodePoint.set(codePoint, [part])
        else others.push(part)
      }
  return byCodePoint
}

/** The parts of a family with the code points that each may have. */
async function readParts(family: string, names: readonly string[] | undefined, region: Region | undefined) {
  const ranges = JSON.parse(await readFile(pathOf(`${family}/unicode.json`), 'utf8')) as Record<string, string>
  const [scope, name] = family.split('/')
  const isStatic = scope === '@fontsource'
  return Object.entries(ranges)
    .filter(([part]) => names === undefined || names.includes(part))
    .map(([part, list]) => ({
      part: {
        isStatic,
        region,
        file: `${family}/files/${name}-${part.replace(/[[\]]/g, '')}-${isStatic ? '400' : 'wght'}-normal.woff2`,
      },
      ranges: list.split(',').map((range) => {
        const [first = '', last = first] = range.replace('U+', '').split('-')
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
      }),
    }))
}

export function openBase(weight: Weight): Promise<OpenedFont> {
  return open(`noto-sans ${weight}`, () => readFile(pathOf(baseFiles[weight])))
}

export function openPart({ file, isStatic }: FontPart, weight: Weight): Promise<OpenedFont> {
  return open(isStatic ? file : `${file} ${weight}`, async () =>
    subsetFont(await readFile(pathOf(file)), undefined, {
      targetFormat: 'truetype',
      keepAllGlyphs: true,
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
