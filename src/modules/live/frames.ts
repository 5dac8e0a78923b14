import type { Permission } from '#src/platform/lib/permissions.ts'
import { type Change, changeOf, lastOfEach, permissionOfEvent, type StreamedEvent } from './changes.ts'
import type { FollowedEvent } from './queries.ts'

/** A change as it is sent, made once for all streams of the process. */
export interface Frame extends Change {
  permission: Permission
  text: string
}

/** Frames of server-sent events. */
export function framesOf(events: readonly FollowedEvent[]): Frame[] {
  const frames = events.flatMap(({ position, name, body }): Frame[] => {
    const type = name as StreamedEvent
    const change = changeOf(type, body)
    if (change === undefined) return []
    const text = `id: ${position}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`
    return [{ ...change, permission: permissionOfEvent[type], text }]
  })
  return lastOfEach(frames)
}

/** The client has missed something: what it shows may be old. */
export const reset = (position: string) => `id: ${position}\nevent: reset\ndata: {}\n\n`

/** Where a stream begins, and after how many milliseconds a client that lost it comes back. */
export const opening = (position: string) => `retry: 2000\nid: ${position}\n\n`

export const comment = ': still here\n\n'

/** The caller may read no more: the token has expired, the session has ended, or the role has lost it. */
export const farewell = 'event: end\ndata: {}\n\n'
