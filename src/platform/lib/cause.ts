import { isIP } from 'node:net'

/** The actor. A user without an id is unknown. */
export interface CausingActor {
  type: 'user' | 'api_key' | 'system'
  id: string | null
}

/** The cause of a change: actor and request; a job has no request. Routes make it (`staffOf`), use cases pass it on. */
export interface Cause {
  actor: CausingActor
  ip: string | null
  requestId: string | null
}

interface Request {
  ip: string
  requestId: string
}

export function byRequest({ type, id }: CausingActor, { ip, requestId }: Request): Cause {
  // A proxy may pass on any text that the client sent.
  return { actor: { type, id }, ip: isIP(ip) === 0 ? null : ip, requestId }
}

export function byUser(userId: string | null, request: Request): Cause {
  return byRequest({ type: 'user', id: userId }, request)
}

/** The cause of changes by the service itself. */
export const bySystem: Cause = { actor: { type: 'system', id: null }, ip: null, requestId: null }
