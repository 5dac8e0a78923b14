import { limitGuesses } from '#src/modules/identity/index.ts'
import { AppError } from '#src/platform/lib/errors.ts'

/** An answer with the codes that do not apply. */
interface Answer {
  data: object
}

type Faults = readonly { reason: string }[]

/**
 * Answers a request that may guess codes. Unknown ones are limited per client address, as wrong passwords are.
 * @param codes of the body; without any there is nothing to guess
 * @throws AppError RATE_LIMITED, and what the work throws
 */
export function guessingCodes<T extends Answer>(
  limits: Parameters<typeof limitGuesses>[0],
  { address, codes = [] }: { address: string; codes: readonly string[] | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (codes.length === 0) return work()
  return limitGuesses(
    limits,
    address,
    work,
    (outcome) => faultsOf(outcome).filter(({ reason }) => reason === 'unknown').length,
  )
}

function faultsOf(outcome: { result: Answer } | { error: unknown }): Faults {
  if ('result' in outcome) return faultsIn(outcome.result.data)
  const { error } = outcome
  return error instanceof AppError && error.code === 'DISCOUNT_UNAVAILABLE' ? faultsIn(error.details ?? {}) : []
}

function faultsIn(data: object): Faults {
  return 'discount_faults' in data ? (data.discount_faults as Faults) : []
}
