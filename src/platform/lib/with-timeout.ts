import { AppError } from './errors.ts'

/** A supervised process has 5 s for its metrics, or those of all processes are missing from the answer. */
export const metricsTimeoutMs = 2_000

/**
 * The result of the work, or an error after `ms`. For requests that need an answer even while the database is silent:
 * its statements fail only after half a minute, when the client has gone.
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const fail = () => late.reject(new AppError('SERVICE_UNAVAILABLE', 'the database does not answer', { retryAfter: 1 }))
  const timer = setTimeout(fail, ms)
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
