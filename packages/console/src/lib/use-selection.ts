import type { Page } from '@commerce-platform/client'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { itemsOf, readMore } from './list-items.ts'

/** So many can be chosen at once: what is done with them is done one by one. */
export const maxChosen = 1_000

/** What is chosen of a list, by key. */
export interface Selection<Item> {
  has: (key: string) => boolean
  items: readonly Item[]
  /** By the place in the list; with `range` all from the one before to this one. */
  toggle: (index: number, range?: boolean) => void
  /** Those that are loaded, or none if they all are chosen. */
  toggleLoaded: () => void
  state: 'none' | 'some' | 'all'
  /** Loads the rest of the list, up to `maxChosen`, and chooses all. */
  chooseAll: () => Promise<void>
  isLoadingAll: boolean
  clear: () => void
  /** Only these stay chosen. */
  keep: (keys: ReadonlySet<string>) => void
}

interface SelectionOptions<Item> {
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>>
  keyOf: (item: Item) => string
  /** The list with its filters: of another one nothing is chosen. */
  list: unknown
}

export function useSelection<Item>({ query, keyOf, list }: SelectionOptions<Item>): Selection<Item> {
  const name = JSON.stringify(list)
  const [of, setOf] = useState(name)
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map())
  const [isLoadingAll, setLoadingAll] = useState(false)
  const anchor = useRef<number>(undefined)
  if (of !== name) {
    setOf(name)
    setChosen(new Map())
  }
  const loaded = query.data ? itemsOf(query.data) : []
  // As they are now: what was chosen may have changed since.
  const current = new Map(loaded.map((item) => [keyOf(item), item]))
  const items = [...chosen].map(([key, item]) => current.get(key) ?? item)
  const isAll = loaded.length > 0 && loaded.slice(0, maxChosen).every((item) => chosen.has(keyOf(item)))

  function choose(these: readonly Item[]): void {
    setChosen((before) => {
      const next = new Map(before)
      for (const item of these) if (next.size < maxChosen) next.set(keyOf(item), item)
      return next
    })
  }
  function leaveOut(these: readonly Item[]): void {
    setChosen((before) => {
      const next = new Map(before)
      for (const item of these) next.delete(keyOf(item))
      return next
    })
  }
  function toggle(index: number, range = false): void {
    const item = loaded[index]
    if (item === undefined) return
    const from = range ? (anchor.current ?? index) : index
    const these = loaded.slice(Math.min(from, index), Math.max(from, index) + 1)
    if (chosen.has(keyOf(item))) leaveOut(these)
    else choose(these)
    anchor.current = index
  }
  async function chooseAll(): Promise<void> {
    setLoadingAll(true)
    try {
      let { data, hasNextPage } = query as Pick<typeof query, 'data' | 'hasNextPage'>
      while (data && hasNextPage && itemsOf(data).length < maxChosen) {
        const next = await readMore(query)
        if (next.isFetchNextPageError) return
        ;({ data, hasNextPage } = next)
      }
      if (data) choose(itemsOf(data))
    } finally {
      setLoadingAll(false)
    }
  }
  return {
    has: (key) => chosen.has(key),
    items,
    toggle,
    toggleLoaded: () => (isAll ? setChosen(new Map()) : choose(loaded)),
    state: isAll ? 'all' : chosen.size > 0 ? 'some' : 'none',
    chooseAll,
    isLoadingAll,
    clear: () => setChosen(new Map()),
    keep: (keys) => setChosen((before) => new Map([...before].filter(([key]) => keys.has(key)))),
  }
}
