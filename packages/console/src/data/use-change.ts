import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

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
