import createFetchClient, { type Client as FetchClient } from 'openapi-fetch'
import type { components, paths } from './contract.gen.ts'
import { createStoredTokens, type SessionStore, type SessionTokens, toKept } from './session.ts'
import { type AccessToken, createTokens, type Refresh } from './tokens.ts'
import { createTransport } from './transport.ts'

export type { paths } from './contract.gen.ts'
export { ApiError, type ErrorCode, type FieldFault } from './errors.ts'
export { alone } from './one-tab.ts'
export { browserSession, type KeptSession, type SessionStore, type SessionTokens } from './session.ts'
export type { AccessToken } from './tokens.ts'

/** The shapes of the contract by their names. */
export type Schemas = components['schemas']

export interface ClientOptions {
  /** The address of the service, such as `https://api.example`. */
  baseUrl: string
  /** A secret of this installation, long and random, made once (`crypto.randomUUID()`); sessions belong to it. */
  deviceId: string
  merchantId?: string
  /** An access token or an API key to begin with. */
  accessToken?: string
  /**
   * A key of the storefront. A publishable one (`pk_…`) reads what the shop shows to everybody, so that a CDN may keep
   * the answers, and opens guests. With a secret one (`sk_…`), on the storefront's server, shoppers' sessions do.
   */
  storefrontKey?: string
  /** With a secret key: the address of the shopper for whom this client asks. Limits count it, not the server. */
  shopperAddress?: string
  /** The session of a shopper, shared with the other tabs: `browserSession()`. It is renewed by itself. */
  session?: SessionStore
  /** Alternative to `session`: makes the next access token; called once for all waiting calls. */
  refresh?: Refresh
  /** The session has ended and cannot be renewed. */
  onSignedOut?: () => void
  /** Further attempts. Default: 3. */
  retries?: number
  /** Timeout of one attempt. Default: 30 s. */
  timeoutMs?: number
  fetch?: (request: Request) => Promise<Response>
}

export interface Client {
  /** One method per HTTP method. The contract types paths, parameters, bodies and answers. Failures throw. */
  api: FetchClient<paths>
  /** Like `api`, without a timeout: an import or an export takes as long as its file. */
  files: FetchClient<paths>
  /** With `session`: stores the answer of a registration, a sign-in or a guest; undefined deletes it. */
  setSession(tokens: SessionTokens | undefined): void
  setToken(token: AccessToken | undefined): void
  setMerchant(merchantId: string | undefined): void
}

export function createClient(options: ClientOptions): Client {
  let merchantId = options.merchantId
  const { session, onSignedOut = () => {} } = options
  const tokens = session
    ? createStoredTokens(session, exchange, onSignedOut)
    : createTokens(options.refresh, onSignedOut)
  if (options.accessToken !== undefined) {
    tokens.set({ token: options.accessToken, expiresAt: Number.POSITIVE_INFINITY })
  }
  const clientWith = (timeoutMs: number | undefined) => {
    const transport = createTransport({
      deviceId: options.deviceId,
      merchantId: () => merchantId,
      storefrontKey: options.storefrontKey,
      shopperAddress: options.shopperAddress,
      tokens,
      retries: options.retries ?? 3,
      timeoutMs,
      fetch: options.fetch ?? ((request) => fetch(request)),
    })
    return createFetchClient<paths>({ baseUrl: options.baseUrl, fetch: transport })
  }
  const api = clientWith(options.timeoutMs ?? 30_000)
  function exchange(refreshToken: string): Promise<SessionTokens> {
    return read(api.POST('/user/token/refresh', { body: { refresh_token: refreshToken } }))
  }
  return {
    api,
    files: clientWith(undefined),
    setSession: (tokens) => session?.write(tokens && toKept(tokens)),
    setToken: tokens.set,
    setMerchant(id) {
      merchantId = id
    },
  }
}

type DataOf<Answer> = Answer extends { data?: infer Body } ? (Body extends { data: infer Data } ? Data : never) : never

/** The `data` of an answer: `const order = await read(api.GET('/admin/orders/{id}', …))`. */
export async function read<Answer extends { data?: unknown }>(answer: Promise<Answer>): Promise<DataOf<Answer>> {
  const { data: body } = await answer
  return (body as { data: DataOf<Answer> }).data
}

export interface Page<Item> {
  items: Item[]
  pagination: Schemas['Pagination']
}

/** Every item of a list, page by page: `for await (const order of every((cursor) => read(api.GET(…))))`. */
export async function* every<Item>(
  readPage: (cursor: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item> {
  let cursor: string | undefined
  do {
    const { items, pagination } = await readPage(cursor)
    yield* items
    cursor = pagination.next_cursor || undefined
  } while (cursor !== undefined)
}
