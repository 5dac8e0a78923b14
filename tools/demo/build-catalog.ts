/**
 * Builds `packages/demo-shop/products.ndjson` from the "Online Retail" transactions (source and licence: its README):
 * `node tools/demo/build-catalog.ts <transactions.csv>`. Same file in, same bytes out.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { categoryOf } from './categories.ts'

export interface Line {
  InvoiceNo: string
  StockCode: string
  Description: string
  Quantity: string
  UnitPrice: string
  Country: string
}

export interface DemoProduct {
  sku: string
  name: string
  description: string
  category: string
  /** GBP, major units, at most two decimals. */
  price: number
  on_hand: number
}

export interface LeftOut {
  reason: string
  codes: number
  lines: number
  examples: string[]
}

const maximumStock = 500
const stockCode = /^(?:\d{5}[A-Z]{0,2}|DCGS\d{4}[A-Z]*)$/

const serviceCodes: [pattern: RegExp, reason: string][] = [
  [/^(?:POST|DOT|C2)$/, 'code for postage or carriage'],
  [/^(?:BANK CHARGES|AMAZONFEE|CRUK)$/, 'code for a bank or marketplace fee'],
  [/^(?:D|M|S|B|ADJUST\d*|TEST\d*|PADS)$/, 'code for a discount, sample, manual or test entry'],
  [/^GIFT_/, 'code for a gift voucher'],
]

const noteWords =
  'adjust\\w*|amazon|check\\w*|damage[sd]?|dotcom|ebay|faulty|found|lost|missing|mixed up|sold|test|thrown|wet|wrong'
const stockKeepersNote = new RegExp(`^(?:${noteWords})(?: \\w+)?$`, 'i')

/** Why a description names no product, or undefined where it does. */
export function noteReason(description: string): string | undefined {
  const text = description.trim()
  if (text === '') return 'no description'
  if (/\?/.test(text)) return 'a question mark for a description'
  if (stockKeepersNote.test(text) || !/[A-Z]/.test(text)) return "stock keeper's note (damaged, check, amazon ...)"
  return undefined
}

