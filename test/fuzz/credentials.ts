import { newId } from '#src/platform/lib/ids.ts'
import type { Credentials } from './plans.ts'
import type { Group } from './pools.ts'
import type { Caller } from './world.ts'

/** A caller's headers, with one of them wrong. */
export function credentialsOf(
  credentials: Credentials,
  { headers, group }: Caller,
  shops: Record<Group, { id: string }>,
): Record<string, string> {
  const token = headers['access-token'] ?? ''
  const without = (name: string) => Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))
  switch (credentials) {
    case 'own':
      return headers
    case 'no device':
      return without('device-id')
    case 'another device':
      return { ...headers, 'device-id': `${headers['device-id']}x` }
    case 'no shop':
      return without('merchant-id')
    case 'another shop':
      return { ...headers, 'merchant-id': shops[group === 'a' ? 'b' : 'a'].id }
    case 'the untouched shop':
      return { ...headers, 'merchant-id': shops.untouched.id }
    case 'no such shop':
      return { ...headers, 'merchant-id': newId() }
    case 'a forged token':
      return { ...headers, 'access-token': forged(token, shops.untouched.id) }
    case 'nonsense for a token':
      return { ...headers, 'access-token': 'eyJhbGciOiJub25lIn0.e30.' }
    case 'a malformed shop':
      return { ...headers, 'merchant-id': `' or 1=1--` }
    case 'a malformed device':
      return { ...headers, 'device-id': 'x'.repeat(5_000) }
  }
}

/** Claims of another shop's owner under the signature of the caller's own. */
function forged(token: string, merchantId: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}')
  const text = JSON.stringify({ ...claims, role: 'owner', merchant_id: merchantId, mid: merchantId })
  return `${header}.${Buffer.from(text).toString('base64url')}.${signature}`
}
