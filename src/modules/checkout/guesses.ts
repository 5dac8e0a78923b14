import { limitGuesses } from '#src/modules/identity/index.ts'
import { codeKey } from '#src/modules/promotions/index.ts'
import { AppError } from '#src/platform/lib/errors.ts'

type Faults = readonly { code: string; reason: string }[]

/**
 * Answers a request that may guess codes. Unknown ones are limited per client address, as wrong passwords are.
 * @param codes of the body; without any there is nothing to guess
 * @throws AppError RATE_LIMITED, and what the work throws
 */
export function guessingCodes<T extends object>(
  limits: Parameters<typeof limitGuesses>[0],
  { address, codes = [] }: { address: string; codes: readonly string[] | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (codes.length === 0) return work()
  const given = new Set(codes.map(codeKey))
  // A cart also tells of codes that it kept before.
  const wrongIn = (outcome: { result: object } | { error: unknown }) =>
    faultsOf(outcome).filter(({ code, reason }) => reason === 'unknown' && given.has(codeKey(code))).length
  return limitGuesses<T>(limits, { of: 'discount codes', address, wrongIn }, work)
}

function faultsOf(outcome: { result: object } | { error: unknown }): Faults {
  if ('result' in outcome) return faultsIn(outcome.result)
  const { error } = outcome
  return error instanceof AppError && error.code === 'DISCOUNT_UNAVAILABLE' ? faultsIn(error.details ?? {}) : []
}

function faultsIn(data: object): Faults {
  return 'discount_faults' in data ? (data.discount_faults as Faults) : []
}
