import { read, type Schemas } from '@commerce-platform/client'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { askEvery, listOptions } from '#console/data/queries.ts'
import { api } from '#console/data/session.ts'
import { useChange } from '#console/data/use-change.ts'
import { nextLook } from './next-look.ts'
import type { DeliveriesSearch } from './search.ts'

export type Webhook = Schemas['Webhook']
export type Delivery = Schemas['Delivery']

/** All of them: a shop has at most 100. */
export const webhooksOptions = listOptions(['webhooks'], (page, signal) =>
  read(api.GET('/admin/webhooks', { params: { query: page }, signal })),
)

const pathOf = (webhook_id: string) => ({ path: { webhook_id } })

export const webhookOptions = (id: string) =>
  queryOptions({
    queryKey: ['webhook', id],
    queryFn: ({ signal }) => read(api.GET('/admin/webhooks/{webhook_id}', { params: pathOf(id), signal })),
  })

/** A list that has grown longer is not read anew by itself. */
const maxPages = 2
/** How often to look for deliveries that are new. */
const quietMs = 10_000

/** Looks again by itself: soon while something of it waits, else now and then. */
export const deliveriesOptions = (id: string, search: DeliveriesSearch) => ({
  ...listOptions(['webhook', id, 'deliveries', search], (page, signal) =>
    read(
      api.GET('/admin/webhooks/{webhook_id}/deliveries', {
        params: { ...pathOf(id), query: { ...search, ...page } },
        signal,
      }),
    ),
  ),
  refetchInterval: ({ state: { data } }: { state: { data?: { pages: { items: Delivery[] }[] } | undefined } }) =>
    data !== undefined &&
    data.pages.length <= maxPages &&
    askEvery(Math.min(nextLook(data.pages.flatMap(({ items }) => items)) || quietMs, quietMs)),
})

/** How many of the last 30 days have this status. */
export const deliveryCountOptions = (id: string, status: NonNullable<DeliveriesSearch['status']>) =>
  queryOptions({
    queryKey: ['webhook', id, 'deliveries', 'count', status],
    queryFn: async ({ signal }) => {
      const page = read(
        api.GET('/admin/webhooks/{webhook_id}/deliveries', {
          params: { ...pathOf(id), query: { status, limit: 1 } },
          signal,
        }),
      )
      return (await page).pagination
    },
    refetchInterval: () => askEvery(quietMs),
  })

export const deliveryOptions = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhook', id, 'delivery', deliveryId],
    queryFn: ({ signal }) =>
      read(
        api.GET('/admin/webhooks/{webhook_id}/deliveries/{delivery_id}', {
          params: { path: { webhook_id: id, delivery_id: deliveryId } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) => data !== undefined && askEvery(nextLook([data])),
  })

/** The queries that show a webhook. */
export const webhookKeys = (id: string) => [['webhook', id], ['webhooks'], ['dashboard']]

export function useWebhookUpdate(id: string, done: (webhook: Webhook) => void) {
  const client = useQueryClient()
  return useChange(
    webhookKeys(id),
    (body: Schemas['UpdateWebhook']) => read(api.PATCH('/admin/webhooks/{webhook_id}', { params: pathOf(id), body })),
    (webhook) => {
      client.setQueryData(webhookOptions(id).queryKey, webhook)
      done(webhook)
    },
  )
}
