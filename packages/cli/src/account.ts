import { randomUUID } from 'node:crypto'
import { type Client, createClient } from '@commerce-platform/client'
import { reachService } from './connection.ts'
import { exitCodes, Problem, wrongUsage } from './problems.ts'
import { isPlainAway } from './proxies.ts'
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

export interface FoundAccount extends Partial<Account> {
  /** Where the stored key is from, if COMMERCE_URL names another address: it is not sent there. */
  keyIsFor?: string
}

/**
 * COMMERCE_URL, COMMERCE_API_KEY and COMMERCE_MERCHANT_ID go before what `commerce login` has stored. What it stored is
 * for the address at which it signed in, and for no other.
 */
export function findAccount(env: NodeJS.ProcessEnv = process.env): FoundAccount {
  const stored = readSetting<Partial<Account>>(accountFile) ?? {}
  const { COMMERCE_API_KEY: apiKey, COMMERCE_MERCHANT_ID: merchantId } = env
  const url = env['COMMERCE_URL'] ? cleanUrl(env['COMMERCE_URL']) : undefined
  const storedUrl = stored.url ?? defaultUrl
  const given = { ...(url ? { url } : {}), ...(apiKey ? { apiKey } : {}), ...(merchantId ? { merchantId } : {}) }
  // A key of the environment has nothing to do with the shop or the address of the stored one.
  const used = url ?? (apiKey ? defaultUrl : storedUrl)
  if (used !== storedUrl) return stored.apiKey && !apiKey ? { ...given, keyIsFor: storedUrl } : given
  return apiKey ? { ...(stored.deviceId && { deviceId: stored.deviceId }), ...given } : { ...stored, ...given }
}

/** @throws Problem if nobody is signed in */
export function requireAccount(): Account {
  const { url = defaultUrl, apiKey, merchantId, deviceId = randomUUID(), apiKeyId, keyIsFor } = findAccount()
  const remedy = 'Run `commerce login`, or set COMMERCE_URL, COMMERCE_API_KEY and COMMERCE_MERCHANT_ID.'
  if (keyIsFor !== undefined) throw new Problem(...keyOfElsewhere(url, keyIsFor), exitCodes.notSignedIn)
  if (apiKey === undefined) throw new Problem('you are not signed in', remedy, exitCodes.notSignedIn)
  if (merchantId === undefined)
    throw new Problem('no shop is named', 'Set COMMERCE_MERCHANT_ID.', exitCodes.notSignedIn)
  return { url, apiKey, merchantId, deviceId, ...(apiKeyId === undefined ? {} : { apiKeyId }) }
}

/** Why a stored key is not used, and what to do. */
export function keyOfElsewhere(url: string, keyIsFor: string): [message: string, remedy: string] {
  const remedy = `Unset COMMERCE_URL, or sign in there: \`commerce login --url ${url}\`.`
  return [`COMMERCE_URL is ${url}, and you are signed in at ${keyIsFor}; that key is not sent elsewhere`, remedy]
}

/** A warning where a key or a password could be read on its way. */
export function plainWarning(url: string): string | undefined {
  if (!isPlainAway(url)) return undefined
  return `Warning: ${url} is asked over plain HTTP, so others on the way can read what you send. Use https://.`
}

export function storeAccount(account: Account): void {
  writeSetting(accountFile, account)
}

export function forgetAccount(): void {
  deleteSetting(accountFile)
}

export function clientOf({ url, apiKey, merchantId, deviceId }: Account): Client {
  return createClient({ baseUrl: url, accessToken: apiKey, merchantId, deviceId, fetch: reachService })
}

/** @throws Problem (usage) if it is no http or https address */
export function cleanUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw wrongUsage(`${text} is no address`, 'Give one as in https://api.example or http://localhost:3000.')
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}
