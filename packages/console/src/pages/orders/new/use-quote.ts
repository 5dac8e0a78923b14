import { read } from '@commerce-platform/client'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, may } from '#console/data/session.ts'
import { useSettled } from '#console/lib/use-settled.ts'
import { orderOptions } from '../order-data.ts'
import { type Address, addressNames, type Draft, type OrderBody, quoteOf } from './order-draft.ts'

const pauseMs = 250

/** Prices what is typed, a moment after the last key. Without a chosen method the cheapest one is taken. */
export function useQuote(draft: Draft, currency: string) {
  const [cheapest, setCheapest] = useState<string>()
  const method = draft.method || cheapest
  const body = quoteOf(draft, method === 'own' ? undefined : method, currency)
  const text = JSON.stringify(body ?? null)
  const settled = useSettled(text, pauseMs)
  const query = useQuery({
    queryKey: ['staff quote', settled],
    queryFn: ({ signal }) => read(api.POST('/admin/orders/quote', { body: JSON.parse(settled), signal })),
    enabled: settled !== 'null' && may('orders.write'),
    placeholderData: (before) => before,
    // Prices and stock change.
    staleTime: 0,
    gcTime: 0,
  })
  const quote = body === undefined ? undefined : query.data
  const options = quote?.shipping_options
  useEffect(() => {
    if (options === undefined) return
    setCheapest(options[0]?.id)
  }, [options])
  const isStale = settled !== text || query.isPlaceholderData || query.isFetching
  return { quote, body, error: body === undefined || isStale ? null : query.error, isStale, method: method ?? '' }
}

export function placeOrder(body: OrderBody, headers: Record<string, string>) {
  return read(api.POST('/admin/orders', { body, headers }))
}

/** Where the last order of a customer went; undefined if there is none, or the role may not see it. */
export async function readLastAddress(client: QueryClient, customerId: string): Promise<Address | undefined> {
  if (!may('customers.read') || !may('orders.read')) return undefined
  try {
    const params = { path: { id: customerId } }
    const { last_order } = await read(api.GET('/admin/users/{id}', { params }))
    if (last_order === null) return undefined
    const { shipping_address: last } = await client.fetchQuery(orderOptions(last_order.id))
    if (last === null) return undefined
    return Object.fromEntries(addressNames.map((name) => [name, last[name] ?? ''])) as Address
  } catch {
    // It can be typed.
    return undefined
  }
}
