import { type Client, type ClientOptions, createClient } from './create-client.ts'
import { randomId, readJson } from './one-tab.ts'
import { createRenewedSessions, type RenewedSessions } from './renewed-sessions.ts'
import { createCookieSeal } from './sealed-cookie.ts'
import { readSession, type SessionStore, type SessionTokens, type StoredSession, toStored } from './session.ts'

export interface ServerClientOptions
  extends Pick<ClientOptions, 'baseUrl' | 'merchantId' | 'retries' | 'timeoutMs' | 'fetch'> {
  /** The secret key of the storefront (`sk_…`). */
  storefrontKey: string
  /**
   * A secret of the storefront's own, at least 32 characters, with which the cookie is encrypted. Several while it is
   * replaced: the first one encrypts. All processes of the storefront have the same.
   */
  cookieSecret: string | readonly string[]
  /** Default: `__Host-commerce-session`, which no other host can set; `commerce-session` if `secure` is false. */
  cookieName?: string
  /** False where the storefront has no TLS, on a developer's machine. Default: true. */
  secure?: boolean
  /** For how long the browser keeps the cookie after its last change. Default: 60 days. */
  maxAgeSeconds?: number
}

/** What is known of a request to the storefront. */
export interface VisitorRequest {
  /** The request's `cookie` header. */
  cookie: string | null | undefined
  /** The address of the visitor, so that limits count it and not the server. Never from a header that visitors send. */
  address?: string | undefined
}

/** The client of one request to the storefront. */
export interface Visitor extends Pick<Client, 'api' | 'files' | 'setSession'> {
  /** A guest or an account. */
  hasSession(): boolean
  /** Renews the session now if it is about to end: for pages whose headers are sent before they are made. */
  renew(): Promise<void>
  /** The `set-cookie` header of the answer; undefined if the cookie is as the browser has it. Call it last. */
  setCookie(): Promise<string | undefined>
}

export interface ServerClient {
  /** Reads the visitor's cookie. One that is not ours counts as none. */
  visitor(request: VisitorRequest): Promise<Visitor>
}

interface CookieContent {
  /** The device id of this browser, made at its first visit. */
  deviceId: string
  session: StoredSession | undefined
}

/**
 * The client of a storefront's server. The tokens of a visitor stay in one cookie of the storefront's own, encrypted,
 * HttpOnly and SameSite=Lax; scripts of the page and the service's address are no part of it. Parallel requests of one
 * visitor refresh once.
 */
export function createServerClient(options: ServerClientOptions): ServerClient {
  const { cookieSecret, secure = true, maxAgeSeconds = 60 * 86_400, ...ofClient } = options
  const name = options.cookieName ?? (secure ? '__Host-commerce-session' : 'commerce-session')
  const secrets = typeof cookieSecret === 'string' ? [cookieSecret] : cookieSecret
  const cookieSeal = createCookieSeal(secrets, `commerce storefront cookie ${name}`)
  const renewals = createRenewedSessions()
  const attributes = `; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

  async function readCookie(header: string | null | undefined): Promise<CookieContent | undefined> {
    for (const value of valuesOf(header ?? '', name)) {
      const content = readContent(await cookieSeal.open(value))
      if (content !== undefined) return content
    }
    return undefined
  }

  return {
    async visitor({ cookie, address }) {
      const stored = await readCookie(cookie)
      const deviceId = stored?.deviceId ?? `web-${randomId()}`
      const store = createVisitorStore(stored?.session, renewals)
      const client = createClient({
        ...ofClient,
        deviceId,
        session: store,
        ...(address !== undefined && { shopperAddress: address }),
      })
      return {
        api: client.api,
        files: client.files,
        setSession: store.replace,
        hasSession: () => store.read() !== undefined,
        renew: client.renew,
        async setCookie() {
          const session = store.read()
          if (session?.refreshToken === stored?.session?.refreshToken) return undefined
          const content: CookieContent = { deviceId, session }
          return `${name}=${await cookieSeal.seal(JSON.stringify(content))}${attributes}`
        },
      }
    },
  }
}

/** The session of one request. A refresh of a parallel request of the same visitor is taken over. */
function createVisitorStore(first: StoredSession | undefined, renewals: RenewedSessions): VisitorStore {
  let held = first
  return {
    read: () => held,
    /** The result of a refresh of `held`; a sign-in comes by `replace`, and is of this request alone. */
    write(session) {
      if (held !== undefined && session !== undefined) renewals.remember(held.refreshToken, session)
      held = session
    },
    replace(tokens) {
      held = tokens && toStored(tokens)
    },
    async alone(work) {
      const before = held
      if (before === undefined) return work()
      return renewals.alone(before.refreshToken, () => {
        if (held === before) held = renewals.find(before.refreshToken) ?? before
        return work()
      })
    },
  }
}

interface VisitorStore extends SessionStore {
  replace(tokens: SessionTokens | undefined): void
}

function readContent(text: string | undefined): CookieContent | undefined {
  const { deviceId, session } = (readJson(text ?? null) ?? {}) as Partial<CookieContent>
  if (typeof deviceId !== 'string') return undefined
  return { deviceId, session: readSession(session) }
}

/** A browser may send several cookies of one name, of which another host of the domain has set some. */
function valuesOf(header: string, name: string): string[] {
  return header.split(';').flatMap((pair) => {
    const [key = '', ...value] = pair.trim().split('=')
    return key === name ? [value.join('=')] : []
  })
}
