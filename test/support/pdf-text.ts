import { inflateSync } from 'node:zlib'

/** Text of one font at one place of a page. */
export interface PdfRun {
  page: number
  x: number
  y: number
  size: number
  font: string
  /** Numbers of the glyphs in the font. 0: none, a box. */
  glyphs: number[]
  /** What is selected there. */
  text: string
}

/** The text of a PDF of pdfkit as its fonts map its glyphs to characters. */
export function readPdfText(pdf: Uint8Array): PdfRun[] {
  const objects = new Map(
    [
      ...Buffer.from(pdf)
        .toString('latin1')
        .matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm),
    ].map(([, id = '', body = '']) => [id, body] as const),
  )
  const streamOf = (id = ''): string => {
    const [, head = '', data = ''] = /^([\s\S]*?)stream\n([\s\S]*?)\nendstream/.exec(objects.get(id) ?? '') ?? []
    const bytes = Buffer.from(data, 'latin1')
    return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
  }
  const refIn = (body: string, name: string) => new RegExp(`/${name} \\[?(\\d+) 0 R`).exec(body)?.[1]
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\n/.test(body))
  return pages.flatMap((page, index) => {
    const fonts = new Map(
      [...(objects.get(refIn(page, 'Resources') ?? '') ?? '').matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
        ([, name = '', id = '']) => {
          const font = objects.get(id) ?? ''
          const named = /\/BaseFont \/(\S+)/.exec(font)?.[1] ?? ''
          return [name, { named, characters: readMap(streamOf(refIn(font, 'ToUnicode'))) }] as const
        },
      ),
    )
    return readContent(streamOf(refIn(page, 'Contents')), fonts).map((run) => ({ page: index, ...run }))
  })
}

/** The lines of a page from above, as the eye reads them from left to right. */
export function linesOf(runs: readonly PdfRun[]): string[] {
  const byPlace = new Map<string, PdfRun[]>()
  for (const run of runs) {
    const place = `${run.page} ${Math.round(run.y)}`
    byPlace.set(place, [...(byPlace.get(place) ?? []), run])
  }
  return [...byPlace.values()].map((line) =>
    line
      .toSorted((one, other) => one.x - other.x)
      .map(({ text }) => text)
      .join(''),
  )
}

function readMap(cmap: string): string[] {
  const characters: string[] = []
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[(.*?)\]/g))
    for (const [offset, [, hex = '']] of [...list.matchAll(/<(.*?)>/g)].entries())
      characters[Number.parseInt(first, 16) + offset] = Buffer.from(hex.replaceAll(' ', ''), 'hex')
        .swap16()
        .toString('utf16le')
  return characters
}

function readContent(content: string, fonts: ReadonlyMap<string, { named: string; characters: string[] }>) {
  return [...content.matchAll(/BT\n([\s\S]*?)\nET/g)].map(([, block = '']) => {
    const [, x, y] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? []
    const [, name = '', size] = /\/(F\d+) (\S+) Tf/.exec(block) ?? []
    const { named = '', characters = [] } = fonts.get(name) ?? {}
    const shown = [...block.matchAll(/<([0-9a-f]*)>/g)].map(([, hex = '']) => hex).join('')
    const glyphs = (shown.match(/.{4}/g) ?? []).map((hex) => Number.parseInt(hex, 16))
    const text = glyphs.map((glyph) => characters[glyph] ?? '').join('')
    return { x: Number(x), y: Number(y), size: Number(size), font: named, glyphs, text }
  })
}
