import type { TestAnswer, TestApp } from './app.ts'
import type { TestMerchant } from './factories.ts'

export interface TestWebhook {
  id: string
  secret: string
  /** Requests below the subscription's own path, by its merchant's owner. */
  request(method: Parameters<TestApp['request']>[0], path: string, body?: unknown): Promise<TestAnswer>
}

/** A subscription made through the API; by default to every order event, at an address that nobody listens on. */
export async function makeWebhook(
  service: TestApp,
  { owner }: TestMerchant,
  settings: {
    url?: string
    events?: string[]
    active?: boolean
    description?: string
    secret?: string
    retry_for?: string
  } = {},
): Promise<TestWebhook> {
  const { headers } = owner
  const body = { url: 'http://127.0.0.1:9/hooks', events: ['order.*'], ...settings }
  const answer = await service.request('POST', '/admin/webhooks', { headers, body })
  if (answer.status !== 201) throw new Error(`webhook answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  const { id, secret } = answer.body.data
  return {
    id,
    secret,
    request: (method, path, body) =>
      service.request(method, `/admin/webhooks/${id}${path}`, { headers, ...(body !== undefined && { body }) }),
  }
}
