import type { TestApp } from './app.ts'
import type { SignedInUser, TestMerchant } from './factories.ts'

export interface Entry {
  id: string
  at: string
  actor: { type: string; id: string | null; email?: string | null; name?: string | null }
  action: string
  target: { type: string; id: string; name: string | null }
  changes: Record<string, [unknown, unknown]>
  ip: string | null
  request_id: string | null
}

/** Action and changes of each entry, the oldest first. */
export const told = (entries: readonly Entry[]) => entries.map(({ action, changes }) => [action, changes]).reverse()

/** Reads the audit log of a shop, and acts there. */
export function auditTools(at: () => { service: TestApp; shop: TestMerchant }) {
  const list = (by: SignedInUser, query = '') =>
    at().service.request('GET', `/admin/audit-log${query}`, { headers: by.headers })
  const entriesOf = async (targetId: string, by = at().shop.owner): Promise<Entry[]> =>
    (await list(by, `?target=${targetId}`)).body.data.items
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown, by = at().shop.owner) =>
    at().service.request(method, path, { headers: by.headers, ...(body !== undefined && { body }) })
  const signIn = (user: SignedInUser, password: string, merchantId?: string) =>
    at().service.request('POST', '/admin/login', {
      headers: { 'device-id': 'desk', ...(merchantId && { 'merchant-id': merchantId }) },
      body: { email: user.email, password },
    })
  return { list, entriesOf, send, signIn }
}
