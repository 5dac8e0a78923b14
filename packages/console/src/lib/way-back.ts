import { type AnyRouter, type LinkProps, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** A place of this tab's history, by its position there. */
interface Visit {
  path: string
  search: Record<string, unknown>
}

export type Way = Pick<LinkProps, 'to' | 'params' | 'search'>

const key = 'console-visits'
/** As far back as one leads. */
const max = 100

function readVisits(): Record<number, Visit> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

/** Notes where this tab has been, so that a page can lead back to its list as it was left. */
export function useVisits(): void {
  const location = useRouterState({ select: (state) => state.location })
  useEffect(() => {
    const index = location.state.__TSR_index
    const visits = Object.entries(readVisits()).filter(([at]) => Number(at) > index - max && Number(at) < index)
    const visit: Visit = { path: location.pathname, search: location.search }
    sessionStorage.setItem(key, JSON.stringify({ ...Object.fromEntries(visits), [index]: visit }))
  }, [location])
}

/** The last visit of a path before this entry of the history. */
function lastVisit(router: AnyRouter, path: string): { steps: number; search: Visit['search'] } | undefined {
  const index = router.history.location.state.__TSR_index
  const visits = readVisits()
  for (let steps = 1; steps < max; steps++) {
    const visit = visits[index - steps]
    if (visit?.path === path) return { steps, search: visit.search }
  }
  return undefined
}

/** The way to a list: with the filters it had when it was left, and, unless it was never open here, to its place. */
export function useWayBack(to: Way) {
  const router = useRouter()
  const path = router.buildLocation(to as never).pathname
  const search = to.search ?? lastVisit(router, path)?.search
  return {
    link: { to: to.to, ...(to.params && { params: to.params }), ...(search && { search }) } as LinkProps,
    /** By the history, which knows how far the list was scrolled. */
    go: ({ ignoreBlocker = false } = {}): void => {
      const last = to.search === undefined ? lastVisit(router, path) : undefined
      if (last) router.history.go(-last.steps, { ignoreBlocker })
      else void router.navigate({ ...to, ignoreBlocker } as never)
    },
  }
}
