import { insertMerchant, insertStaff } from '#src/modules/merchants/queries.ts'
import { newId } from '#src/platform/lib/ids.ts'
import { permissions as allPermissions, type Role } from '#src/platform/lib/permissions.ts'
import { type TestApp, unique } from './app.ts'

export interface SignedInUser {
  id: string
  email: string
  password: string
  /** access-token and device-id, ready to be sent. */
  headers: Record<string, string>
  refreshToken: string
}

export interface TestMerchant {
  id: string
  name: string
  currency: string
  /** Its owner, with merchant-id among the headers. */
  owner: SignedInUser
}

/** Registers a user through the API. */
export async function makeUser(
  service: TestApp,
  options: { merchantId?: string; email?: string; name?: string } = {},
): Promise<SignedInUser> {
  const email = options.email ?? `${unique('user')}@example.com`
  const password = 'a good password'
  const deviceId = unique('device')
  const answer = await service.request('POST', '/user/register', {
    headers: { 'device-id': deviceId, ...(options.merchantId && { 'merchant-id': options.merchantId }) },
    body: { email, password, name: options.name ?? 'Test User' },
  })
  if (answer.status !== 201) throw new Error(`register answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  const { access_token, refresh_token, user } = answer.body.data
  const headers = { 'access-token': access_token as string, 'device-id': deviceId }
  return { id: user.id, email, password, headers, refreshToken: refresh_token }
}

/** A merchant with an owner who is signed in to it. */
export async function makeMerchant(service: TestApp, options: { currency?: string } = {}): Promise<TestMerchant> {
  const merchant = { id: newId(), name: unique('Shop'), currency: options.currency ?? 'GBP' }
  await insertMerchant(service.deps.db, merchant)
  return { ...merchant, owner: await makeStaff(service, merchant.id, 'owner') }
}

/** Confirms a user's address, as the mailed link does. */
export async function confirmAddress(service: TestApp, user: { id: string }): Promise<void> {
  await service.deps.db.updateTable('users').set({ is_verified: true }).where('id', '=', user.id).execute()
}

/** A user with a role at the merchant, signed in to its admin side. */
export async function makeStaff(service: TestApp, merchantId: string, role: Role): Promise<SignedInUser> {
  const user = await makeUser(service, { merchantId })
  await confirmAddress(service, user)
  await insertStaff(service.deps.db, merchantId, user.id, role)
  const answer = await service.request('POST', '/admin/login', {
    headers: { 'device-id': user.headers['device-id'] as string, 'merchant-id': merchantId },
    body: { email: user.email, password: user.password },
  })
  if (answer.status !== 200) throw new Error(`admin login answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return {
    ...user,
    headers: { ...user.headers, 'access-token': answer.body.data.access_token, 'merchant-id': merchantId },
  }
}

/** An API key of the merchant's owner, ready to be sent. */
export async function makeApiKey(
  service: TestApp,
  merchant: TestMerchant,
  permissions: readonly string[] = allPermissions,
): Promise<{ id: string; key: string; headers: Record<string, string> }> {
  const answer = await service.request('POST', '/admin/api-keys', {
    headers: merchant.owner.headers,
    body: { name: unique('key'), permissions },
  })
  if (answer.status !== 201) throw new Error(`api-keys answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  const { id, key } = answer.body.data
  return { id, key, headers: { 'access-token': key, 'merchant-id': merchant.id } }
}
