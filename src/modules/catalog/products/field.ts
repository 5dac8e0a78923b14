import type { Selectable } from 'kysely'
import type { TSchema } from 'typebox'
import type { DB } from '#src/platform/db/schema.gen.ts'
import type { UnitPricingValue } from './field-schemas.ts'
import type { ProductStatus } from './statuses.ts'

type Row = Selectable<DB['products']>

/** The columns of a product, as code reads and writes them. */
export interface ProductColumns extends Omit<Row, 'status' | 'withheld' | 'options' | 'metadata' | 'unit_pricing'> {
  status: ProductStatus
  /** Of a variant: the status of its group while that is not active. */
  withheld: Exclude<ProductStatus, 'active'> | null
  options: Record<string, string>
  metadata: Record<string, string>
  unit_pricing: UnitPricingValue | null
}

/** A product as answers and events show it, before formatting. */
export interface ShownProduct
  extends Omit<ProductColumns, 'price_common' | 'name_key' | 'in_stock' | 'options_key' | 'media'> {
  available: number
}

/** The columns that whoever makes a product sets. */
export type NewProduct = Omit<ProductColumns, 'name_key' | 'version' | 'created_at' | 'updated_at' | 'media'>

/** What prices are in: the currency, and the minor units that payments charge multiples of. */
export interface Money {
  currency: string
  unit: number
}

export type Audience = 'shoppers' | 'staff'

/** How a cell of CSV is read. */
export type CellKind = 'text' | 'decimal' | 'integer' | 'boolean' | 'list'

/** What there is to know of a field of products. */
export interface Field {
  /** The columns of `products` that hold it. */
  columns: readonly (keyof ProductColumns)[]
  /** In answers and events: its schema, and its value if that is not its column's. */
  shown?: TSchema
  present?: (row: ShownProduct, audience: Audience) => unknown
  /** In bodies. A field without it is not set by them. */
  input?: TSchema
  required?: true
  /** What is wrong with a value that its schema allows. */
  fault?: (value: never, money: Money) => string | undefined
  /** The columns of a value, if that is not its column's. */
  write?: (value: never, money: Money) => Partial<ProductColumns>
  /** In a product made without it: a value as bodies have it. Left out: null. */
  initial?: unknown
  /** In files: how its cells are read. */
  cell?: CellKind
  /** It has several columns in files: each with its key in the value. */
  parts?: Readonly<Record<string, { key: string; input: TSchema }>>
  /** A version counts it although no body sets it. */
  counted?: true
  /** A variant has a copy of its group's, and is not changed by itself. */
  ofGroup?: true
}
