/** A phone may put a tab to sleep that holds the lock. The service answers two that refresh at once alike. */
const longestWaitMs = 10_000
/** Longer than a refresh takes. */
const leaseMs = 10_000
/** Two tabs that take the lease at once have both written by then. */
const settleMs = 50

/**
 * Runs `work` while no other tab of this browser runs one of that name, and at the latest after ten seconds: by
 * `navigator.locks`, which browsers have on secure pages alone, else by a lease in local storage. In other runtimes it
 * runs at once.
 */
export async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks
  if (locks === undefined) return withLease(name, work)
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), longestWaitMs)
  const begin = () => {
    clearTimeout(timer)
    return work()
  }
  try {
    return await locks.request(name, { signal: waiting.signal }, begin)
  } catch (error) {
    if (waiting.signal.aborted && error === waiting.signal.reason) return work()
    throw error
  }
}

async function withLease<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const storage = localStorageIfAllowed()
  if (storage === undefined) return work()
  const key = `${name}-lease`
  const holder = randomId()
  const isMine = () => readLease(storage, key)?.holder === holder
  const endsAt = Date.now() + longestWaitMs
  while (!isMine() && Date.now() < endsAt) {
    const { until = 0 } = readLease(storage, key) ?? {}
    // A clock that was set back must not make a lease of hours.
    const isHeld = until > Date.now() && until <= Date.now() + leaseMs
    if (!isHeld && !keep(storage, key, { holder, until: Date.now() + leaseMs })) break
    await new Promise((done) => setTimeout(done, settleMs))
  }
  try {
    return await work()
  } finally {
    if (isMine()) storage.removeItem(key)
  }
}

interface Lease {
  holder: string
  until: number
}

function readLease(storage: Storage, key: string): Partial<Lease> | undefined {
  return readJson(storage.getItem(key)) as Partial<Lease> | undefined
}

/** Undefined for what is no object. */
export function readJson(text: string | null): object | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** False if the storage is full. */
export function keep(storage: Storage, key: string, value: object): boolean {
  try {
    storage.setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

/** Undefined outside of browsers, and in those that keep nothing for this page. */
export function localStorageIfAllowed(): Storage | undefined {
  try {
    return globalThis.localStorage ?? undefined
  } catch {
    return undefined
  }
}

/** `crypto.randomUUID` is on secure pages alone. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
