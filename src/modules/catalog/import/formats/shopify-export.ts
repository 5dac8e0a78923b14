import { standardClass } from '#src/modules/taxes/index.ts'
import { csvLine } from '#src/platform/lib/csv.ts'
import { toMajor } from '#src/platform/lib/money.ts'
import { htmlToText, isHtml } from '#src/platform/rich-text/index.ts'
import type { ExportedPicture, ExportedProduct } from '../../listing/own-queries.ts'
import { shownOfGroup } from '../../products/group-pictures.ts'
import { addressOf } from '../exported-pictures.ts'
import { SkuRegister } from '../sku-register.ts'
import { untaxedClasses } from './tax-classes.ts'

type Cell = string | number | boolean | null

/** A picture of a product, with its position. */
interface ShopifyImage {
  url: string
  alt: string | null
  position: number
}

/** Columns of a product file (help.shopify.com, "Using CSV files"), by what tells of the product and of a variant. */
const ofProduct: Record<string, (row: ExportedProduct) => Cell> = {
  Title: ({ group_name, name }) => group_name ?? name,
  'Body (HTML)': ({ description, description_html: html }) =>
    html ?? (description === null ? null : toHtml(description)),
  Vendor: ({ brand }) => brand,
  Type: ({ category }) => category,
  Tags: ({ tags }) => tags.map((tag) => tag.replaceAll(',', '\\,')).join(', '),
  Published: (row) => statusOf(row) === 'active',
  'Gift Card': ({ gift_card }) => gift_card,
  'SEO Title': ({ seo_title }) => seo_title,
  'SEO Description': ({ seo_description }) => seo_description,
  Status: (row) => statusOf(row),
}

/** The pictures of a product stand one in a row; what is more than its variants has rows of its own. */
const ofImage: Record<string, (image: ShopifyImage) => Cell> = {
  'Image Src': ({ url }) => url,
  'Image Position': ({ position }) => position,
  'Image Alt Text': ({ alt }) => alt,
}

const ofVariant: Record<string, (row: ExportedProduct, first: ExportedProduct) => Cell> = {
  ...option(0),
  ...option(1),
  ...option(2),
  'Variant SKU': ({ sku }) => sku,
  'Variant Grams': ({ weight_grams }) => weight_grams,
  'Variant Inventory Tracker': () => 'shopify',
  'Variant Inventory Qty': ({ on_hand }) => on_hand,
  'Variant Inventory Policy': () => 'deny',
  'Variant Fulfillment Service': () => 'manual',
  'Variant Price': ({ price_minor, currency }) => toMajor(price_minor, currency),
  'Variant Compare At Price': ({ compare_at_minor: minor, currency }) =>
    minor === null ? null : toMajor(minor, currency),
  'Cost per item': ({ unit_cost_minor: minor, currency }) => (minor === null ? null : toMajor(minor, currency)),
  'Variant Requires Shipping': ({ requires_shipping }) => requires_shipping,
  'Variant Taxable': ({ tax_class }) => !untaxedClasses.has(tax_class),
  // Read again here; Shopify takes it for a code of a tax service, if the shop has one.
  'Variant Tax Code': ({ tax_class }) =>
    tax_class === standardClass || untaxedClasses.has(tax_class) ? null : tax_class,
  'Unit Price Total Measure': ({ unit_pricing }) => unit_pricing?.measure.value ?? null,
  'Unit Price Total Measure Unit': ({ unit_pricing }) => shopifyUnit(unit_pricing?.measure.unit),
  'Unit Price Base Measure': ({ unit_pricing }) => unit_pricing?.base.value ?? null,
  'Unit Price Base Measure Unit': ({ unit_pricing }) => shopifyUnit(unit_pricing?.base.unit),
  'Variant Barcode': ({ gtin }) => gtin,
  'Variant Image': (row) =>
    row.group_id === null ? null : ((ownAddresses(row)[0] ?? tiedAddresses(row)[0])?.url ?? row.image_url),
}

const shopifyUnit = (unit: string | undefined) => (unit === 'ct' ? 'item' : (unit ?? null))

const titles = ['Handle', ...[ofProduct, ofVariant, ofImage].flatMap((columns) => Object.keys(columns))]

