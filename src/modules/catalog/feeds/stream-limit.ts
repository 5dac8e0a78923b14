import { AppError } from '#src/platform/lib/errors.ts'

/** Concurrent streams per key, and in total, of a process: each keeps a database connection busy. */
const max = { ofKey: 2, inAll: 8 }

export interface StreamLimit {
  /** Reserves a stream. Call the returned function when the stream has ended. @throws AppError RATE_LIMITED */
  enter(key: string): () => void
}

export function createStreamLimit(): StreamLimit {
  const ofKey = new Map<string, number>()
  let inAll = 0
  return {
    enter(key) {
      const open = ofKey.get(key) ?? 0
      if (open >= max.ofKey || inAll >= max.inAll)
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
