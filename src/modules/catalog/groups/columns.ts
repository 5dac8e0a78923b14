import type { NewProduct, ProductColumns } from '../products/field.ts'
import { allFields } from '../products/fields.ts'

/** What a variant's row has of its own. */
export type OwnColumns = Omit<
  NewProduct,
  | ('merchant_id' | 'id' | 'currency' | 'in_stock' | 'options_key' | 'group_id' | 'lowest_30d_minor')
  | keyof CopiedColumns
>

/** What a variant's row copies of its group; its name is composed of both. */
export type CopiedColumns = Pick<
  ProductColumns,
  | ('name' | 'group_name' | 'withheld' | 'description' | 'description_html' | 'category' | 'brand' | 'tags')
  | ('seo_title' | 'seo_description' | 'slug')
>

const columnsOf = (isChosen: (field: (typeof allFields)[number][1]) => boolean) =>
  allFields.filter(([, field]) => isChosen(field)).flatMap(([, { columns }]) => columns)

/** Columns of values that bodies set of a variant, and of its place in the group. */
export const variantColumns = [
  ...columnsOf(({ input, ofGroup }) => input !== undefined && ofGroup === undefined),
  ...(['options', 'position'] as const),
] as readonly (keyof OwnColumns)[]

/** Columns that a variant has as its group has them. */
export const sharedColumns = columnsOf(({ ofGroup }) => ofGroup === true).filter((column) => column !== 'name')

/** The own columns of a product that is one of the group, or becomes one. */
export function ownColumnsOf(row: OwnColumns): OwnColumns {
  return Object.fromEntries(variantColumns.map((column) => [column, row[column]])) as unknown as OwnColumns
}