/** Applied in order to the upper-cased text, before its words are cased. */
const phraseRepairs: [pattern: RegExp, replacement: string][] = [
  [/\s+/g, ' '],
  [/^[\s*.,-]+|[\s.,-]+$/g, ''],
  [/\bC\/COVER\b/g, 'CUSHION COVER'],
  [/\bB'FLY\b/g, 'BUTTERFLY'],
  [/\bP'WEIGHT\b/g, 'PAPERWEIGHT'],
  [/\bB'DRAW\b/g, 'DRAWER'],
  [/\bBLK\/WHIT\b/g, 'BLACK/WHITE'],
  [/ W\/KNIF & S$/, ' WITH KNIFE'],
  [/\bW\/(?=[A-Z])/g, 'WITH '],
  [/(?<=[A-Z]{3})\.\s*/g, ' '],
  [/\bNECKL\s?(?=\d)/g, 'NECKLACE '],
  [/\b(?:SET ?\/?|SET OF ?|S\/)(\d+)\b(?! PIECE)/g, 'SET OF $1'],
  [/\bPACK(?: OF |\/| )(\d+)\b/g, 'PACK OF $1'],
  [/(\d+)LIGHT\b/g, '$1 LIGHT'],
  [/(\d+)(?:CM)?X(\d+)CM\b/g, '$1x$2CM'],
  [/\s*,\s*/g, ', '],
  [/\s*\+\s*/g, ' + '],
  [/(?<=[A-Z])\(/g, ' ('],
  [/(?<=\d)"(?=[A-Z])/g, '" '],
  [/(?<=[A-Z])"(?=[A-Z])/g, ' "'],
  [/ -(?=[A-Z])/g, ' '],
]

const wordRepairs = new Map(
  `ASS:assorted ASST:assorted ASSTD:assorted ANT:antique COL:colour DEC:decoration DES:design DIA:diamond GARLD:garland
  HLDR:holder MED:medium MULTICOL:multicolour NECKL:necklace PC:piece RECT:rectangular RND:round TURQ:turquoise W:with
  BEA:beads BUTTERFL:butterfly CAND:candle CANDL:candle CHAR:charm FLOWE:flower MONTAN:montana NECKLAC:necklace
  RASPBERR:raspberry STR:strap TURQUOIS:turquoise ARTIIFCIAL:artificial BUDAH:buddha BUTTERFILES:butterflies
  CINAMMON:cinnamon FRAPPUCINO:frappuccino FUSCHIA:fuchsia LAQUERED:lacquered PAISELY:paisley PANNETONE:panettone
  SANDLEWOOD:sandalwood SILOUETTE:silhouette STRAWBERY:strawberry STRAWBRY:strawberry TASSLE:tassel UTILTY:utility
  BAROQUECANDLESTICK:baroque_candlestick BLACKCHRISTMAS:black_christmas CHOCOLATECANDLE:chocolate_candle
  DRAWERKNOB:drawer_knob PINKWHITE:pink_white SMALLFOLKART:small_folkart SQUARECUSHION:square_cushion
  STOPMETAL:stop_metal VIPPASSPORT:vip_passport`
    .split(/\s+/)
    .map((pair): [string, string] => {
      const [from = '', to = ''] = pair.split(':')
      return [from, to.replace('_', ' ').toUpperCase()]
    }),
)

const smallWords = new Set('A AND AT BY DE DU EN FOR FROM IN OF ON OR THE TO WITH'.split(' '))
const capitals = /^(?:3D|CD|LED|TV|US|VIP|WC|(?:[A-Z]\.)+[A-Z]?|[A-Z]\d)$/
const measure = /^\d[\d.]*(?:x\d+)?(?:CM|MM|G|KG|ML|C|'S)$/

function caseWord(word: string, standsAlone: boolean): string {
  if (capitals.test(word)) return word
  if (measure.test(word) || (standsAlone && smallWords.has(word))) return word.toLowerCase()
  return /^\d/.test(word) ? word : word.charAt(0) + word.slice(1).toLowerCase()
}

/** "SET/3  ROSE T-LIGHT HOLDER." becomes "Set of 3 Rose T-Light Holder". */
export function readableName(description: string): string {
  let text = description.toUpperCase()
  for (const [pattern, replacement] of phraseRepairs) text = text.replace(pattern, replacement)
  return text
    .replace(/[A-Z]+/g, (word, at: number) =>
      /['\d]/.test(text[at - 1] ?? '') ? word : (wordRepairs.get(word) ?? word),
    )
    .replace(/[A-Z0-9][A-Zx0-9.']*/g, (word, at: number, whole: string) =>
      caseWord(word, at > 0 && whole[at - 1] === ' ' && whole[at + word.length] === ' '),
    )
    .replace(" 'N' ", " 'n' ")
    .trim()
}

/** The value with the most votes; `rank` decides between equals (negative: the first one wins). */
function mode<Value>(values: Iterable<Value>, rank: (a: Value, b: Value) => number): Value | undefined {
  const votes = new Map<Value, number>()
  for (const value of values) votes.set(value, (votes.get(value) ?? 0) + 1)
  return [...votes].sort(([a, countA], [b, countB]) => countB - countA || rank(a, b))[0]?.[0]
}

const lowerFirst = (a: number, b: number) => a - b
const higherFirst = (a: number, b: number) => b - a
/** The longer name says more, and the data cuts names at 35 characters; code units settle the rest. */
const fullerFirst = (a: string, b: string) => b.length - a.length || (a < b ? -1 : 1)

const isPriced = (line: Line) => Number(line.UnitPrice) > 0
const isSale = (line: Line) => isPriced(line) && Number(line.Quantity) > 0

/**
 * The mode over the lines; of two equals the higher, since the lower is the bulk price. Undefined without any price.
 */
export function usualPrice(lines: Line[]): number | undefined {
  const prices = lines.filter((line) => isPriced(line) && /^\d+(?:\.\d{1,2})?$/.test(line.UnitPrice))
  return mode(
    prices.map((line) => Number(line.UnitPrice)),
    higherFirst,
  )
}

/** Units sold less units returned, held between 0 and 500. Lines without a price are write-offs and do not count. */
export function stockFrom(lines: Line[]): number {
  const units = lines.filter(isPriced).reduce((sum, line) => sum + Number(line.Quantity), 0)
  return Math.min(maximumStock, Math.max(0, units))
}

const numberWords = 'zero one two three four five six seven eight nine ten eleven'.split(' ')

function habit(quantity: number): string {
  if (quantity === 2) return 'as a pair'
  if (quantity === 12) return 'by the dozen'
  return `${numberWords[quantity] ?? quantity} at a time`
}

function standing(orders: number): string {
  if (orders >= 40) return 'A best seller'
  if (orders >= 15) return 'A firm favourite'
  if (orders >= 5) return 'A steady choice'
  return orders >= 2 ? 'A quieter find' : 'A rare find'
}

/** One sentence, every word of it counted from the sales lines: orders, countries and the usual quantity. */
export function describeSales(lines: Line[]): string {
  const sales = lines.filter(isSale)
  const orders = new Set(sales.map((line) => line.InvoiceNo)).size
  if (orders === 0) return 'Back on the shelf after a return.'
  const countries = new Set(sales.map((line) => line.Country).filter((country) => country !== '')).size
  const usualQuantity =
    mode(
      sales.map((line) => Number(line.Quantity)),
      lowerFirst,
    ) ?? 1
  const times = ['', 'once', 'twice'][orders] ?? `${numberWords[orders] ?? orders} times`
  const reach = countries > 1 ? ` by shoppers in ${numberWords[countries] ?? countries} countries` : ''
  // One at a time goes without saying.
  const amount = usualQuantity === 1 ? '' : `, ${orders > 1 ? 'most often ' : ''}${habit(usualQuantity)}`
  return `${standing(orders)}: picked ${times} this season${reach}${amount}.`
}

function codeReason(sku: string): string | undefined {
  if (stockCode.test(sku)) return undefined
  return serviceCodes.find(([pattern]) => pattern.test(sku))?.[1] ?? 'code of unknown form'
}

/** The product of one stock code, or the reason there is none. */
function productOf(sku: string, lines: Line[]): DemoProduct | string {
  const unwanted = codeReason(sku)
  if (unwanted !== undefined) return unwanted
  const named = lines.filter((line) => noteReason(line.Description) === undefined)
  const name = mode(
    named.map((line) => readableName(line.Description)),
    fullerFirst,
  )
  if (name === undefined) return noteReason(lines[0]?.Description ?? '') ?? 'no description'
  const price = usualPrice(named)
  if (price === undefined) return 'never sold at a price'
  return { sku, name, description: describeSales(named), category: categoryOf(name), price, on_hand: stockFrom(named) }
}

export function buildCatalog(lines: Line[]): { products: DemoProduct[]; leftOut: LeftOut[]; mergedVariants: number } {
  const bySku = Map.groupBy(lines, (line) => line.StockCode.trim().toUpperCase())
  const products: DemoProduct[] = []
  const leftOut = new Map<string, LeftOut>()
  const leave = (reason: string, codes: number, count: number, example: string) => {
    const entry = leftOut.get(reason) ?? { reason, codes: 0, lines: 0, examples: [] }
    leftOut.set(reason, entry)
    entry.codes += codes
    entry.lines += count
    if (entry.examples.length < 3 && !entry.examples.includes(example)) entry.examples.push(example)
  }
  for (const [sku, own] of [...bySku].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const product = productOf(sku, own)
    if (typeof product === 'string') leave(product, 1, own.length, sku)
    else {
      products.push(product)
      // A kept code may still carry notes among its lines; those lines are counted, not the code.
      for (const line of own) {
        const reason = noteReason(line.Description)
        if (reason !== undefined) leave(reason, 0, 1, line.Description.trim() || sku)
      }
    }
  }
  const spellings = new Set(lines.map((line) => line.StockCode.trim())).size
  return { products, leftOut: [...leftOut.values()], mergedVariants: spellings - bySku.size }
}

function report({ products, leftOut, mergedVariants }: ReturnType<typeof buildCatalog>): string {
  const rows = leftOut
    .toSorted((a, b) => b.codes - a.codes || b.lines - a.lines)
    .map((row) => [row.reason, String(row.codes), String(row.lines), row.examples.join(', ')])
  const counts = [...Map.groupBy(products, (product) => product.category)]
    .map(([category, members]): [string, number] => [category, members.length])
    .sort(([, a], [, b]) => b - a)
    .map(([category, count]) => [category, String(count), `${((100 * count) / products.length).toFixed(1)} %`, ''])
  const table = [
    ['left out', 'codes', 'lines', 'for example'],
    ...rows,
    ['', '', '', ''],
    ['category', 'products', '', ''],
    ...counts,
  ]
  const print = ([a = '', b = '', c = '', d = '']: string[]) =>
    `${a.padEnd(54)}${b.padStart(9)}${c.padStart(8)}  ${d}`.trimEnd()
  return `${products.length} products, ${mergedVariants} case variants merged\n\n${table.map(print).join('\n')}\n`
}

async function main(csvPath: string | undefined): Promise<void> {
  if (csvPath === undefined) {
    process.stderr.write('usage: node tools/demo/build-catalog.ts <online-retail.csv>\n')
    process.exitCode = 2
    return
  }
  const lines: Line[] = parse(await readFile(csvPath, 'utf8'), { columns: true, bom: true })
  const catalog = buildCatalog(lines)
  await mkdir(new URL('./', import.meta.url), { recursive: true })
  const ndjson = catalog.products.map((product) => `${JSON.stringify(product)}\n`).join('')
  await writeFile(new URL('../../packages/demo-shop/products.ndjson', import.meta.url), ndjson)
  process.stdout.write(report(catalog))
}

if (import.meta.main) await main(process.argv[2])
