import type { Transaction } from '#src/platform/db/transaction.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { GroupRows, VariantRow } from '../groups/group-rows.ts'
import type { Options } from '../groups/rules.ts'
import type { Money, ProductColumns } from '../products/field.ts'
import { columnsOf } from '../products/field-values.ts'
import { allFields } from '../products/fields.ts'
import { pairFault } from '../products/gift-card-rules.ts'
import type { MediaOptions } from '../products/group-pictures.ts'
import type { ProductValues } from '../products/schemas.ts'
import type { ImportRow, ParsedRow } from './import-rows.ts'
import type { Place } from './place.ts'
import { type RowError, type StoredProduct, selectBySku, selectBySlug } from './queries.ts'

export interface AddedRow {
  row: number
  product: ImportRow
  columns: Partial<ProductColumns>
  /** The file does not say its stock. */
  uncounted: boolean
}

export interface ExistingRow extends AddedRow {
  id: string
}

/** What the rows of a chunk are about. */
export interface SortedRows {
  /** Products by themselves: those that are there, and new ones. */
  existing: ExistingRow[]
  added: AddedRow[]
  /** Variants with what they set of their groups. */
  groups: GroupRows[]
  errors: RowError[]
}

interface StoredProducts {
  bySku: ReadonlyMap<string, StoredProduct>
  bySlug: ReadonlyMap<string, StoredProduct | null>
  /** SKUs of the chunk, and slugs of its groups. */
  skus: ReadonlySet<string>
  groups: ReadonlySet<string>
  /** By its slug in another system's file, the slug of the group that some of its variants are in. */
  foreignGroups: ReadonlyMap<string, string>
}

/** What a variant does not have of its own. */
const sharedNames = allFields.filter(([, { ofGroup }]) => ofGroup === true).map(([name]) => name as keyof ProductValues)

/** Finds what each row is about: the product with its SKU, else the one with its slug, or a variant of a group. */
export async function sortRows(
  transaction: Transaction,
  merchantId: string,
  rows: readonly ParsedRow[],
  { money, uncounted }: { money: Money; uncounted: number | undefined },
): Promise<SortedRows> {
  const skus = rows.flatMap(({ product }) => product?.sku ?? [])
  const slugs = rows.flatMap(({ product, place }) => [
    ...(product?.slug == null ? [] : [product.slug]),
    ...(place?.foreign !== undefined && place.group !== undefined ? [place.group] : []),
  ])
  const bySku = await selectBySku(transaction, merchantId, skus)
  const bySlug = await selectBySlug(transaction, merchantId, slugs)
  const named = new Set(rows.flatMap(({ product, place }) => (product === undefined ? [] : (place?.group ?? []))))
  const found: StoredProducts = {
    bySku,
    bySlug,
    skus: new Set(skus),
    groups: named,
    foreignGroups: foreignGroups(rows, bySku),
  }
  const sorted: SortedRows = { existing: [], added: [], groups: [], errors: [] }
  const groups = new Map<string, { group: GroupRows; variants: VariantRow[] }>()
  for (const parsed of rows) {
    const { row, product } = parsed
    if (product === undefined) continue
    const opening = uncounted ?? parsed.opening
    const read = readRow(parsed, product, found)
    const refuse = (fault: FieldFault) => sorted.errors.push({ row, sku: product.sku, ...fault })
    if ('fault' in read) refuse(read.fault)
    else if ('variant' in read) addVariant(groups, read.slug, { ...read, variant: { ...read.variant, opening } })
    else {
      const { before, values } = read
      const columns = columnsOf(values, money)
      const fault = missing(values, before) ?? pairFault(columns, money, before)
      if (fault !== undefined) refuse(fault)
      else if (before !== undefined)
        sorted.existing.push({ row, product: values, columns, id: before.id, uncounted: false })
      else {
        const isUncounted = values.on_hand === undefined
        const counted = isUncounted && opening !== undefined ? { ...values, on_hand: opening } : values
        sorted.added.push({ row, product: counted, columns, uncounted: isUncounted })
      }
    }
  }
  sorted.groups.push(...[...groups.values()].map(({ group }) => group))
  return sorted
}

function missing(product: ImportRow, before: object | undefined): FieldFault | undefined {
  if (before !== undefined) return undefined
  const field = (['name', 'price'] as const).find((name) => product[name] === undefined)
  return field && { field, message: 'is required' }
}

type ReadRow = ReadVariant | { before: StoredProduct | undefined; values: ImportRow } | { fault: FieldFault }

interface ReadVariant {
  slug: string
  names: readonly string[]
  shared: ProductValues
  mediaOptions?: MediaOptions
  variant: VariantRow
}

