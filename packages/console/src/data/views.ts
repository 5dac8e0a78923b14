import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useSession } from './session.ts'

/** The address of a list, named by who works with it. Kept in this browser, for each shop. */
export interface View {
  name: string
  /** Of the page, such as `/orders`. */
  path: string
  search: Readonly<Record<string, unknown>>
}

const changed = 'console-views-changed'

/** The views of this shop, by name, and how to replace them. */
export function useViews(): [views: readonly View[], save: (views: readonly View[]) => void] {
  const key = `console-views-${useSession()?.merchantId ?? ''}`
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key))
  const views = useMemo(() => readViews(text), [text])
  const save = useCallback(
    (next: readonly View[]) => {
      const sorted = next.toSorted((one, other) => one.name.localeCompare(other.name))
      localStorage.setItem(key, JSON.stringify(sorted))
      dispatchEvent(new Event(changed))
    },
    [key],
  )
  return [views, save]
}

/** Hears of changes here, and in other tabs. */
function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener)
  addEventListener('storage', listener)
  return () => {
    removeEventListener(changed, listener)
    removeEventListener('storage', listener)
  }
}

/** Whoever wrote there: what is no view is left out. */
function readViews(text: string | null): View[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isView) : []
  } catch {
    return []
  }
}

function isView(found: Partial<View> | null): found is View {
  if (typeof found !== 'object' || found === null) return false
  const { name, path, search } = found
  return typeof name === 'string' && typeof path === 'string' && typeof search === 'object' && search !== null
}

export function isSameView(one: Omit<View, 'name'>, other: Omit<View, 'name'>): boolean {
  return one.path === other.path && textOf(one.search) === textOf(other.search)
}

function textOf(search: View['search']): string {
  return JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}
