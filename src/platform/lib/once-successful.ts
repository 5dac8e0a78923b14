/** Makes a value at the first call, and keeps it. After a failure the next call tries again. */
export function onceSuccessful<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= make().catch((error: unknown) => {
      result = undefined
      throw error
    })
    return result
  }
}