function readRow(parsed: ParsedRow, product: ImportRow, found: StoredProducts): ReadRow {
  const { place, groupMedia, translations } = parsed
  const before = found.bySku.get(product.sku)
  if (place?.group !== undefined) return readVariant(parsed, product, before, slugOfGroup(place.group, place, found))
  if (before !== undefined && before.group_id !== null) {
    if (place?.foreign) return { fault: { field: 'sku', message: 'belongs to a variant of a group' } }
    const values = withoutFullName(product, before)
    const tellsOfGroup = groupMedia !== undefined || translations !== undefined
    const setsGroup = tellsOfGroup || sharedNames.some((name) => values[name] !== undefined)
    if (place === undefined && !setsGroup) return { before, values }
    return readVariant(parsed, product, before, before.slug ?? '')
  }
  if (place?.options !== undefined)
    return { fault: { field: 'group', message: 'is required for a row with options, such as linen-shirt' } }
  const ofGroup = groupMedia !== undefined && groupMedia.length > 0 ? 'group_media' : onlyOfGroups(place)
  if (ofGroup !== undefined) return { fault: { field: ofGroup, message: 'may be set only in a row with a group' } }
  return readPlain(parsed, product, before, found)
}

/** A column of a plain product's row that tells of a group. */
function onlyOfGroups(place: Place | undefined): string | undefined {
  if (place?.ofGroup.status !== undefined) return 'group_status'
  if (Object.keys(place?.ofGroup.metadata ?? {}).length > 0) return 'group_metadata'
  return place?.position === undefined ? undefined : 'position'
}

function foreignGroups(rows: readonly ParsedRow[], bySku: ReadonlyMap<string, StoredProduct>): Map<string, string> {
  return new Map(
    rows.flatMap(({ product, place }) => {
      const before = bySku.get(product?.sku ?? '')
      const isKnown = place?.foreign !== undefined && place.group !== undefined && before?.group_id != null
      return isKnown && before.slug !== null ? [[place.group ?? '', before.slug]] : []
    }),
  )
}

/**
 * Of another system's file: a group that the shop knows by SKUs keeps its slug, unless the file's leads to another one;
 * a slug that is made of a name gives way to another product's.
 */
function slugOfGroup(slug: string, { foreign }: Place, { bySlug, skus, foreignGroups }: StoredProducts): string {
  if (foreign === undefined) return slug
  const known = foreignGroups.get(slug)
  if (known !== undefined && (foreign.madeSlug || !bySlug.has(slug))) return known
  const other = foreign.madeSlug ? bySlug.get(slug) : undefined
  return other != null && other.group_id === null && !skus.has(other.sku) ? `${slug}-group` : slug
}

function readVariant(
  { row, place, groupMedia, groupMediaOptions }: ParsedRow,
  product: ImportRow,
  before: StoredProduct | undefined,
  slug: string,
): ReadRow {
  const known = before?.group_id == null ? undefined : before.options
  const options: Options | undefined = place?.options ?? known
  if (options === undefined)
    return { fault: { field: 'option_1_name', message: 'is required for a new variant, such as Size' } }
  const { sku, on_hand, slug: ownSlug, ...given } = withoutFullName(product, before)
  if (ownSlug !== undefined && place?.foreign === undefined)
    return {
      fault: {
        field: 'slug',
        message: 'may be set only without a group: the slug of a group goes into the column group',
      },
    }
  const status = place?.foreign?.status
  const shared: Record<string, unknown> = { ...place?.ofGroup, ...(status !== undefined && { status }) }
  const own: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (sharedNames.includes(name as keyof ProductValues)) shared[name] = value
    else own[name] = value
  }
  if (groupMedia !== undefined) shared['media'] = groupMedia
  const madeSku = place?.foreign?.madeSku ?? false
  const position = place?.position
  const variant = { row, sku, options, values: { ...own, sku }, onHand: on_hand, position, madeSku }
  return {
    slug,
    names: place?.options ? place.names : Object.keys(options),
    shared,
    ...(groupMediaOptions && { mediaOptions: groupMediaOptions }),
    variant,
  }
}

/** The name that a variant is shown with is not that of its group. */
function withoutFullName(product: ImportRow, before: StoredProduct | undefined): ImportRow {
  if (before?.group_id == null || product.name !== before.name) return product
  const { name: _, ...values } = product
  return values as ImportRow
}

function readPlain(
  { place }: ParsedRow,
  product: ImportRow,
  before: StoredProduct | undefined,
  { bySlug, skus, groups }: StoredProducts,
): ReadRow {
  const { slug } = product
  const toGroup = { fault: { field: 'slug', message: 'is the slug of a group of variants' } }
  if (slug != null && groups.has(slug)) return toGroup
  if (slug == null || !bySlug.has(slug)) return { before, values: product }
  const other = bySlug.get(slug)
  if (other == null || other.group_id !== null) return toGroup
  if (other.id === before?.id) return { before, values: product }
  if (before !== undefined || place?.foreign === undefined || skus.has(other.sku))
    return { fault: { field: 'slug', message: 'is the slug of another product' } }
  return { before: other, values: place?.foreign?.madeSku ? { ...product, sku: other.sku } : product }
}

/** Rows of a group that say different things of it: the last one counts. */
function addVariant(
  groups: Map<string, { group: GroupRows; variants: VariantRow[] }>,
  slug: string,
  { names, shared, mediaOptions: given, variant }: ReadVariant,
): void {
  const known = groups.get(slug)
  const variants = known?.variants ?? []
  variants.push(variant)
  const { values: before, mediaOptions = given, variesBy = names } = known?.group ?? {}
  const values = { ...before, ...shared }
  groups.set(slug, { group: { slug, values, mediaOptions: given ?? mediaOptions, variesBy, variants }, variants })
}
