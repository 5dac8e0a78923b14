import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { startTestApp, type TestApp } from './app.ts'
import { makeMerchant, type TestMerchant } from './factories.ts'

type Started = TestApp & { close(): Promise<void> }
/** Settings of a service, or what starts another kind of it. */
type Start<S> = Record<string, string> | (() => Promise<S>)

/** The tests, after the settings of their service, or what starts it, if it has any. */
type Given<S, T> = [body: (given: T) => void] | [start: Start<S>, body: (given: T) => void]

/** Tests that share a service. What they are given is filled before the first of them runs. */
export function describeService<S extends Started = Started>(name: string, ...given: Given<S, { service: S }>): void {
  const [start, body] = given.length === 2 ? given : [{}, given[0]]
  describe(name, () => {
    const service = {} as S
    before(async () => {
      Object.assign(service, await (typeof start === 'function' ? start() : startTestApp(start)))
    })
    body({ service })
    // The last of the hooks: those of the tests may still look at its database.
    after(() => service.close())
  })
}

/** The same with a shop of that service. */
export function describeShop<S extends Started = Started>(
  name: string,
  ...given: Given<S, { service: S; shop: TestMerchant }>
): void {
  const [start, body] = given.length === 2 ? given : [{}, given[0]]
  describeService<S>(name, start, ({ service }) => {
    const shop = {} as TestMerchant
    before(async () => {
      Object.assign(shop, await makeMerchant(service))
    })
    body({ service, shop })
  })
}

/** What the tests of a suite share: it is filled before the first of them, and closed after the last. */
export function started<T extends { close(): Promise<void> }>(start: () => Promise<T>): T {
  const running = {} as T
  before(async () => {
    Object.assign(running, await start())
  })
  after(() => running.close())
  return running
}

/** A second process of the service, on its database. */
export function besideService(service: TestApp, settings: Record<string, string> = {}): Started {
  return started(() => startTestApp(settings, service.databaseUrl))
}

/** For files of a test; it is removed with those of the whole run. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'commerce-test-'))
