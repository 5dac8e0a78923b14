import { type Static, Type } from 'typebox'
import { line, Nullable, named } from '#src/platform/http/envelope.ts'
import type { FieldFault } from '#src/platform/lib/errors.ts'
import { readMoment } from '#src/platform/lib/moment.ts'

const Moment = (description: string, example: string) =>
  Nullable(Type.String({ format: 'date-time', description, examples: [example] }))

const about = 'What the storefront says at the top of its pages, while it holds. null: nothing.'
const moments = {
  from: Moment('null: at once.', '2026-12-20T00:00:00.000Z'),
  to: Moment('null: until it is changed.', '2027-01-02T00:00:00.000Z'),
}
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
  const moment = (given: string | null | undefined) => (given && readMoment(given)?.toISOString()) || null
  return { text, from: moment(from), to: moment(to) }
}

export function announcementFault(given: AnnouncementInput): FieldFault | undefined {
  for (const name of ['from', 'to'] as const) {
    const text = given[name]
    if (text && readMoment(text) === undefined)
      return { field: `announcement.${name}`, message: 'must be a time from 1970 to 2999' }
  }
  const { from, to } = readAnnouncement(given)
  return from !== null && to !== null && from >= to
    ? { field: 'announcement.to', message: 'must be after announcement.from' }
    : undefined
}

/** Whether it holds at a moment. */
export function announces({ from, to }: Announcement, now: Date): boolean {
  return (from === null || new Date(from) <= now) && (to === null || now < new Date(to))
}
