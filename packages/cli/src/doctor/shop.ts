import { ApiError, type Client, read } from '@commerce-platform/client'
import { clientOf, defaultUrl, keyOfElsewhere } from '../account.ts'
import { reach } from '../connection.ts'
import type { Check, Finding, Patient } from './findings.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const checkSignIn: Check = ({ account: { url = defaultUrl, apiKey, merchantId, keyIsFor } }) => {
  const fault = (message: string, remedy: string): Finding[] => [{ check: 'sign-in', status: 'fault', message, remedy }]
  if (keyIsFor !== undefined) return fault(...keyOfElsewhere(url, keyIsFor))
  if (apiKey === undefined) return fault('nobody is signed in', 'commerce login')
  if (/^[ps]k_/.test(apiKey)) {
    return fault('the key is one of a storefront', 'Commands need a key of staff (ck_…): `commerce login` makes one.')
  }
  if (merchantId === undefined) return fault('no shop is named', 'Set COMMERCE_MERCHANT_ID, or `commerce login`.')
  if (!uuid.test(merchantId)) {
    return fault(`${merchantId} is no id of a shop`, 'It is a UUID: see Settings in the console, or `commerce login`.')
  }
  return [{ check: 'sign-in', status: 'ok', message: `a key for shop ${merchantId}` }]
}

const clientFor = ({ account }: Patient): Client => {
  const { url = defaultUrl, apiKey = '', merchantId = '', deviceId = 'commerce-doctor' } = account
  return clientOf({ url, apiKey, merchantId, deviceId })
}

export const checkKey: Check = async (patient) => {
  try {
    const { name } = await read(clientFor(patient).api.GET('/admin/merchant'))
    return [{ check: 'key', status: 'ok', message: `the key opens ${name}` }]
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'INSUFFICIENT_PERMISSIONS') return [{ check: 'key', status: 'ok', message: 'the key is valid' }]
    const [message, remedy] =
      error.code === 'MERCHANT_ACCESS_DENIED'
        ? ['the key is of another shop', 'Set COMMERCE_MERCHANT_ID to its shop, or `commerce login`.']
        : error.status === 401
          ? ['the key is unknown, revoked or expired', 'commerce login']
          : [error.message, 'See the log of the service.']
    return [{ check: 'key', status: 'fault', message: message ?? '', remedy }]
  }
}

/** The service names to staff a proxy before it that it does not know. */
export const checkProxy: Check = async ({ account: { url = defaultUrl, apiKey = '', merchantId = '' } }) => {
  const headers = { 'access-token': apiKey, 'merchant-id': merchantId }
  const answer = await reach(`${url}/admin/merchant`, { headers, signal: AbortSignal.timeout(10_000) })
  await answer.body?.cancel()
  const proxy = answer.headers.get('untrusted-proxy')
  if (proxy === null) return [{ check: 'proxy', status: 'ok', message: 'no unknown proxy stands before the service' }]
  const message = `the service sees all shoppers at the address of a proxy, ${proxy}, and limits them as one`
  const remedy = `Set TRUST_PROXY=${proxy} where the service runs: see docs/operations/configuration.md.`
  return [{ check: 'proxy', status: 'warning', message, remedy }]
}

/** What `listen`, `events` and `deliveries` read. */
export const checkPermissions: Check = async (patient) => {
  try {
    await clientFor(patient).api.GET('/admin/events', { params: { query: { limit: 1 } } })
    return [{ check: 'permissions', status: 'ok', message: 'the key may read events' }]
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'INSUFFICIENT_PERMISSIONS') throw error
    const remedy = 'Make a key with webhooks.read, in the console under Settings, API keys.'
    return [{ check: 'permissions', status: 'fault', message: 'the key may not read events', remedy }]
  }
}

export const checkSubscriptions: Check = async (patient) => {
  const { api } = clientFor(patient)
  const { items } = await read(api.GET('/admin/webhooks', { params: { query: { limit: 100 } } }))
  const findings: Finding[] = []
  const warn = (message: string, remedy: string) =>
    findings.push({ check: 'webhooks', status: 'warning', message, remedy })
  for (const { id, url, active, disabled_reason } of items) {
    if (!active) {
      const remedy = `Mend the receiver, then: commerce api PATCH /admin/webhooks/${id} -F active=true`
      warn(`the subscription of ${url} is off${disabled_reason === null ? '' : ` (${disabled_reason})`}`, remedy)
      continue
    }
    const params = { path: { webhook_id: id }, query: { status: 'failed' as const, limit: 1 } }
    const failed = await read(api.GET('/admin/webhooks/{webhook_id}/deliveries', { params }))
    if (failed.pagination.total > 0) {
      const remedy = `commerce deliveries list --webhook ${id} --status failed`
      warn(`${failed.pagination.total} deliveries to ${url} have failed`, remedy)
    }
  }
  if (findings.length > 0) return findings
  const message =
    items.length === 0 ? 'the shop has no subscription; `commerce listen` needs none' : 'subscriptions are on'
  return [{ check: 'webhooks', status: 'ok', message }]
}

/** What a shop lacks to sell. A key that may not read it has nothing to say about it. */
export const checkSelling: Check = async (patient) => {
  const { api } = clientFor(patient)
  const findings: Finding[] = []
  const warn = (message: string, remedy: string) =>
    findings.push({ check: 'selling', status: 'warning', message, remedy })
  try {
    const query = { status: 'active' as const, limit: 1 }
    const products = await read(api.GET('/admin/products', { params: { query } }))
    if (products.items.length === 0) warn('the shop has no active product', 'commerce products import FILE')
    const settings = await read(api.GET('/admin/merchant'))
    const methods = await read(api.GET('/admin/shipping-methods'))
    if (settings.shipping_required && methods.items.length === 0) {
      warn(
        'orders must be shipped, and there is no shipping method',
        'Make one in the console, under Settings, Shipping.',
      )
    }
    if (settings.storefront_url === null) {
      warn(
        'mails lead to pages of the service, as there is no storefront_url',
        'Set it in the console, under Settings.',
      )
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
  }
  return findings.length > 0 ? findings : [{ check: 'selling', status: 'ok', message: 'the shop can sell' }]
}
