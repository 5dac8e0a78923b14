import type { PaymentProvider, PaymentProviders } from './provider.ts'

/** Timeout of a provider's answer. */
export const providerTimeoutMs = 20_000

/** Asks a provider with a timeout, even if the provider ignores the signal. */
export async function askProvider<T>(
  providers: PaymentProviders,
  name: string,
  question: (provider: PaymentProvider, signal: AbortSignal) => Promise<T>,
  timeoutMs = providerTimeoutMs,
): Promise<T> {
  const provider = providers.find((one) => one.name === name)
  if (provider === undefined) throw new Error(`payment provider ${name} is not configured`)
  const asking = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => {
      const error = new Error(`payment provider ${name} did not answer within ${timeoutMs} ms`)
      reject(error)
      asking.abort(error)
    }
    timer = setTimeout(giveUp, timeoutMs)
  })
  try {
    return await Promise.race([question(provider, asking.signal), late])
  } finally {
    // Not `AbortSignal.timeout`, whose timers live on: at 400 payments a second 8,000 were kept with all they refer to.
    clearTimeout(timer)
  }
}
