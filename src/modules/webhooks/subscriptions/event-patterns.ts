import { type EventName, eventGroups, eventNames } from '#src/platform/outbox/event-names.ts'

/** What a subscription may list: event names, groups such as `order.*`, and `*` for all events. */
export const eventPatterns: readonly string[] = [
  ...eventNames,
  ...Object.keys(eventGroups).map((group) => `${group}.*`),
  '*',
]

/** The event names that match at least one of the patterns, each once. */
export function expandEvents(patterns: readonly string[]): EventName[] {
  return eventNames.filter((name) => patterns.some((pattern) => matches(pattern, name)))
}

function matches(pattern: string, name: EventName): boolean {
  if (pattern === '*' || pattern === name) return true
  return Object.entries(eventGroups).some(
    ([group, names]) => pattern === `${group}.*` && (names as readonly string[]).includes(name),
  )
}
