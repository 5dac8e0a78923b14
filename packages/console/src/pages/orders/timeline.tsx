import { read, type Schemas } from '@commerce-platform/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import { t } from '#console/lib/text.ts'
import { Button } from '#console/ui/button.tsx'
import { Failure, Skeleton } from '#console/ui/states.tsx'
import { Time } from '#console/ui/time.tsx'

/** What happened to the order and who did it, newest first. */
export function Timeline({ orderId }: { orderId: string }) {
  const query = useInfiniteQuery({
    queryKey: ['order', orderId, 'timeline'],
    queryFn: ({ pageParam, signal }) =>
      read(
        api.GET('/admin/orders/{id}/timeline', {
          params: { path: { id: orderId }, query: { limit: 50, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor || undefined,
  })
  if (query.error) return <Failure error={query.error} retry={query.refetch} />
  if (query.data === undefined) return <Skeleton className="h-24" />
  return (
    <>
      <ol className="relative before:absolute before:inset-y-2 before:left-[3px] before:w-px before:bg-line-2">
        {query.data.pages
          .flatMap(({ items }) => items)
          .map((item) => (
            <Happening key={item.id} item={item} />
          ))}
      </ol>
      {query.hasNextPage && (
        <Button look="quiet" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {t('Earlier')}
        </Button>
      )}
    </>
  )
}

function Happening({ item: { at, text, actor } }: { item: Schemas['TimelineItem'] }) {
  return (
    <li className="relative flex gap-4 py-1 pl-5">
      <span aria-hidden className="absolute top-[10px] left-0 size-[7px] rounded-full bg-ink-3 ring-3 ring-paper" />
      <span className="min-w-0 flex-1 break-words">
        {text}
        {actor?.name && <span className="text-ink-3"> · {actor.name}</span>}
      </span>
      <span className="text-ink-3">
        <Time at={at} />
      </span>
    </li>
  )
}
