import { type TObject, Type } from 'typebox'
import type { EventOfModule, Module } from '#src/platform/module.ts'
import { type EventName, eventNames } from '#src/platform/outbox/index.ts'

/** An event that receivers get. */
export interface DescribedEvent extends Omit<EventOfModule, 'data'> {
  name: EventName
  /** Schema of the envelope's `data`. */
  data: TObject
}

/** The events of all modules, each with the fields that other modules add. */
export function describeEvents(modules: readonly Pick<Module, 'name' | 'events' | 'eventFields'>[]): DescribedEvent[] {
  return eventNames.map((name) => {
    const event = modules.flatMap(({ events }) => events?.[name] ?? [])[0]
    if (event === undefined) throw new Error(`no module has the event ${name}`)
    const added = modules.map(({ eventFields }) => eventFields?.[name])
    return { ...event, name, data: Type.Object(Object.assign({}, event.data, ...added)) }
  })
}
