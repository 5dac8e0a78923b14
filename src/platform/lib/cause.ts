import { isIP } from 'node:net'

/** Who acts. A user without an id is one that nobody knows. */
export interface CausingActor {
  type: 'user' | 'api_key' | 'system'
  id: string | null
}

/** Who causes a change, and by which request; a job has none. Routes make it (`staffOf`), use cases pass it on. */
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
  // Behind a proxy that passes on what the client sent it may be any text.
  return { actor: { type, id }, ip: isIP(ip) === 0 ? null : ip, requestId }
}

export function byUser(userId: string | null, request: Request): Cause {
  return byRequest({ type: 'user', id: userId }, request)
}

/** Of what the service does by itself. */
export const bySystem: Cause = { actor: { type: 'system', id: null }, ip: null, requestId: null }
