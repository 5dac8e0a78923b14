import { type EventName, eventGroups, eventNames } from '#src/platform/outbox/index.ts'

/** What a subscription may list: names, groups such as `order.*`, and `*` for everything there is. */
export const eventPatterns: readonly string[] = [
  ...eventNames,
  ...Object.keys(eventGroups).map((group) => `${group}.*`),
  '*',
]

/** The plain names that what was listed stands for, each once. */
export function expandEvents(patterns: readonly string[]): EventName[] {
  return eventNames.filter((name) => patterns.some((pattern) => standsFor(pattern, name)))
}

function standsFor(pattern: string, name: EventName): boolean {
  if (pattern === '*' || pattern === name) return true
  return Object.entries(eventGroups).some(
    ([group, names]) => pattern === `${group}.*` && (names as readonly string[]).includes(name),
  )
}

/** What a test sends when nobody says what: an order, which most receivers are made for, else the first that is listed. */
export function defaultTestEvent(subscribed: readonly string[]): EventName {
  const wanted = eventNames.filter((name) => subscribed.includes(name))
  return wanted.includes('order.created') ? 'order.created' : (wanted[0] ?? 'order.created')
}

/** A time of RFC 3339 from 1970 up to 3000, or undefined: the schema lets leap seconds pass, and dates such as 30 February are none. */
export function readMoment(text: string): Date | undefined {
  const at = new Date(text)
  return at.getTime() >= 0 && at.getTime() < Date.UTC(3000, 0, 1) ? at : undefined
}
