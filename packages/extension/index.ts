/**
 * What an extension of the Commerce Platform is: tables, endpoints and reactions of its own, in a folder that survives
 * every upgrade. Its default export is an `Extension`; nothing needs to be imported for it.
 */

export interface Extension {
  /**
   * `[a-z][a-z0-9_]{1,29}`, and no other extension's: its routes stand at `/ext/{name}`, its tables in the schema
   * `ext_{name}`.
   */
  name: string
  /** A folder of files `0001_what.sql`, each run once, in their order, as a role that owns only its own schema. */
  sql?: URL | string
  /** `{name}.read` and `{name}.write`, which roles and API keys may have. */
  permissions?: readonly string[]
  routes?: ExtensionRoutes
  /** Runs in the transaction of the event. What it throws, or takes too long for, is tried again afterwards. */
  on?: Readonly<Record<string, (reaction: Reaction) => Promise<void>>>
  /** Deletes what is kept of a person, in the transaction that erases the account. */
  erase?: (of: { db: ExtensionDatabase; userId: string }) => Promise<void>
  /** What is kept of a person, for the export of their data. */
  export?: (of: { db: ExtensionDatabase; userId: string }) => Promise<unknown>
}

/** Who may send requests: everybody; sign-in with a device; a signed-in shopper at a shop; staff of a shop. */
export interface ExtensionRoutes {
  public?: (app: ExtensionApp) => void
  device?: (app: ExtensionApp) => void
  shopper?: (app: ExtensionApp) => void
  staff?: (app: ExtensionApp) => void
}

type Register = (path: string, options: RouteOptions, handler: Handler) => void

/** Registers routes below `/ext/{name}`. */
export interface ExtensionApp {
  get: Register
  post: Register
  put: Register
  patch: Register
  delete: Register
}

/** JSON Schema, as it stands in the contract. */
export type JsonSchema = Readonly<Record<string, unknown>>

export interface RouteOptions {
  schema: {
    summary?: string
    description?: string
    params?: JsonSchema
    querystring?: JsonSchema
    body?: JsonSchema
    /** Of `data`, by the status of success: 200 or 201. */
    response: Readonly<Partial<Record<200 | 201, JsonSchema>>>
  }
  /** Of staff: one of the extension's own, or of the platform's. */
  permission?: string
}

export interface ExtensionRequest {
  // What a route reads is what its schema says.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  params: any
  // biome-ignore lint/suspicious/noExplicitAny: see above
  query: any
  // biome-ignore lint/suspicious/noExplicitAny: see above
  body: any
}

/** Answers with `data`, in one transaction: what it throws leaves nothing behind. */
export type Handler = (request: ExtensionRequest, context: RouteContext) => Promise<unknown>

export interface RouteContext {
  db: ExtensionDatabase
  /** The person who asks; null where nobody is signed in. */
  userId: string | null
  /** The shop; null outside of one. */
  merchantId: string | null
  /** Refuses the request. @param status 400, 403, 404, 409, 410 or 422 */
  fail(code: string, status: FailStatus, message: string, details?: Record<string, unknown>): never
}

export type FailStatus = 400 | 403 | 404 | 409 | 410 | 422

/**
 * Statements in the transaction of the request, with the rights of the extension's role. `${value}` is a parameter,
 * never text of the statement. Tables are found in its own schema, then the views `public_products`, `public_orders`,
 * `public_order_lines`, `public_customers` and `public_stock`.
 */
export interface ExtensionDatabase {
  rows<Row = Record<string, unknown>>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>
  /** The first row; undefined if there is none. */
  row<Row = Record<string, unknown>>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row | undefined>
  /** The first column of the first row. */
  value<Value = unknown>(text: TemplateStringsArray, ...values: unknown[]): Promise<Value | undefined>
}

export interface Reaction {
  db: ExtensionDatabase
  merchantId: string
  event: string
  /** As it is sent to receivers. */
  data: Record<string, unknown>
}

/** Its argument, with its type. */
export function defineModule(extension: Extension): Extension {
  return extension
}
