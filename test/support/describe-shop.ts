import { after, before, describe } from 'node:test'
import { startTestApp, type TestApp } from './app.ts'
import { makeMerchant, type TestMerchant } from './factories.ts'

/** The tests, after the settings of their service if it has any. */
type Given<T> = [body: (given: T) => void] | [settings: Record<string, string>, body: (given: T) => void]

/** Tests that share a service. What they are given is filled before the first of them runs. */
export function describeService(name: string, ...given: Given<{ service: TestApp }>): void {
  const [settings, body] = given.length === 2 ? given : [{}, given[0]]
  describe(name, () => {
    const service = {} as TestApp & { close(): Promise<void> }
    before(async () => {
      Object.assign(service, await startTestApp(settings))
    })
    after(() => service.close())
    body({ service })
  })
}

/** The same with a shop of that service. */
export function describeShop(name: string, ...given: Given<{ service: TestApp; shop: TestMerchant }>): void {
  const [settings, body] = given.length === 2 ? given : [{}, given[0]]
  describeService(name, settings, ({ service }) => {
    const shop = {} as TestMerchant
    before(async () => {
      Object.assign(shop, await makeMerchant(service))
    })
    body({ service, shop })
  })
}
