/**
 * Maximum wait for the lock: a phone may suspend the tab that holds it. The service gives concurrent refreshes the same
 * answer.
 */
const maxWaitMs = 10_000
/** Longer than a refresh takes. */
const leaseMs = 10_000
/** After this time both of two concurrent tabs have written their lease. */
const settleMs = 50

/**
 * Runs `work` exclusively among the tabs of this browser, by name, but waits ten seconds at most. Uses
 * `navigator.locks`, which browsers have on secure pages only, else a lease in local storage. In other runtimes it runs
 * at once.
 */
export async function alone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const locks = globalThis.navigator?.locks
  if (locks === undefined) return withLease(name, work)
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), maxWaitMs)
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
  const endsAt = Date.now() + maxWaitMs
  while (!isMine() && Date.now() < endsAt) {
    const { until = 0 } = readLease(storage, key) ?? {}
    // After a clock was set back, a lease must not last for hours.
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

/** Undefined if it is not an object. */
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

/** Undefined outside of browsers, and where storage is disabled for the page. */
export function localStorageIfAllowed(): Storage | undefined {
  try {
    return globalThis.localStorage ?? undefined
  } catch {
    return undefined
  }
}

/** `crypto.randomUUID` exists on secure pages only. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
