import type { StoredSession } from './session.ts'

/** Within this time a browser may still send the cookie of before, for example after a lost answer. */
const rememberedMs = 10 * 60_000
const maxRemembered = 10_000

/** Refreshes of one process: parallel requests of one visitor come with the same refresh token, and spend it once. */
export interface RenewedSessions {
  /** Runs `work` exclusively for a refresh token. */
  alone<Result>(refreshToken: string, work: () => Promise<Result>): Promise<Result>
  /** The session that replaced that of a refresh token a short time ago. */
  find(refreshToken: string): StoredSession | undefined
  remember(refreshToken: string, session: StoredSession): void
}

export function createRenewedSessions(now: () => number = Date.now): RenewedSessions {
  const last = new Map<string, Promise<unknown>>()
  const renewed = new Map<string, { session: StoredSession; until: number }>()

  function forget(): void {
    // Entries are in the order of their end.
    for (const [token, { until }] of renewed) {
      if (until > now() && renewed.size <= maxRemembered) return
      renewed.delete(token)
    }
  }

  return {
    alone(refreshToken, work) {
      const turn = (last.get(refreshToken) ?? Promise.resolve()).then(work)
      const settled = turn.then(end, end)
      last.set(refreshToken, settled)
      return turn
      function end(): void {
        if (last.get(refreshToken) === settled) last.delete(refreshToken)
      }
    },
    find(refreshToken) {
      const found = renewed.get(refreshToken)
      return found !== undefined && found.until > now() ? found.session : undefined
    },
    remember(refreshToken, session) {
      renewed.delete(refreshToken)
      renewed.set(refreshToken, { session, until: now() + rememberedMs })
      forget()
    },
  }
}
