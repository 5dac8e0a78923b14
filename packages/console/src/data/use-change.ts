import { ApiError } from '@commerce-platform/client'
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A change, after which all that shows it is read anew: the queries below `keys`. Also after a refusal: what it is
 * about may have changed in between. `done` is called even if the button that began it is gone by then.
 */
export function useChange<Input, Answer>(
  keys: readonly QueryKey[],
  change: (input: Input) => Promise<Answer>,
  done: (answer: Answer, input: Input) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (answer, input) => done(answer, input),
    onSettled: () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}

/**
 * Headers for what must not happen twice. While nobody knows whether a request arrived, the same body keeps its key, so
 * that trying again cannot refund or send a second time.
 */
export function useRepeatable() {
  const open = useRef<{ body: string; key: string }>(undefined)
  return async <Answer>(body: unknown, send: (headers: Record<string, string>) => Promise<Answer>) => {
    const text = JSON.stringify(body)
    if (open.current?.body !== text) open.current = { body: text, key: crypto.randomUUID() }
    try {
      const answer = await send({ 'idempotency-key': open.current.key })
      open.current = undefined
      return answer
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.code !== 'IDEMPOTENCY_IN_PROGRESS')
        open.current = undefined
      throw error
    }
  }
}
