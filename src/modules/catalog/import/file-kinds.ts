import { invalid } from '#src/platform/lib/errors.ts'

/** Signatures of files that are not text tables, with advice for the sender. */
const magic: [bytes: readonly number[], kind: string, remedy: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an Excel file (.xlsx), or another zip archive', 'save it as CSV, and send that'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an Excel file (.xls)', 'save it as CSV, and send that'],
  [[0x1f, 0x8b], 'a file compressed by gzip', 'unpack it, and send what is in it'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF', 'send CSV or NDJSON'],
]

/**
 * Refuses a file whose first bytes contradict its content type.
 * @throws AppError VALIDATION_ERROR
 */
export function refuseOtherKind(bytes: Buffer, expected: 'csv' | 'ndjson'): void {
  const known = magic.find(([start]) => start.every((byte, index) => bytes[index] === byte))
  if (known) throw looksLike(known[1], known[2])
  const first = textOf(bytes)[0]
  if (first === '[') throw looksLike('a JSON array', 'send one product a line, as application/x-ndjson')
  if (first === '{' && expected === 'csv') throw looksLike('NDJSON', 'send it as application/x-ndjson')
  if (first === '<') throw looksLike('XML or HTML', 'send CSV or NDJSON')
}

function looksLike(kind: string, remedy: string) {
  return invalid({ field: 'body', message: `looks like ${kind}: ${remedy}` })
}

/** Strips the byte order mark, the zeros of UTF-16 and blanks. */
function textOf(bytes: Buffer): string {
  const start = bytes.subarray(0, 64).toString('latin1')
  return start
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '')
    .replaceAll('\0', '')
    .trimStart()
}

/** Product exports of other systems, identified by some of their columns, in lower case. */
const exports: [system: string, ...columns: string[]][] = [
  ['Shopify', 'handle', 'title', 'variant price'],
  ['Shopify', 'handle', 'option1 name', 'option1 value'],
  ['Shopify', 'url handle', 'title'],
  ['WooCommerce', 'sku', 'regular price', 'published'],
  ['WooCommerce', 'type', 'name', 'regular price'],
  ['WooCommerce', 'visibility in catalog'],
  ['WooCommerce', 'sichtbarkeit im katalog'],
  ['Magento', 'sku', 'attribute_set_code', 'product_type'],
  ['PrestaShop', 'product id', 'active (0/1)'],
  ['PrestaShop', 'id', 'active (0/1)'],
  ['BigCommerce', 'product code/sku', 'product name'],
  ['BigCommerce', 'item', 'current stock'],
  ['Wix', 'handleid', 'fieldtype'],
  ['Squarespace', 'product id [non editable]'],
  ['Shopware', 'product_number', 'parent_id'],
  ['Shopware', 'productnumber', 'translations.default.name'],
  ['OpenCart', 'product_id', 'model', 'quantity'],
  ['Ecwid', 'product_internal_id', 'product_name'],
  ['Square', 'reference handle', 'item name'],
  ['Square', 'token', 'item name', 'variation name'],
  ['Etsy', 'title', 'currency_code', 'materials'],
  ['eBay', 'custom label (sku)', 'title'],
  ['Amazon', 'item_sku', 'item_name'],
  ['Amazon', 'seller-sku', 'item-name'],
  ['Google Merchant Center', 'id', 'title', 'link', 'availability'],
]

/** The system whose product export has such a header. */
export function systemOf(titles: readonly string[]): string | undefined {
  const present = new Set(titles.map((title) => title.toLowerCase()))
  return exports.find(([, ...columns]) => columns.every((column) => present.has(column)))?.[0]
}
