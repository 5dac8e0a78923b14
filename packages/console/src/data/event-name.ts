import type { Schemas } from '@commerce-platform/client'

export type EventName = Schemas['Delivery']['event']

/** As an address has it. By its form: the names themselves, which every page would load with the routes, are many. */
export function eventNameOf(value: unknown): EventName | undefined {
  const isName = typeof value === 'string' && /^(user|order|product|inventory|cart)\.[a-z_]+$/.test(value)
  return isName ? (value as EventName) : undefined
}
