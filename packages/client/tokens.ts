import { ApiError } from './errors.ts'

export interface AccessToken {
  token: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** Makes the next access token. An ApiError of 401 ends the session; other failures do not. */
export type Refresh = () => Promise<AccessToken>

/** A token is renewed this long before its expiry, so that it does not expire during a request. */
export const marginMs = 30_000

export interface Tokens {
  /** A valid token, or undefined if nobody is signed in. */
  current(): Promise<string | undefined>
  /** After a 401 for `refused`: another token, or undefined if there is none. */
  replace(refused: string): Promise<string | undefined>
  set(token: AccessToken | undefined): void
}

/** Holds the access token. Concurrent calls share one refresh. */
export function createTokens(refresh: Refresh | undefined, onSignedOut: () => void): Tokens {
  let held: AccessToken | undefined
  let refreshing: Promise<string | undefined> | undefined

  async function renew(): Promise<string | undefined> {
    try {
      held = await refresh?.()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      held = undefined
    }
    if (held === undefined) onSignedOut()
    return held?.token
  }

  function renewOnce(): Promise<string | undefined> {
    refreshing ??= renew().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  return {
    async current() {
      if (held === undefined) return refreshing
      if (refresh !== undefined && held.expiresAt - marginMs < Date.now()) return renewOnce()
      return held.token
    },
    async replace(refused) {
      // Another call has replaced it meanwhile, or learned that the session has ended.
      if (held?.token !== refused && refreshing === undefined) return held?.token
      return renewOnce()
    },
    set(token) {
      held = token
    },
  }
}