/** A plain product has the one option and value that stand for none. */
function option(index: number): Record<string, (row: ExportedProduct, first: ExportedProduct) => Cell> {
  const cell = (row: ExportedProduct, part: 0 | 1) => {
    if (row.group_id === null) return index > 0 ? null : part === 0 ? 'Title' : 'Default Title'
    return optionsOf(row)[index]?.[part] ?? null
  }
  return {
    [`Option${index + 1} Name`]: (row, first) => (row === first ? cell(row, 0) : null),
    [`Option${index + 1} Value`]: (row) => cell(row, 1),
  }
}

/** The options of a variant, in the order of its group. */
export function optionsOf({ varies_by, options }: ExportedProduct): [name: string, value: string][] {
  return (varies_by ?? []).map((name) => [name, options[name] ?? ''])
}

const statusOf = ({ group_status, status }: ExportedProduct) => group_status ?? status

/**
 * A file that Shopify reads: the rows of a group stand together, where its oldest variant is. Variants that are not
 * active are left out, since Shopify would sell them.
 */
export async function* shopifyFile(
  pages: AsyncIterable<ExportedProduct[]>,
  variantsOf: (groupId: string) => Promise<ExportedProduct[]>,
): AsyncGenerator<string> {
  const written = new SkuRegister()
  yield csvLine(titles)
  for await (const rows of pages) {
    let lines = ''
    for (const row of rows) {
      if (row.group_id === null) lines += linesOf([row])
      else if (written.enter(row.group_id, 1) === undefined) {
        const variants = await variantsOf(row.group_id)
        yield lines + linesOf(variants.filter(({ status }) => status === 'active'))
        lines = ''
      }
    }
    if (lines !== '') yield lines
  }
}

function linesOf(rows: readonly ExportedProduct[]): string {
  const [first] = rows
  if (first === undefined) return ''
  const images = imagesOf(rows)
  const blank = (columns: object) => Object.keys(columns).map(() => null)
  const imageCells = (image: ShopifyImage | undefined) =>
    Object.values(ofImage).map((cell) => (image === undefined ? null : cell(image)))
  const handle = first.slug ?? first.id
  const lines = rows.map((row, index) => {
    const product = Object.values(ofProduct).map((cell) => (index === 0 ? cell(row) : null))
    const variant = Object.values(ofVariant).map((cell) => cell(row, first))
    return csvLine([handle, ...product, ...variant, ...imageCells(images[index])])
  })
  const further = images
    .slice(rows.length)
    .map((image) => csvLine([handle, ...blank(ofProduct), ...blank(ofVariant), ...imageCells(image)]))
  return [...lines, ...further].join('')
}

/** Those of the product; a variant has one picture there, so its others are the product's. */
function imagesOf(rows: readonly ExportedProduct[]): ShopifyImage[] {
  const [first] = rows
  if (first === undefined) return []
  const ofAll =
    first.group_id === null
      ? [
          ...ownAddresses(first),
          ...(first.own_pictures === null && first.image_url !== null ? [image(first.image_url)] : []),
        ]
      : [...(first.group_pictures ?? []).flatMap(imageOf), ...rows.flatMap((row) => ownAddresses(row).slice(1))]
  const once = new Map(ofAll.map((one) => [one.url, one]))
  return [...once.values()].map((one, index) => ({ ...one, position: index + 1 }))
}

const image = (url: string, alt: string | null = null) => ({ url, alt })
const imageOf = (picture: ExportedPicture) => addressOf(picture).map((url) => image(url, picture.alt))
/** Pictures of the group that are shown for a value of the variant alone. */
function tiedAddresses({ group_pictures, group_media_options: tied, options }: ExportedProduct) {
  const isTied = ({ id }: ExportedPicture) => Object.hasOwn(tied ?? {}, id)
  return shownOfGroup((group_pictures ?? []).filter(isTied), tied ?? {}, options).flatMap(imageOf)
}

const ownAddresses = ({ own_pictures }: ExportedProduct) => (own_pictures ?? []).flatMap(imageOf)

/** With line ends as HTML has them, if the text can be read back from it. */
function toHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const html = escaped.replaceAll('\n', '<br>')
  return htmlToText(html) === text || isHtml(text) ? html : text
}
