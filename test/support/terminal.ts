import type { ServiceProcess } from './process.ts'

/** Signs the owner of a new installation in; answers the headers of requests. */
export async function signInOwner(service: Pick<ServiceProcess, 'url'>): Promise<Record<string, string>> {
  const device = { 'device-id': 'terminal' }
  const answer = await fetch(`${service.url}/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...device },
    body: JSON.stringify({ email: 'admin@example.com', password: 'demo-password' }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it needs
  const { access_token: token, user } = (await answer.json()) as any
  return { ...device, 'access-token': token, 'merchant-id': user.merchant_id }
}
