/** What the work answers, or an error that names it when its time is over; the work itself goes on. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`waited ${ms / 1_000} s in vain for ${what}`)), ms)
  // It may fail after its time.
  work.catch(() => {})
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
