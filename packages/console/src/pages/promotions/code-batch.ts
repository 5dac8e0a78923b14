import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askEvery } from '#console/data/queries.ts'
import { type Promotion, promotionOptions } from './promotion-data.ts'

/** Codes that are being made: how many there were before, and how many there will be. */
export interface Batch {
  from: number
  target: number
}

/** Kept while the console is open, so that it is seen after one has looked elsewhere. */
export const batchKey = (id: string) => ['code-batch', id]

/** The batch of a promotion that is on its way. While it is, the promotion is asked how many it has. */
export function useBatch({ id, code_count }: Promotion): Batch | undefined {
  const client = useQueryClient()
  const { data } = useQuery<Batch | null>({ queryKey: batchKey(id), queryFn: () => null, staleTime: Infinity })
  const batch = data != null && code_count < data.target ? data : undefined
  useQuery({ ...promotionOptions(id), refetchInterval: () => askEvery(batch === undefined ? false : 700) })
  useEffect(() => {
    if (code_count > 0) void client.invalidateQueries({ queryKey: ['promotion', id, 'codes'] })
  }, [client, id, code_count])
  return batch
}
