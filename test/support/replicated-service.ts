import assert from 'node:assert/strict'
import { startTestApp, type TestApp, unique } from './app.ts'
import { makeApiKey, makeMerchant, makeUser, type SignedInUser, type TestMerchant } from './factories.ts'
import { causesOf } from './read-counts.ts'
import { type ReplicatedServers, startReplicatedServers } from './standby.ts'
import { until } from './until.ts'

type Headers = Record<string, string>
type RunningApp = Awaited<ReturnType<typeof startTestApp>>

/** A service of two processes, which share no memory, that reads at a standby. */
export interface ReplicatedService {
  servers: ReplicatedServers
  here: RunningApp
  there: RunningApp
  merchant: TestMerchant
  key: { id: string; headers: Headers }
  shopper: SignedInUser
  /** Another process of it. */
  startService(settings?: Headers, databaseUrl?: string): Promise<RunningApp>
  /** Until the standby has everything, and is used by both. */
  settle(): Promise<void>
  whilePaused(work: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

export async function startReplicatedService(): Promise<ReplicatedService> {
  const servers = await startReplicatedServers()
  try {
    return await startOn(servers)
  } catch (error) {
    await servers.stop()
    throw error
  }
}

async function startOn(servers: ReplicatedServers): Promise<ReplicatedService> {
  const startService = (settings: Headers = {}, databaseUrl = servers.primary.url) =>
    startTestApp(
      { DATABASE_URL: databaseUrl, DATABASE_READ_URL: servers.standby.url, READ_MAX_LAG_SECONDS: '300', ...settings },
      databaseUrl,
    )
  const [here, there] = [await startService(), await startService()]
  const merchant = await makeMerchant(here)
  const key = await makeApiKey(here, merchant)
  const shopper = await makeUser(here)

  async function settle() {
    await servers.standby.catchUp()
    for (const service of [here, there])
      await until(
        async () => (await causesOf(service, () => search(service, shopper.headers))).includes('current'),
        'the standby to be used',
      )
  }
  async function whilePaused(work: () => Promise<void>) {
    await servers.standby.pauseReplay()
    try {
      await work()
    } finally {
      await servers.standby.resumeReplay()
      await settle()
    }
  }
  await settle()
  return {
    servers,
    here,
    there,
    merchant,
    key,
    shopper,
    startService,
    settle,
    whilePaused,
    async stop() {
      await Promise.all([here.close(), there.close()])
      await servers.stop()
    },
  }
}

/** Of reads that the standby answers in time: on a machine that stalls they are made again. */
export const causesInTime = (service: TestApp, work: () => Promise<unknown>) =>
  until(async () => {
    const causes = await causesOf(service, work)
    return !causes.includes('failed') && !causes.includes('away') && causes
  }, 'the standby to answer in time')

export const search = (service: TestApp, headers: Headers, q = 'nothing') =>
  service.request('GET', `/marketplace/search?q=${q}`, { headers })

export const skus = async (service: TestApp, headers: Headers) => {
  const answer = await service.request('GET', '/admin/products', { headers })
  assert.equal(answer.status, 200)
  return answer.body.data.items.map(({ sku }: { sku: string }) => sku) as string[]
}

export const create = async (service: TestApp, headers: Headers, more: Headers = {}) => {
  const sku = unique('SKU')
  const body = { sku, name: 'Kettle', price: 5, status: 'active' }
  const answer = await service.request('POST', '/admin/products', { headers: { ...headers, ...more }, body })
  assert.equal(answer.status, 201)
  return { sku, body, answer }
}
