import { AppError } from '#src/platform/lib/errors.ts'

/** Streams of one key, and of all, that a process sends at once: each keeps a connection to the database busy. */
const most = { ofKey: 2, inAll: 8 }

export interface StreamLimit {
  /** Takes a place. Call what it answers once the stream has ended. @throws AppError RATE_LIMITED */
  enter(key: string): () => void
}

export function createStreamLimit(): StreamLimit {
  const ofKey = new Map<string, number>()
  let inAll = 0
  return {
    enter(key) {
      const open = ofKey.get(key) ?? 0
      if (open >= most.ofKey || inAll >= most.inAll)
        throw new AppError('RATE_LIMITED', 'feeds are being read by others; try again later', { retryAfter: 30 })
      ofKey.set(key, open + 1)
      inAll++
      let ended = false
      return () => {
        if (ended) return
        ended = true
        inAll--
        const left = (ofKey.get(key) ?? 1) - 1
        if (left === 0) ofKey.delete(key)
        else ofKey.set(key, left)
      }
    },
  }
}
