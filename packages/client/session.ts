import { ApiError } from './errors.ts'
import { alone, keep, localStorageIfAllowed, readJson } from './one-tab.ts'
import { marginMs, type Tokens } from './tokens.ts'

/** Answer to registration, sign-in, guests and a refresh. */
export interface SessionTokens {
  access_token: string
  refresh_token: string
  /** Seconds. */
  expires_in: number
}

export interface StoredSession {
  accessToken: string
  refreshToken: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** Store of a session, shared by the tabs of a browser. */
export interface SessionStore {
  read(): StoredSession | undefined
  write(session: StoredSession | undefined): void
  /** Runs `work` exclusively among those who share the session. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

/** The session of this browser, in local storage, or in the memory of the page if there is none. */
export function browserSession(name = 'commerce-session'): SessionStore {
  const storage = localStorageIfAllowed()
  let held: StoredSession | undefined
  let isStored = storage !== undefined
  return {
    read: () => (storage && isStored ? readSession(readJson(storage.getItem(name))) : held),
    write(session) {
      held = session
      if (session === undefined) storage?.removeItem(name)
      else if (storage) isStored = keep(storage, name, session)
    },
    alone: (work) => alone(name, work),
  }
}

export function readSession(stored: object | undefined): StoredSession | undefined {
  const { accessToken, refreshToken, expiresAt } = (stored ?? {}) as Partial<StoredSession>
  if (typeof accessToken !== 'string' || typeof refreshToken !== 'string' || typeof expiresAt !== 'number')
    return undefined
  return { accessToken, refreshToken, expiresAt }
}

export function toStored({ access_token, refresh_token, expires_in }: SessionTokens): StoredSession {
  return { accessToken: access_token, refreshToken: refresh_token, expiresAt: Date.now() + expires_in * 1000 }
}

/**
 * The tokens of a store, which is read for each request. So a tab uses the tokens that another one has stored, and is
 * signed out with it. One tab refreshes at a time; the waiting ones find its tokens.
 */
export function createStoredTokens(
  store: SessionStore,
  exchange: (refreshToken: string) => Promise<SessionTokens>,
  onSignedOut: () => void,
): Tokens {
  let renewing: Promise<string | undefined> | undefined

  async function renew(refused: string): Promise<string | undefined> {
    const stored = store.read()
    if (stored?.accessToken === refused) await replace(stored)
    const now = store.read()
    if (now === undefined) onSignedOut()
    return now?.accessToken
  }

  /** A concurrent sign-out or sign-in wins. */
  async function replace(stored: StoredSession): Promise<void> {
    const isStill = () => store.read()?.refreshToken === stored.refreshToken
    try {
      const next = toStored(await exchange(stored.refreshToken))
      if (isStill()) store.write(next)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      if (isStill()) store.write(undefined)
    }
  }

  function renewOnce(refused: string): Promise<string | undefined> {
    renewing ??= store
      .alone(() => renew(refused))
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }

  return {
    async current() {
      const stored = store.read()
      if (stored === undefined || stored.expiresAt - marginMs >= Date.now()) return stored?.accessToken
      return renewOnce(stored.accessToken)
    },
    replace: renewOnce,
    /** Only a session with a refresh token can be stored: see `setSession`. */
    set() {},
  }
}
