import { type Client, createClient, type KeptSession } from '@commerce-platform/client'
import { cookieOf, createSeal, readCookie } from './cookies.ts'

type ClientOptions = Parameters<typeof createClient>[0]

export interface Visitor extends Pick<Client, 'api' | 'setSession'> {
  hasSession(): boolean
  setCookie(): Promise<string | undefined>
}

interface Options extends Pick<ClientOptions, 'baseUrl' | 'retries' | 'timeoutMs' | 'fetch'> {
  storefrontKey: string
  merchantId: string
  cookieSecret: string
  secure: boolean
}

/** A visitor's tokens stay in one encrypted cookie. A refresh of parallel requests answers the same pair to each. */
export function createServerClient({ cookieSecret, secure, ...ofClient }: Options) {
  const name = secure ? '__Host-commerce-session' : 'commerce-session'
  const seal = createSeal(cookieSecret)
  return {
    async visitor({ cookie, address }: { cookie: string | undefined; address: string }): Promise<Visitor> {
      const first = (seal.open(name, readCookie(cookie, name)) ?? {}) as { id?: string; session?: KeptSession }
      const deviceId = first.id ?? `web-${crypto.randomUUID()}`
      let held = first.session
      const session = {
        read: () => held,
        write(next: KeptSession | undefined) {
          held = next
        },
        alone: <Result>(work: () => Promise<Result>) => work(),
      }
      const { api, setSession } = createClient({ ...ofClient, deviceId, session, shopperAddress: address })
      return {
        ...{ api, setSession, hasSession: () => held !== undefined },
        async setCookie() {
          if (held?.refreshToken === first.session?.refreshToken) return undefined
          return cookieOf(name, seal.seal(name, { id: deviceId, session: held }), 60, secure)
        },
      }
    },
  }
}
