import type { Schemas } from '@commerce-platform/client'
import { wrongUsage } from '../problems.ts'

export type EventName = Schemas['EventEnvelope']['event']

/** All events; the type fails to compile if the contract has others. */
const names: Record<EventName, true> = {
  'user.created': true,
  'user.updated': true,
  'user.deleted': true,
  'user.verified': true,
  'order.created': true,
  'order.updated': true,
  'order.cancelled': true,
  'order.completed': true,
  'order.payment_succeeded': true,
  'order.payment_failed': true,
  'product.created': true,
  'product.updated': true,
  'product.deleted': true,
  'inventory.updated': true,
  'cart.item_added': true,
  'cart.item_removed': true,
  'cart.abandoned': true,
}
export const eventNames = Object.keys(names) as EventName[]

export function toEventName(text: string): EventName {
  const found = eventNames.find((name) => name === text)
  if (found === undefined) throw wrongUsage(`${text} is no event`, `Events: ${eventNames.join(', ')}`)
  return found
}

/** Names, groups such as `order.*`, or `*`, separated by commas. */
export function toEventNames(list: string): Set<EventName> {
  const chosen = list.split(',').flatMap((part) => {
    const text = part.trim()
    const ofGroup = eventNames.filter(
      (name) => text === '*' || (text.endsWith('.*') && name.startsWith(text.slice(0, -1))),
    )
    return ofGroup.length > 0 ? ofGroup : [toEventName(text)]
  })
  return new Set(chosen)
}
