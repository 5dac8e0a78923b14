import { Type } from 'typebox'
import { EventName } from '../deliveries/schemas.ts'

export const eventLogFilter = {
  event: Type.Optional(EventName),
  since: Type.Optional(Type.String({ format: 'date-time', description: 'Only events from this time on.' })),
  after: Type.Optional(
    Type.String({
      pattern: '^evt_[0-9a-f]{32}$',
      description: 'Id of an event: only events after it in the log. Use it to continue from the last event you have.',
    }),
  ),
}
