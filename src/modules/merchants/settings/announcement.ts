import { type Static, Type } from 'typebox'
import { line, Nullable, named } from '#src/platform/http/envelope.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'

const Moment = (description: string) =>
  Nullable(Type.String({ format: 'date-time', description, examples: ['2026-12-01T00:00:00.000Z'] }))

const about = 'What the storefront says at the top of its pages, while it holds. null: nothing.'
const moments = { from: Moment('null: at once.'), to: Moment('null: until it is changed.') }
const Text = line({ max: 300, examples: ['We send again from 2 January.'] })

export const AnnouncementSchema = named('Announcement', Type.Object({ text: Text, ...moments }, { description: about }))
export const AnnouncementChange = named(
  'AnnouncementChange',
  Type.Object(
    { text: Text, ...Type.Partial(Type.Object(moments)).properties },
    { additionalProperties: false, description: about },
  ),
)
export type AnnouncementInput = Static<typeof AnnouncementChange>

/** Its moments as they are kept: in UTC, with milliseconds. */
export interface Announcement {
  text: string
  from: string | null
  to: string | null
}

export function readAnnouncement({ text, from, to }: AnnouncementInput): Announcement {
  const moment = (given: string | null | undefined) => (given ? new Date(given).toISOString() : null)
  return { text, from: moment(from), to: moment(to) }
}

export function announcementFault({ from, to }: AnnouncementInput): FieldFault | undefined {
  if (!from || !to || new Date(from) < new Date(to)) return undefined
  return { field: 'announcement.to', message: 'must be after announcement.from' }
}

/** Whether it holds at a moment. */
export function announces({ from, to }: Announcement, now: Date): boolean {
  return (from === null || new Date(from) <= now) && (to === null || now < new Date(to))
}
