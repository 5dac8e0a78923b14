import { read } from '@commerce-platform/client'
import { useQuery } from '@tanstack/react-query'
import { api } from '#console/data/session.ts'
import { useSettled } from '#console/lib/use-settled.ts'
import type { EditBody } from './edit-draft.ts'

const pauseMs = 300

/** What the edit would do, a moment after the last key. */
export function usePreview(id: string, body: EditBody | null | undefined) {
  const text = JSON.stringify(body ?? null)
  const settled = useSettled(text, pauseMs)
  const query = useQuery({
    queryKey: ['edit preview', id, settled],
    queryFn: ({ signal }) => {
      const edit: EditBody = { ...JSON.parse(settled), preview: true }
      return read(api.POST('/admin/orders/{id}/edits', { params: { path: { id } }, body: edit, signal }))
    },
    enabled: settled !== 'null',
    placeholderData: (before) => before,
    // Prices and stock change.
    staleTime: 0,
    gcTime: 0,
  })
  const isStale = settled !== text || query.isFetching || query.isPlaceholderData
  const isNone = body == null || query.error !== null
  return { data: isNone ? undefined : query.data, error: body == null || isStale ? null : query.error, isStale }
}
