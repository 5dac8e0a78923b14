import { AppError } from '#src/platform/lib/errors.ts'
import { maxStreams } from './changes.ts'

/** Who opens a stream; `session` is its key's id for a key. */
interface Listener {
  session: string
  userId: string
  merchantId: string
}

export interface StreamLimit {
  /**
   * Reserves a stream. Call the returned function when it has ended.
   *
   * @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE
   */
  enter(listener: Listener): () => void
  open(): number
}

export function createStreamLimit(max = maxStreams): StreamLimit {
  const counts = new Map<string, number>()
  let open = 0
  return {
    open: () => open,
    enter({ session, userId, merchantId }) {
      const limits = [
        { key: `session ${session}`, max: max.ofSession, whose: 'this session' },
        { key: `user ${userId}`, max: max.ofUser, whose: 'this person' },
        { key: `shop ${merchantId}`, max: max.ofShop, whose: 'this shop' },
      ]
      const full = limits.find(({ key, max }) => (counts.get(key) ?? 0) >= max)
      if (full) {
        const message = `${full.whose} has ${full.max} streams open; close one of them first`
        throw new AppError('RATE_LIMITED', message, { retryAfter: 30 })
      }
      if (open >= max.ofProcess)
        throw new AppError('SERVICE_UNAVAILABLE', 'too many streams are open; try again later', { retryAfter: 30 })
      open++
      for (const { key } of limits) counts.set(key, (counts.get(key) ?? 0) + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        open--
        for (const { key } of limits) {
          const left = (counts.get(key) ?? 1) - 1
          if (left === 0) counts.delete(key)
          else counts.set(key, left)
        }
      }
    },
  }
}
