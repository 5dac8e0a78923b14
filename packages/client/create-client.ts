import createFetchClient, { type Client as FetchClient } from 'openapi-fetch'
import { read } from './answers.ts'
import type { paths } from './contract.gen.ts'
import { createStoredTokens, type SessionStore, type SessionTokens, toStored } from './session.ts'
import { type AccessToken, createTokens, type Refresh } from './tokens.ts'
import { createTransport } from './transport.ts'

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
  /** Renews a session that is about to end now, and not with the next call. */
  renew(): Promise<void>
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
    setSession: (tokens) => session?.write(tokens && toStored(tokens)),
    async renew() {
      await tokens.current()
    },
    setToken: tokens.set,
    setMerchant(id) {
      merchantId = id
    },
  }
}
