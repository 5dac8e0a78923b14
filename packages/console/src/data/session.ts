import { type AccessToken, ApiError, alone, createClient } from '@commerce-platform/client'
import { useSyncExternalStore } from 'react'
import { newDeviceId } from '#console/lib/device.ts'
import type { Permission } from './granted.ts'
import { send } from './sending.ts'

/**
 * The session of this browser. The access token lives in the memory of this page; the refresh token in a cookie that
 * no script can read, sent to /console/session alone. Local storage only says whether there is one to ask for.
 */
export interface Session {
  userId: string
  merchantId: string
  /** What people know it by. */
  role: string
  permissions: readonly Permission[]
}

interface SessionAnswer {
  access_token: string
  expires_in: number
  merchant_id: string
  role: string
  permissions: Permission[]
}

const deviceKey = 'console-device'
const signedInKey = 'console-signed-in'

let session: Session | undefined
let accessToken: AccessToken | undefined
/** The service has ended it; whoever had it may still sign in again, and goes on where they were. */
let isEnded = false
const listeners = new Set<() => void>()

export const { api, files, setToken, setMerchant } = createClient({
  baseUrl: location.origin,
  deviceId: deviceId(),
  refresh: refreshToken,
  onSignedOut: end,
  fetch: send,
})

function deviceId(): string {
  const stored = localStorage.getItem(deviceKey)
  if (stored !== null) return stored
  const made = newDeviceId()
  localStorage.setItem(deviceKey, made)
  return made
}

/** @throws ApiError */
async function ask(method: 'POST' | 'DELETE', path: string, body?: object, merchantId?: string): Promise<unknown> {
  const answer = await fetch(`/console/session${path}`, {
    method,
    // A page that is left in the midst still stores the cookie of the answer: the one before is spent.
    keepalive: true,
    headers: {
      'device-id': deviceId(),
      ...(merchantId && { 'merchant-id': merchantId }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const content = await answer.json().catch(() => undefined)
  if (!answer.ok) throw new ApiError(answer.status, content?.error ?? {})
  return content?.data
}

/** The tabs of this browser take turns: each then sends the cookie that the one before has got. */
async function refreshToken(): Promise<AccessToken> {
  const answer = (await alone('console-session', askForNext)) as SessionAnswer
  if (session !== undefined && session.userId !== userOf(answer)) {
    // Someone else has signed in in another tab, and gets nothing of this one.
    closeSession()
    throw new ApiError(401, {})
  }
  return remember(answer)
}

/** An answer that got lost left the cookie as it was, and the service answers that once more, within 30 s. */
function askForNext(): Promise<unknown> {
  const refresh = () => ask('POST', '/refresh')
  return refresh().catch((error) => {
    if (!(error instanceof TypeError)) throw error
    return refresh()
  })
}

/** The subject of the access token, a JWT. */
function userOf({ access_token }: SessionAnswer): string {
  const [, claims = ''] = access_token.split('.')
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub
}

function remember(answer: SessionAnswer): AccessToken {
  const { access_token, expires_in, merchant_id, role, permissions } = answer
  const token = { token: access_token, expiresAt: Date.now() + expires_in * 1000 }
  accessToken = token
  setToken(token)
  setMerchant(merchant_id)
  localStorage.setItem(signedInKey, 'yes')
  const isSame = session?.merchantId === merchant_id && session.role === role
  if (isEnded || !isSame || String(session?.permissions) !== String(permissions)) {
    isEnded = false
    session = { userId: userOf(answer), merchantId: merchant_id, role, permissions }
    notifyListeners()
  }
  return token
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/** Not removed: other tabs would take that for a sign-out, and lose what is typed there. */
function forgetCookie(): void {
  localStorage.setItem(signedInKey, 'no')
}

function end(): void {
  if (session === undefined) return
  forgetCookie()
  isEnded = true
  notifyListeners()
}

/** Leaves nothing of the session in this tab. */
export function closeSession(): void {
  sessionStorage.clear()
  accessToken = undefined
  setToken(undefined)
  setMerchant(undefined)
  session = undefined
  isEnded = false
  notifyListeners()
}

// Another tab has signed out.
addEventListener('storage', ({ key, newValue }) => {
  if (key === signedInKey && newValue === null && session !== undefined) closeSession()
})

/** The session, renewed from the cookie if this page has just been opened; undefined if there is none. */
export async function openSession(): Promise<Session | undefined> {
  if (session !== undefined || localStorage.getItem(signedInKey) !== 'yes') return session
  try {
    await refreshToken()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    forgetCookie()
  }
  return session
}

/** @throws ApiError TWO_FACTOR_REQUIRED, MERCHANT_ACCESS_DENIED with `details.merchants`, … */
export async function signIn(email: string, password: string, merchantId: string | undefined): Promise<void> {
  remember((await ask('POST', '', { email, password }, merchantId)) as SessionAnswer)
}

export async function finishSignIn(challenge: string, code: string): Promise<void> {
  remember((await ask('POST', '/two-factor', { challenge, code })) as SessionAnswer)
}

/** Ends the session here even if the service cannot be reached. */
export async function signOut(): Promise<void> {
  try {
    await alone('console-session', () => ask('DELETE', ''))
  } finally {
    localStorage.removeItem(signedInKey)
    closeSession()
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session, also one that has ended by itself. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(subscribe, () => session)
}

/** For what asks by itself; a component asks `useMay`. */
export function may(permission: Permission): boolean {
  return session?.permissions.includes(permission) ?? false
}

let isRenewing = false

/** After a refusal: what the role allows may have changed since this page learned it. */
export async function renewPermissions(): Promise<void> {
  if (isRenewing) return
  isRenewing = true
  // What was refused is shown anyway.
  await refreshToken().catch(() => {})
  isRenewing = false
}

const streamed: readonly Permission[] = ['orders.read', 'products.read', 'inventory.read', 'customers.read']

/** Of a stream of changes, whose failures end no session; undefined for nobody, and for whom nothing would be told. */
export function streamHeaders() {
  if (session === undefined || isEnded || accessToken === undefined || !streamed.some(may)) return undefined
  return {
    'access-token': accessToken.token,
    'device-id': deviceId(),
    'merchant-id': session.merchantId,
    expiresSoon: accessToken.expiresAt - Date.now() < 30_000,
  }
}

/** For what asks by itself: of a session that has ended the service only says so again. */
export function isSessionEnded(): boolean {
  return isEnded
}

/** The session that has ended by itself. */
export function useEndedSession(): Session | undefined {
  return useSyncExternalStore(subscribe, () => (isEnded ? session : undefined))
}
