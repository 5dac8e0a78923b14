import type { TSchema } from 'typebox'
import type { AuditAction } from './audit/index.ts'
import type { Check } from './db/checks.ts'
import type { Databases } from './db/databases.ts'
import type { DB } from './db/schema/schema.gen.ts'
import type { Executor, Transaction } from './db/transaction.ts'
import type { ModuleRoutes } from './http/auth/scopes.ts'
import type { Tag } from './http/openapi/tags.ts'
import type { Background } from './jobs/runner.ts'
import type { Permission } from './lib/permissions.ts'
import type { Letter, ShopMail } from './mail/index.ts'
import type { EventName, EventWriter } from './outbox/index.ts'
import type { SealedValues } from './sweeps/reseal.ts'

/**
 * What the rest of the house must know of a module, in its `module.ts`. `app` has the list of them, and every list that
 * names modules is derived from it. `Dependencies` is what its routes and its background work need.
 */
export interface Module<Dependencies = never> {
  /** The name of its folder. */
  name: string
  /** Its statements and functions alone write them, except feeds. */
  tables?: readonly Table[]
  /** Modules whose triggers write tables of this one, with the reason. */
  feeds?: Record<string, string>
  /** Tables of other modules that its statements read. The list may only shrink. */
  reads?: readonly Table[]
  /** Files with its functions, triggers and views, in the order in which they are applied. */
  sql?: readonly string[]
  /** Loads the files of its routes, which a background process does not need. */
  routes?: () => Promise<ModuleRoutes<Dependencies>>
  background?: Background<Dependencies>
  /** Writes the events of all modules. One module does. */
  outbox?: EventWriter
  /** Values that it encrypts at rest. */
  sealed?: readonly SealedValues<Dependencies>[]
  /** Mails to accounts. */
  mails?: readonly Letter<never>[]
  /** Mails to the customers of a shop, which the shop can put into its own words. */
  shopMails?: readonly ShopMail[]
  erase?: Eraser
  export?: readonly Exporter[]
  reprice?: Repricing
  sitemap?: ShopPages
  checks?: readonly Check[]
  events?: { readonly [Name in EventName]?: EventOfModule }
  /** What it adds to the `data` of another module's event. */
  eventFields?: { readonly [Name in EventName]?: Record<string, TSchema> }
  audit?: readonly AuditAction[]
  permissions?: readonly Permission[]
  tags?: readonly Tag[]
  /** Pages of `docs/reference`. */
  docs?: readonly string[]
}

type Table = keyof DB

/** Stored data of a user in other modules' tables is deleted in the transaction that erases the account. */
export type Eraser = (
  transaction: Transaction,
  userId: string,
  /** The address that they had, null for a guest. */
  email: string | null,
) => Promise<void>

/** A part of the export of a user's data. Its rows are read in pages while it is sent. */
export interface Exporter {
  /** The field that has the rows. */
  name: string
  /** Of one row. */
  schema: TSchema
  pages(databases: Databases, user: { id: string; merchantIds: readonly string[] }): AsyncIterable<readonly unknown[]>
}

export interface CurrencyChange {
  merchantId: string
  from: string
  to: string
}

/**
 * Converts a module's amounts of a shop to the new currency with the same numbers (19.99), in the transaction of the
 * change. @throws AppError VALIDATION_ERROR if a number has more decimals than the new currency
 */
export type Repricing = (transaction: Transaction, change: CurrencyChange) => Promise<void>

/** Pages of a shop besides those of its products, for its sitemap: at most some thousands. */
export type ShopPages = (db: Executor, merchantId: string) => Promise<{ path: string; updatedAt: Date }[]>

export interface EventOfModule {
  summary: string
  /** Fields of the envelope's `data`. */
  data: Record<string, TSchema>
  /** `data` of a test delivery. Its ids are new and refer to nothing; any currency allows its prices. */
  sample: (shop: SampleShop) => Record<string, unknown>
}

export interface SampleShop {
  id: string
  currency: string
  at: Date
}
