import type { Selectable } from 'kysely'
import type { TSchema } from 'typebox'
import type { PictureRow } from '#src/modules/media/index.ts'
import type { DB } from '#src/platform/db/schema/schema.gen.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import type { UnitPricingValue } from './field-schemas.ts'
import type { OtherPrices } from './other-prices.ts'
import type { ProductStatus } from './statuses.ts'
import type { Voucher } from './vouchers.ts'

type Row = Selectable<DB['products']>
type Retyped = 'other_prices' | 'status' | 'withheld' | 'options' | 'metadata' | 'unit_pricing' | 'voucher'

/** Columns of a product in code. */
export interface ProductColumns extends Omit<Row, Retyped> {
  status: ProductStatus
  /** Of a variant: the status of its group while that is not active. */
  withheld: Exclude<ProductStatus, 'active'> | null
  options: Record<string, string>
  metadata: Record<string, string>
  unit_pricing: UnitPricingValue | null
  other_prices: OtherPrices
  voucher: Voucher
}

/** A product as answers and events show it, before formatting. */
export interface ShownProduct extends Omit<ProductColumns, 'price_common' | 'name_key' | 'in_stock' | 'options_key'> {
  available: number
  /** Those of its pictures, or of its group's, that are ready; null if it has none. */
  pictures: PictureRow[] | null
}

/** Columns that the creator of a product sets. */
export type NewProduct = Omit<ProductColumns, 'name_key' | 'version' | 'created_at' | 'updated_at'>

/** The currency of prices, and the minor units of which payments charge multiples. */
export interface Money {
  currency: string
  unit: number
  /** Those of other currencies. Default: 1. */
  unitOf?: ((currency: string) => number) | undefined
}

export type Audience = 'shoppers' | 'staff'

/** Type of a CSV cell. A list has no empty texts; `texts` keep their places, empty ones are null. */
export type CellKind = 'text' | 'decimal' | 'integer' | 'boolean' | 'list' | 'texts' | 'json'

/** Declaration of a product's field. */
export interface Field {
  columns: readonly (keyof ProductColumns)[]
  /** In answers and events: its schema, and its value if that differs from its column. */
  shown?: TSchema
  present?: (row: ShownProduct, audience: Audience) => unknown
  /** Neither shoppers nor receivers of events see it; answers to staff leave it out while it has no value. */
  staffOnly?: true
  /** Answers of one product show it, and events; lists do not. */
  detail?: true
  /** In the audit log, if it differs from answers. */
  audited?: (row: ShownProduct) => unknown
  /** Schema in bodies. A field without it cannot be set by them. */
  input?: TSchema
  required?: true
  /** Fault of a value that its schema allows; of a part of it with the name of that. */
  fault?: (value: never, money: Money) => string | FieldFault | undefined
  /** Columns of a value, if it differs from its column. */
  write?: (value: never, money: Money) => Partial<ProductColumns>
  /** Default in a new product, in the form of bodies. Without it: null. */
  initial?: unknown
  /** Type of its cells in files. */
  cell?: CellKind
  /** Its several columns in files, each with its key in the value. */
  parts?: Readonly<Record<string, { key: string; input: TSchema }>>
  /** The version counts its changes although no body sets it. */
  counted?: true
  /** A variant has a copy of its group's value, and cannot change it. */
  ofGroup?: true
}
