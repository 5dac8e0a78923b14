import { ApiError } from '@commerce-platform/client'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

/** How far an act on many items has come. */
export interface BulkProgress<Item> {
  state: 'asked' | 'running' | 'ended'
  done: number
  total: number
  failed: readonly { item: Item; error: unknown }[]
  /** Those that were not begun: it was stopped, or the connection was lost. */
  left: readonly Item[]
  /** Why it has ended before all were begun. */
  stoppedBy?: unknown
}

/** What happens to one item; `headers` make it happen once, however often it is sent. */
export type BulkStep<Item> = (item: Item, headers: Record<string, string>) => Promise<unknown>

const nothing = { state: 'asked', done: 0, total: 0, failed: [], left: [] } as const

/**
 * Does something with each of many items, one after the other. What fails does not end it, but a lost connection or
 * session does: then those that are left can be gone on with, and none happens twice.
 */
export function useBulk<Item>(keyOf: (item: Item) => string, shownBy: readonly QueryKey[]) {
  const client = useQueryClient()
  const [progress, setProgress] = useState<BulkProgress<Item>>(nothing)
  const stopped = useRef(false)
  const sentKeys = useRef(new Map<string, string>())
  const isRunning = progress.state === 'running'
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isRunning])

  async function run(items: readonly Item[], step: BulkStep<Item>): Promise<BulkProgress<Item>> {
    stopped.current = false
    let now: BulkProgress<Item> = { ...nothing, state: 'running', total: items.length, left: items }
    setProgress(now)
    for (const item of items) {
      if (stopped.current) break
      const key = keyOf(item)
      const sentKey = sentKeys.current.get(key) ?? crypto.randomUUID()
      sentKeys.current.set(key, sentKey)
      try {
        await step(item, { 'idempotency-key': sentKey })
        sentKeys.current.delete(key)
        now = { ...now, done: now.done + 1, left: now.left.slice(1) }
      } catch (error) {
        if (!isAnswer(error)) {
          now = { ...now, stoppedBy: error }
          break
        }
        sentKeys.current.delete(key)
        now = { ...now, failed: [...now.failed, { item, error }], left: now.left.slice(1) }
      }
      setProgress(now)
    }
    const ended: BulkProgress<Item> = { ...now, state: 'ended' }
    setProgress(ended)
    // Whoever is done does not wait until they are read anew.
    for (const queryKey of shownBy) void client.invalidateQueries({ queryKey })
    return ended
  }
  return {
    progress,
    run,
    stop: () => {
      stopped.current = true
    },
    reset: () => setProgress(nothing),
  }
}

/** About this item alone: others may go well. */
function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 401 && error.status !== 429 && error.status < 500
}
