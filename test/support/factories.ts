import { hashPassword } from '#src/modules/identity/passwords/passwords.ts'
import { openSignIn } from '#src/modules/identity/sign-in/open-sign-in.ts'
import { register } from '#src/modules/identity/sign-in/sign-in.ts'
import { insertMerchant, insertStaff } from '#src/modules/merchants/queries.ts'
import { byUser } from '#src/platform/audit/index.ts'
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
  /** The owner, with merchant-id among the headers. */
  owner: SignedInUser
}

const password = 'a good password'
let passwordHash: Promise<string> | undefined

/** A registered, signed-in user. All share one password hash, because hashing takes most of the time. */
export async function makeUser(
  service: TestApp,
  options: { merchantId?: string; email?: string; name?: string } = {},
): Promise<SignedInUser> {
  const email = options.email ?? `${unique('user')}@example.com`
  const deviceId = unique('device')
  passwordHash ??= hashPassword(password)
  const input = {
    email,
    name: options.name ?? 'Test User',
    phone: null,
    password_hash: await passwordHash,
    attempt: { counts: [], ofAccount: [] },
    address: unique('address'),
  }
  const { user, tokens } = await register(service.deps.db, service.deps, input, deviceId, options.merchantId)
  const headers = { 'access-token': tokens.access_token, 'device-id': deviceId }
  return { id: user.id, email, password, headers, refreshToken: tokens.refresh_token }
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
  const account = { id: user.id, password_hash: (await passwordHash) as string }
  const staff = { merchantId, role, cause: byUser(user.id, { ip: '127.0.0.1', requestId: newId() }) }
  const origin = { deviceId: user.headers['device-id'] as string, merchantId: undefined }
  const opened = await openSignIn(service.deps.db, service.deps, account, origin, staff)
  if (opened === undefined) throw new Error('the role was made just now')
  return {
    ...user,
    headers: { ...user.headers, 'access-token': opened.access_token, 'merchant-id': merchantId },
  }
}

/** A role of the shop's own. */
export async function makeRole(
  service: TestApp,
  merchant: TestMerchant,
  permissions: readonly string[],
  name = unique('Role'),
): Promise<{ id: string; name: string }> {
  const { headers } = merchant.owner
  const answer = await service.request('POST', '/admin/roles', { headers, body: { name, permissions } })
  if (answer.status !== 201) throw new Error(`roles answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body.data
}

/** A key of the shop's storefront, ready to be sent. */
export async function makeStorefrontKey(
  service: TestApp,
  merchant: TestMerchant,
  kind: 'publishable' | 'storefront',
  more: object = {},
): Promise<{ id: string; key: string; headers: Record<string, string> }> {
  const answer = await service.request('POST', '/admin/api-keys', {
    headers: merchant.owner.headers,
    body: { kind, name: unique('key'), ...more },
  })
  if (answer.status !== 201) throw new Error(`api-keys answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  const { id, key } = answer.body.data
  return { id, key, headers: { 'access-token': key } }
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
