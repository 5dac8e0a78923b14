import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createClient, read } from '@commerce-platform/client'

const file = fileURLToPath(new URL('../../node_modules/.cache/storefront-keys.json', import.meta.url))

/** Where a demo shop is, and who owns it: as `npm start` prints them. */
export interface Owner {
  baseUrl: string
  email: string
  password: string
}

/** A key of the demo shop, made at the first start and kept for the next. Waits until the service runs. */
export async function ownKey({ baseUrl, email, password }: Owner, say: (text: string) => void): Promise<string> {
  const saved = readSaved()
  const remembered = saved[baseUrl]
  await untilReady(baseUrl, say)
  if (remembered && (await isGood(baseUrl, remembered))) return remembered
  const { api, setToken, setMerchant } = createClient({ baseUrl, deviceId: `storefront-${crypto.randomUUID()}` })
  const { access_token: token, user } = await read(api.POST('/admin/login', { body: { email, password } }))
  setToken({ token, expiresAt: Number.POSITIVE_INFINITY })
  setMerchant(user.merchant_id)
  const made = await read(api.POST('/admin/api-keys', { body: { kind: 'storefront', name: 'npm run storefront' } }))
  await api.POST('/user/logout', {}).catch(() => undefined)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...saved, [baseUrl]: made.key }), { mode: 0o600 })
  return made.key
}

async function untilReady(baseUrl: string, say: (text: string) => void): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const answer = await fetch(new URL('/health/ready', baseUrl)).catch(() => undefined)
    if (answer?.ok) return
    if (attempt === 0) say(`waiting for the service at ${baseUrl} (npm start)`)
    await wait(1_000)
  }
}

async function isGood(baseUrl: string, storefrontKey: string): Promise<boolean> {
  const { api } = createClient({ baseUrl, deviceId: 'storefront', storefrontKey })
  return api.GET('/shop').then(
    () => true,
    () => false,
  )
}

function readSaved(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
