import { randomUUID } from 'node:crypto'
import { type Client, createClient } from '@commerce-platform/client'
import { exitCodes, Problem, wrongUsage } from './problems.ts'
import { deleteSetting, readSetting, writeSetting } from './settings-folder.ts'

/** Who the commands act as, and where. */
export interface Account {
  /** Without a slash at the end. */
  url: string
  merchantId: string
  apiKey: string
  /** Id of the key, if `commerce login` made it: the logout revokes it. */
  apiKeyId?: string
  deviceId: string
}

export const accountFile = 'account.json'
export const defaultUrl = 'http://localhost:3000'

/** COMMERCE_URL, COMMERCE_API_KEY and COMMERCE_MERCHANT_ID go before what `commerce login` has stored. */
export function findAccount(env: NodeJS.ProcessEnv = process.env): Partial<Account> {
  const stored = readSetting<Partial<Account>>(accountFile) ?? {}
  const { COMMERCE_URL: url, COMMERCE_API_KEY: apiKey, COMMERCE_MERCHANT_ID: merchantId } = env
  // A key of the environment has nothing to do with the shop or the address of the stored one.
  const base = apiKey ? { deviceId: stored.deviceId } : stored
  return {
    ...base,
    ...(url ? { url: cleanUrl(url) } : {}),
    ...(apiKey ? { apiKey } : {}),
    ...(merchantId ? { merchantId } : {}),
  }
}

/** @throws Problem if nobody is signed in */
export function requireAccount(): Account {
  const { url = defaultUrl, apiKey, merchantId, deviceId = randomUUID(), apiKeyId } = findAccount()
  const remedy = 'Run `commerce login`, or set COMMERCE_URL, COMMERCE_API_KEY and COMMERCE_MERCHANT_ID.'
  if (apiKey === undefined) throw new Problem('you are not signed in', remedy, exitCodes.notSignedIn)
  if (merchantId === undefined)
    throw new Problem('no shop is named', 'Set COMMERCE_MERCHANT_ID.', exitCodes.notSignedIn)
  return { url, apiKey, merchantId, deviceId, ...(apiKeyId === undefined ? {} : { apiKeyId }) }
}

export function storeAccount(account: Account): void {
  writeSetting(accountFile, account)
}

export function forgetAccount(): void {
  deleteSetting(accountFile)
}

export function clientOf({ url, apiKey, merchantId, deviceId }: Account): Client {
  return createClient({ baseUrl: url, accessToken: apiKey, merchantId, deviceId })
}

/** @throws Problem (usage) if it is no http or https address */
export function cleanUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw wrongUsage(`${text} is no address`, 'Give one as in https://api.example or http://localhost:3000.')
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
