import { ApiError, type Page, read, type Schemas } from '@commerce-platform/client'
import {
  infiniteQueryOptions,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { sentence, sentencesOf } from '#console/lib/faults.ts'
import { setTimeZone } from '#console/lib/format.ts'
import { t } from '#console/lib/text.ts'
import { loadRows } from '#console/ui/load-rows.ts'
import { api, isSessionEnded, may, renewPermissions } from './session.ts'

// By a timer, as is its default, a second click comes first on a slow computer, and sends a change twice.
notifyManager.setScheduler(queueMicrotask)

/** The client retries by itself what is worth it, so that a failure shown is one to act on. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: renewIfRefused }),
  mutationCache: new MutationCache({ onError: renewIfRefused }),
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 30 * 60_000, retry: false, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})

/** Items a page; the most that every list gives. */
const pageSize = 100

function renewIfRefused(error: unknown): void {
  if (error instanceof ApiError && error.code === 'INSUFFICIENT_PERMISSIONS') void renewPermissions()
}

/**
 * A list that grows as it is scrolled. `key` names the list with its filters; `readPage` asks for one page:
 * `(page, signal) => read(api.GET('/admin/orders', { params: { query: { ...filters, ...page } }, signal }))`
 */
export function listOptions<Item>(
  key: readonly unknown[],
  readPage: (page: { limit: number; cursor?: string }, signal: AbortSignal) => Promise<Page<Item>>,
) {
  return infiniteQueryOptions({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const page = readPage({ limit: pageSize, ...(pageParam && { cursor: pageParam }) }, signal)
      // A list that has come can be shown at once.
      await Promise.all([page, loadRows()])
      return page
    },
    initialPageParam: '',
    getNextPageParam: ({ pagination }: Page<Item>) => pagination.next_cursor || undefined,
  })
}

export const profileOptions = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => read(api.GET('/user/profile', { signal })),
  staleTime: 300_000,
})

export const shopOptions = queryOptions({
  queryKey: ['shop'],
  queryFn: async ({ signal }) => {
    const shop = await read(api.GET('/admin/merchant', { signal }))
    setTimeZone(shop.timezone)
    return shop
  },
  enabled: () => may('settings.read'),
  staleTime: 300_000,
})

/** How long until something is asked again by itself; not while nobody is signed in. */
export function askEvery(ms: number | false): number | false {
  return !isSessionEnded() && ms
}

/** What waits for somebody. Under the dashboard's key: what changes its figures changes these. */
export const countsOptions = queryOptions({
  queryKey: ['dashboard', 'counts'],
  queryFn: ({ signal }) => read(api.GET('/admin/counts', { signal })),
  enabled: () => may('dashboard.read'),
  refetchInterval: () => askEvery(60_000),
})

/** What to tell a person about a failure. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    const { code, message, faults } = error
    if (code === 'RATE_LIMITED')
      return t('Too many requests. Wait {retryAfter} seconds and try again.', { retryAfter: error.retryAfter ?? 60 })
    if (code === 'SERVICE_UNAVAILABLE') return t('The service is busy or not reachable. Try again in a moment.')
    if (code === 'INTERNAL_ERROR') return t('The service failed. Nothing was changed. Try again.')
    if (code === 'TWO_FACTOR_SETUP_REQUIRED') return t('Your shop asks for two factors. Set them up in your account.')
    return faults.length > 0 ? sentencesOf(faults) : sentence(message)
  }
  if (error instanceof TypeError) return t('The service cannot be reached. Check your connection.')
  if (error instanceof DOMException && error.name === 'TimeoutError') return t('The service took too long to answer.')
  return t('Something went wrong in this page. Reload it.')
}

/** An order as staff sees it. */
export type Order = Schemas['StaffOrder']
