import type { QueryClient } from '@tanstack/react-query'
import type { Change } from '#console/data/change-stream.ts'

/** Lists of pages: they are not read anew under somebody who has scrolled. */
const lists = new Set(['orders', 'returns', 'products', 'inventory', 'customers'])
/** Counts and figures are of the whole shop. */
const figuresEveryMs = 10_000
const gatherMs = 400

type Key = readonly [string, ...string[]]

function keysOf({ type, id }: Change): Key[] {
  if (type.startsWith('order.')) return [['order', id], ['orders'], ['returns'], ['dashboard']]
  if (type.startsWith('user.')) return [['customers']]
  return [['product', id], ['products'], ['inventory']]
}

/** Everything that a change may show on. */
const allKeys: Key[] = [...lists, 'order', 'product', 'dashboard'].map((name) => [name])

/** Reads anew what is shown of what has changed; calls `missed` with new orders that a list does not show yet. */
export function createRefresher(client: QueryClient, missed: (orders: number) => void) {
  const keys = new Map<string, Key>()
  const orders = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let figuresAt = 0

  function flush(): void {
    timer = undefined
    const isScrolled = scrollY > 100
    let isLater = false
    for (const [name, key] of keys) {
      const isFigures = key[0] === 'dashboard'
      if (isFigures && Date.now() - figuresAt < figuresEveryMs) {
        isLater = true
        continue
      }
      if (isFigures) figuresAt = Date.now()
      keys.delete(name)
      const isKept = isScrolled && lists.has(key[0])
      void client.invalidateQueries({ queryKey: key, refetchType: isKept ? 'none' : 'active' })
    }
    if (isScrolled) missed(orders.size)
    else orders.clear()
    if (isLater) timer = setTimeout(flush, figuresEveryMs)
  }

  /** What this page has changed itself is shown already. */
  function isShown(key: Key, version: number | null): boolean {
    if (key.length === 1 || version === null) return false
    const shown = client.getQueryData<{ version?: number }>(key)
    return shown?.version !== undefined && shown.version >= version
  }

  return {
    tell(change: Change | 'reset'): void {
      const isReset = change === 'reset'
      for (const key of isReset ? allKeys : keysOf(change))
        if (isReset || change.type === 'inventory.updated' || !isShown(key, change.version)) keys.set(key.join(), key)
      if (!isReset && change.type === 'order.created') orders.add(change.id)
      timer ??= setTimeout(flush, gatherMs)
    },
    /** Of lists that were left as they were. */
    showMissed(): void {
      orders.clear()
      for (const name of lists) void client.invalidateQueries({ queryKey: [name] })
    },
    stop: () => clearTimeout(timer),
  }
}
