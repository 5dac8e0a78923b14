import {
  type FoundPictures,
  type NamedPicture,
  selectShown,
  selectTextPictures,
  type TextPicture,
  textFile,
} from '#src/modules/media/index.ts'
import type { Transaction } from '#src/platform/db/transaction.ts'
import {
  addressesInHtml,
  failedAddress,
  foreignPicture,
  maxBytes,
  pictureIdAt,
  type ShownPicture,
  waitingAddress,
  waitingInHtml,
  withPictures,
} from '#src/platform/rich-text/index.ts'
import type { ParsedRow } from './import-rows.ts'
import { pictureFault } from './picture-fault.ts'
import type { RowError } from './queries.ts'

const fieldOf = ({ htmlField = 'description_html' }: ParsedRow) => htmlField
/** Of a text, those that are fetched. */
const maxFetched = 100

/** A text with the first row that has it; all variants of a group may have one. */
interface PicturedText {
  row: ParsedRow
  /** Addresses, with what each picture shows. */
  addresses: ReadonlyMap<string, string | null>
  /** Those of them that are fetched, or were. */
  foreign: ReadonlySet<string>
}

export interface PicturedTexts {
  /** By their HTML. */
  texts: ReadonlyMap<string, PicturedText>
  /** Ids of the shop's pictures that they show at the shop's addresses. */
  own: ReadonlySet<string>
  named: NamedPicture[]
}

const htmlOf = ({ product }: ParsedRow) => product?.description_html ?? ''

/** The pictures in the texts of rows. Of texts without pictures nothing is asked. */
export async function readTexts(
  transaction: Transaction,
  merchantId: string,
  rows: readonly ParsedRow[],
): Promise<PicturedTexts> {
  const found = new Map<string, { row: ParsedRow; addresses: Map<string, string | null> }>()
  for (const row of rows) {
    const html = htmlOf(row)
    if (html.includes('<img ') && !found.has(html)) found.set(html, { row, addresses: addressesInHtml(html) })
  }
  const ids = [...found.values()].flatMap(({ addresses }) =>
    [...addresses.keys()].flatMap((src) => pictureIdAt(src) ?? []),
  )
  const own = await selectShown(transaction, merchantId, [...new Set(ids)])
  const isForeign = (src: string) => !isIn(own, src) && foreignPicture(src) !== undefined
  const texts = new Map(
    [...found].map(([html, text]) => {
      const foreign = [...text.addresses.keys()].filter(isForeign).slice(0, maxFetched)
      return [html, { ...text, foreign: new Set(foreign) }] as const
    }),
  )
  return { texts, own, named: [...texts.values()].flatMap(namedIn) }
}

const isIn = (own: ReadonlySet<string>, src: string) => own.has(pictureIdAt(src) ?? '')

function namedIn({ row: text, addresses, foreign }: PicturedText): NamedPicture[] {
  const { row, sku, product } = text
  return [...foreign].map((url) => {
    const alt = addresses.get(url)?.slice(0, 500).toWellFormed() ?? null
    return { url, alt, row, sku: product?.sku ?? sku, field: fieldOf(text) }
  })
}

/** The rows with texts that show pictures of the shop alone, those that are fetched included. */
export async function withTextPictures(
  transaction: Transaction,
  merchantId: string,
  rows: readonly ParsedRow[],
  { texts, own }: PicturedTexts,
  found: FoundPictures,
): Promise<{ rows: readonly ParsedRow[]; found: FoundPictures; warnings: RowError[] }> {
  if (texts.size === 0) return { rows, found, warnings: [] }
  const fetched = [...texts.values()].flatMap(({ foreign }) => [...foreign].flatMap((src) => found.ids.get(src) ?? []))
  const pictures = await selectTextPictures(transaction, merchantId, [...new Set(fetched)])
  const warnings: RowError[] = []
  const written = new Map<string, string>()
  for (const [html, text] of texts) {
    const find = (src: string): ShownPicture => {
      if (isIn(own, src)) return 'kept'
      const picture = text.foreign.has(src) ? pictures.get(found.ids.get(src) ?? '') : undefined
      return picture === undefined ? 'left out' : shownAs(picture, found)
    }
    const result = within(html, find)
    written.set(html, result.html)
    for (const src of text.addresses.keys()) {
      const reason = result.isCut && text.foreign.has(src) ? tooLong : reasonOf(src, find(src), text, found)
      const { row, sku, product } = text.row
      if (reason !== undefined)
        warnings.push({ row, sku: product?.sku ?? sku, field: fieldOf(text.row), message: pictureFault(src, reason) })
    }
  }
  const waiting = [...written.values()].flatMap((html) => waitingInHtml(html))
  return {
    rows: rows.map((row) => withText(row, written.get(htmlOf(row)))),
    found: { ...found, owned: [...new Set([...found.owned, ...own])], waiting: [...new Set(waiting)] },
    warnings,
  }
}

/** One that has failed before comes into the text once a fetch succeeds, so that the same file changes nothing. */
function shownAs(picture: TextPicture, { anew }: FoundPictures): ShownPicture {
  const { id } = picture
  return textFile(picture) ?? { src: anew.has(id) ? failedAddress(id) : waitingAddress(id) }
}

/** Addresses of the shop may be longer than those of a file. */
function within(html: string, find: (src: string) => ShownPicture): { html: string; isCut: boolean } {
  const whole = withPictures(html, find)
  if (Buffer.byteLength(whole) <= maxBytes) return { html: whole, isCut: false }
  return { html: withPictures(html, (src) => (find(src) === 'kept' ? 'kept' : 'left out')), isCut: true }
}

const tooLong = 'is left out: with it the text would have more than 100,000 bytes'

function reasonOf(
  src: string,
  shown: ShownPicture,
  { foreign }: PicturedText,
  { refused }: FoundPictures,
): string | undefined {
  if (shown !== 'left out') return undefined
  if (foreign.has(src)) return refused.get(src) ?? 'is left out'
  if (foreignPicture(src) === undefined) return 'is of another shop: it was left out'
  return `is not fetched: a text has at most ${maxFetched} pictures of elsewhere`
}

function withText(row: ParsedRow, html: string | undefined): ParsedRow {
  const { product } = row
  if (product === undefined || html === undefined || html === product.description_html) return row
  if (html === '') return { ...row, product: { ...product, description: null, description_html: null } }
  return { ...row, product: { ...product, description_html: html } }
}
